/** A level of the equipment tree. */
export interface EquipmentLevel {
  readonly id: string;
  readonly name: string;
}

export const carrierEquipmentClasses = [
  'CONTAINER',
  'FLATBED',
  'POWER_ONLY',
  'REEFER',
  'SPECIALIZED',
  'TANKER',
  'VAN',
] as const;
/** Class of equipment that a carrier declares. */
export type CarrierEquipmentClass = (typeof carrierEquipmentClasses)[number];

/** One entry of the catalog that is the same for every organization; ids never change. */
export interface Equipment {
  readonly id: string;
  readonly name: string;
  readonly category: EquipmentLevel;
  readonly group: EquipmentLevel;
  readonly subcategory: EquipmentLevel;
  /** Class that a carrier needs to haul it. Not part of the API's catalog. */
  readonly carrierClass: CarrierEquipmentClass;
}

const categories = {
  truckload: { id: '12b909df-1846-536a-9787-334d3e455926', name: 'Truckload' },
  specialized: { id: '02eaa4fa-4939-52ee-90cc-7f1651af2a98', name: 'Specialized' },
  straight: { id: 'c91c59e5-b21b-531d-8259-451213347084', name: 'Straight truck and expedite' },
  intermodal: { id: '3d226582-6f58-5b5c-a1bc-194131afe76a', name: 'Intermodal' },
} as const satisfies Record<string, EquipmentLevel>;

const groups = {
  dry: { id: '24e967d9-a793-53ac-8677-720788d79202', name: 'Dry van' },
  reefer: { id: '077fa4de-89b3-5ac5-9f46-9efb2215eee5', name: 'Refrigerated' },
  open: { id: '92d42f78-764f-5a62-befc-c0f7f51b1bc9', name: 'Open deck' },
  power: { id: 'f22f457a-8eae-5657-97dd-9b44c4e21500', name: 'Power only' },
  box: { id: 'a47111f2-64a2-5b9c-8ac1-ec30e2532be6', name: 'Box truck' },
  cargovan: { id: '049a34e5-82e2-5ffa-9154-bed3060c44ae', name: 'Cargo van' },
  container: { id: '09133d10-c3fc-55b1-ab4f-ca8dc2b66df4', name: 'Container' },
  tanker: { id: '3ea35cf7-1fb6-5ec6-bd0a-9eaa214e85ac', name: 'Tanker' },
  heavy: { id: '04600f05-a3d5-5b3f-97b6-42c6b430d7e1', name: 'Heavy haul' },
} as const satisfies Record<string, EquipmentLevel>;

const subcategories = {
  van53: { id: '6d5cd25d-d5e6-5c52-a304-45aefefe56ae', name: '53 ft' },
  van48: { id: '19d94827-81ac-5ade-b344-7e8ab0330cc2', name: '48 ft' },
  van26: { id: '85300ecf-5a3a-5b49-acc6-abc58d258c2f', name: '26 ft' },
  air: { id: '80d1a40b-9f68-5d01-b53f-03acb190511a', name: 'Air ride' },
  vented: { id: '3ade1f85-a672-5fd5-9f2e-3fc8bff599a6', name: 'Vented' },
  multi: { id: 'e432f01b-b3a8-59fd-b103-8db5e1169217', name: 'Multi-temperature' },
  standard: { id: '95d83f82-b850-5fa8-9eb3-35414c7322b0', name: 'Standard' },
  step: { id: '7c929a80-5e0c-545f-b533-59d3bbef5d85', name: 'Step deck' },
  cone: { id: 'fc8d9567-a5a0-53fa-a6a7-5e4e92ba7944', name: 'Curtain side' },
  rgn: { id: '825dd98a-3667-5be2-8788-231d51dd1d98', name: 'Removable gooseneck' },
  lowboy: { id: '9640325c-affe-5229-b36a-8c3465d7e6bf', name: 'Lowboy' },
  hotshot: { id: '7b7cd999-f404-54df-bfb5-5e4ab52a2c28', name: 'Hotshot' },
  c20: { id: 'f744af98-050e-5b71-bc97-e3f28d1149ac', name: '20 ft' },
  c40: { id: '84f42b45-1087-5e74-b49c-62920ab788e3', name: '40 ft' },
  c40hc: { id: '4343dfe3-945d-523b-a804-dc332486af10', name: '40 ft high cube' },
  c53: { id: '281f9057-5088-5b6a-84b4-01c3c8be3f24', name: '53 ft domestic' },
  food: { id: '3c11c2a5-b657-54b7-bf4f-659cded9d479', name: 'Food grade' },
  chem: { id: '21736fb5-77b8-5016-af9f-71b77eee4108', name: 'Chemical' },
  bulk: { id: 'd99f0415-1691-5153-8983-b1bf877d0d48', name: 'Dry bulk' },
  lift: { id: '346e0f2a-b02e-58be-973e-d28176c50ed5', name: 'Liftgate' },
} as const satisfies Record<string, EquipmentLevel>;

