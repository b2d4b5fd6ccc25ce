/** Code lists of the freight side, in the API's words. */

export const transportModes = ['TL', 'LTL', 'AIR', 'OCEAN', 'RAIL', 'INTERMODAL', 'DRAYAGE'] as const;
export type TransportMode = (typeof transportModes)[number];

export const handlingUnitTypes = [
  'PALLET',
  'SKID',
  'CARTON',
  'CRATE',
  'DRUM',
  'BUNDLE',
  'ROLL',
  'BAG',
  'TOTE',
  'OTHER',
] as const;

export const specialRequirementTypes = ['EQUIPMENT', 'DRIVER', 'FREIGHT', 'SHIPPER_LOCATION'] as const;
export type SpecialRequirementType = (typeof specialRequirementTypes)[number];

/** Kinds of reference numbers on an order. Tracking can be limited to some of them. */
export const referenceFields = [
  'BOL_NUMBER',
  'PICKUP_NUMBER',
  'DELIVERY_NUMBER',
  'PURCHASE_ORDER_NUMBER',
  'GENERAL_LEDGER_CODE',
  'CUSTOMER_REFERENCE_NUMBER',
  'PRO_NUMBER',
  'ITEM_IDENTIFICATION',
  'PART_NUMBER',
  'ACCOUNT_NUMBER',
  'CONSIGNEE_ACCOUNT_NUMBER',
  'PICKUP_LOCATION_IDENTIFICATION',
  'DELIVER_LOCATION_IDENTIFICATION',
  'PRODUCT_IDENTIFICATION',
  'OTHER_IDENTIFICATION',
  'CONTAINER_NUMBER',
  'MACROPOINT_REFERENCE_NUMBER',
  'DROP_TRAILER_NUMBER',
  'APPOINTMENT_NUMBER',
  'MASTER_BILL_OF_LADING_NUMBER',
  'HOUSE_BILL_OF_LADING_NUMBER',
  'LOCATION_IDENTIFICATION',
  'TENDER_METHOD',
  'ROUTE_NUMBER',
  'SHOW_DECORATOR_NAME',
  'SHOW_BOOTH_NUMBER',
  'CARE_OF',
  'TENDER_ID',
  'ORDER_NUMBER',
  'SHOW_NAME',
  'AES_ITN',
  'FIRMS_CODE',
  'IT_NUMBER',
  'JOB_NUMBER',
  'TMS_ID',
  'MASTER_AIRWAYBILL_NUMBER',
  'HOUSE_AIRWAYBILL_NUMBER',
  'AMS_HOUSE_BILL_OF_LADING_NUMBER',
] as const;
export type ReferenceField = (typeof referenceFields)[number];