type EquipmentRow = readonly [
  id: string,
  name: string,
  category: keyof typeof categories,
  group: keyof typeof groups,
  subcategory: keyof typeof subcategories,
  carrierClass: CarrierEquipmentClass,
];

const rows: readonly EquipmentRow[] = [
  ['9abd3fcb-12d3-50b9-a7d0-39163c41e38c', "53' Dry Van", 'truckload', 'dry', 'van53', 'VAN'],
  ['2e88e327-5a48-5292-a4bf-189566f39b6a', "48' Dry Van", 'truckload', 'dry', 'van48', 'VAN'],
  ['b5fb7118-868e-5624-90e6-8467ab0fa024', "53' Dry Van, Air Ride", 'truckload', 'dry', 'air', 'VAN'],
  ['9a446099-17eb-5dd5-9fd9-f76dae5f2349', "53' Vented Van", 'truckload', 'dry', 'vented', 'VAN'],
  ['d7bba6af-2b38-5316-8d65-ecc197ed8368', "53' Reefer", 'truckload', 'reefer', 'van53', 'REEFER'],
  ['2f2b84eb-a03f-55b1-92cc-c7bf247cbcf4', "53' Reefer, Multi-Temp", 'truckload', 'reefer', 'multi', 'REEFER'],
  ['4aa78c68-1b53-5c4c-9d8e-bb12186cfac0', "48' Flatbed", 'truckload', 'open', 'standard', 'FLATBED'],
  ['59d12950-5cfa-5a0d-a2f8-c4665d9f30a9', "53' Step Deck", 'truckload', 'open', 'step', 'FLATBED'],
  ['6d2e7747-b9a9-521a-9cd2-5b6d947a9653', 'Conestoga', 'truckload', 'open', 'cone', 'FLATBED'],
  ['34a21c5a-825c-55b9-b2e6-715259bf7789', 'Hotshot', 'truckload', 'open', 'hotshot', 'FLATBED'],
  ['1d4e7fa4-f11b-59a2-be25-487de014538a', 'Power Only', 'truckload', 'power', 'standard', 'POWER_ONLY'],
  ['834eec44-cd08-5948-b4a6-6fb27ad441cc', 'Removable Gooseneck (RGN)', 'specialized', 'heavy', 'rgn', 'SPECIALIZED'],
  ['b8f4003d-ceb5-5957-a6ef-46f8c965752e', 'Lowboy', 'specialized', 'heavy', 'lowboy', 'SPECIALIZED'],
  ['3fc8bf4c-d342-56c6-ba9e-23c0b4e9c74e', 'Tanker, Food Grade', 'specialized', 'tanker', 'food', 'TANKER'],
  ['6a2ae626-1570-59a4-afad-ffb3aadfd16e', 'Tanker, Chemical', 'specialized', 'tanker', 'chem', 'TANKER'],
  ['f6e54197-937e-592f-a1db-b903f24815bb', 'Pneumatic Tanker, Dry Bulk', 'specialized', 'tanker', 'bulk', 'TANKER'],
  ['811e6fd7-d8a5-5510-9699-7fe102c55ef4', "26' Box Truck", 'straight', 'box', 'van26', 'VAN'],
  ['da0671ea-6a37-515c-88fe-b266122c1b2b', "26' Box Truck, Liftgate", 'straight', 'box', 'lift', 'VAN'],
  ['dd6f50e1-b488-5059-82c2-2cea99c1d751', 'Sprinter Van', 'straight', 'cargovan', 'standard', 'VAN'],
  ['52251ef7-071a-5c19-adb7-301266cff37e', "20' Container (Drayage)", 'intermodal', 'container', 'c20', 'CONTAINER'],
  ['5a013a30-f445-505c-be0c-b12cf4f3afab', "40' Container (Drayage)", 'intermodal', 'container', 'c40', 'CONTAINER'],
  [
    'd2626012-7648-5a09-964e-54110ae2e3bb',
    "40' High Cube Container (Drayage)",
    'intermodal',
    'container',
    'c40hc',
    'CONTAINER',
  ],
  ['8d9c6283-63ce-5a05-bd24-ee4816b4555b', "53' Domestic Container", 'intermodal', 'container', 'c53', 'CONTAINER'],
];

export const equipment: readonly Equipment[] = rows.map(([id, name, category, group, subcategory, carrierClass]) => ({
  id,
  name,
  category: categories[category],
  group: groups[group],
  subcategory: subcategories[subcategory],
  carrierClass,
}));

/** Formats equipment as "53' Dry Van or 53' Reefer": freight may move on any of these. */
export const formatEquipment = (names: readonly string[]): string => [...new Set(names)].toSorted().join(' or ');
