import type { LoadCarrier, LoadCarrierSummary } from '../../src/contract/types.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { getTruckMiles } from '../../src/domain/shipments/progress.ts';
import type { ShipmentSnapshot } from './shipment-snapshot.ts';
import { getLiveOrders } from '../stops/shipment-progress.ts';
import { unsentCarrier } from '../records/parties.ts';

type AssignmentCharges = LoadCarrier['charges'];

const quoteText = (value: string) => recordText(value, 'list');

/** Lists the charges of one side, line by line: `Linehaul 1500.00`. */
const toChargeLines = (charges: AssignmentCharges) =>
  charges.map(({ chargeCode, total }) => ({ charge: chargeCode.name, total }));

/**
 * Builds the loads of a shipment with their carriers. Drivers and charges are included only if the API shows loads by
 * themselves.
 */
export function buildStoryLoads({ shipment, loads }: Pick<ShipmentSnapshot, 'shipment' | 'loads'>) {
  return (loads ?? shipment.loads).map(({ friendlyId, status, mode, carriers }) => ({
    friendlyId,
    status,
    mode,
    carriers: carriers.map((carrier: LoadCarrier | LoadCarrierSummary) => ({
      friendlyId: carrier.carrier?.friendlyId ?? null,
      name: carrier.carrier?.name ?? null,
      status: carrier.status,
      cost: carrier.totalCost,
      phone: carrier.carrier?.phoneNumber ?? null,
      ...('currency' in carrier && buildAssignmentDetails(carrier)),
    })),
  }));
}

type StoryLoad = ReturnType<typeof buildStoryLoads>[number];

/** Builds the details of an assignment. Unknown fields are left out, because a null costs tokens and says nothing. */
function buildAssignmentDetails(carrier: LoadCarrier) {
  const { contact, driverName, driverPhone, truckNumber, trailerNumber, removalReason, removalReasonText } = carrier;
  const driver = [driverName, driverPhone].filter(Boolean).join(' ');
  const truck = [truckNumber && `truck ${truckNumber}`, trailerNumber && `trailer ${trailerNumber}`].filter(Boolean);
  const isExplained = removalReason === 'OTHER' && Boolean(removalReasonText);
  const reason = removalReason === null || isExplained ? '' : formatCode(removalReason);
  const removed = [reason, removalReasonText].filter(Boolean).join(': ');
  return {
    currency: carrier.currency,
    billing: carrier.billingStatus,
    charges: toChargeLines(carrier.charges),
    ...(contact && { contact: [contact.name, contact.phone ?? contact.email].filter(Boolean).join(' ') }),
    ...(driver !== '' && { driver }),
    ...(truck.length > 0 && { truck: truck.join(', ') }),
    ...(removed !== '' && { removed }),
  };
}

export const loadPointers = ['name', 'phone', 'contact', 'driver', 'truck', 'removed', 'charges/*/charge'].map(
  (member) => `/record/loads/*/carriers/*/${member}`,
);

export function formatLoad({ friendlyId, status, mode, carriers }: StoryLoad, currency: string): string {
  const carrierTexts = carriers.map((carrier) => formatCarrier(carrier, currency));
  return `- ${friendlyId}, ${formatCode(mode)}, ${formatCode(status)}: ${carrierTexts.join('; ') || 'no carrier'}`;
}

function formatCarrier(carrier: StoryLoad['carriers'][number], shipmentCurrency: string): string {
  const {
    name,
    status,
    cost,
    phone,
    currency = shipmentCurrency,
    billing,
    charges = [],
    contact,
    driver,
    truck,
    removed,
  } = carrier;
  const parts = [
    `${name === null ? unsentCarrier : quoteText(name)} ${formatCode(status)}, ${formatWireAmount(cost, currency)}${formatCharges(charges, currency)}`,
    billing && `bill: ${formatCode(billing)}`,
    phone && `phone ${quoteText(phone)}`,
    contact && `contact ${quoteText(contact)}`,
    driver && `driver ${quoteText(driver)}`,
    truck && quoteText(truck),
    removed && `because ${quoteText(removed)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Formats charges: ` (Linehaul $1,500.00, Detention $75.00)`, or nothing if a single charge equals the sum. */
export function formatCharges(
  charges: readonly { readonly charge: string; readonly total: number }[],
  currency: string,
): string {
  if (charges.length < 2) return '';
  return ` (${charges.map(({ charge, total }) => `${quoteText(charge)} ${formatWireAmount(total, currency)}`).join(', ')})`;
}

/** Lists the customer's charges, line by line. */
export const listCustomerCharges = ({ shipment }: Pick<ShipmentSnapshot, 'shipment'>) =>
  getLiveOrders(shipment).flatMap(({ charges, currency }) =>
    toChargeLines(charges).map((line) => ({ ...line, currency })),
  );

/** Builds the description of the freight, and of what it requires of the truck. */
export function buildStoryFreight({ shipment }: Pick<ShipmentSnapshot, 'shipment'>) {
  const orders = getLiveOrders(shipment);
  const joinDistinct = (texts: readonly (string | null | undefined | false)[]) =>
    [...new Set(texts.filter(Boolean))].join(', ');
  const freight = {
    equipment: joinDistinct(orders.flatMap(({ equipment }) => equipment.map(({ name }) => name))),
    commodity: joinDistinct(orders.map((order) => order.freight?.commodityDescription)),
    weight: joinDistinct(orders.map((order) => (order.freight?.weight ? `${order.freight.weight} lb` : null))),
    pieces: joinDistinct(orders.map((order) => formatPieces(order.freight))),
    miles: joinDistinct([getTruckMiles(orders)?.toString()]),
    requirements: joinDistinct([
      ...orders.flatMap(({ specialRequirements }) => specialRequirements.map(({ name }) => name)),
      describeHazmat(orders),
    ]),
  };
  return Object.fromEntries(Object.entries(freight).filter(([, value]) => value !== ''));
}

/** Describes dangerous goods. There are none only if the API says so; a missing field is not enough. */
function describeHazmat(orders: ShipmentSnapshot['shipment']['orders']): string | undefined {
  const flags = orders.flatMap(({ freight }) => (freight ? [freight.hazmat] : []));
  if (flags.includes(true)) return 'hazmat';
  return flags.includes(null) ? 'hazmat not sent by this API' : undefined;
}

type StoryOrderFreight = ShipmentSnapshot['shipment']['orders'][number]['freight'];

/** Formats the number of handling units: "24 pallets". */
function formatPieces(freight: StoryOrderFreight): string | null {
  if (!freight?.handlingUnitQuantity) return null;
  const { handlingUnitQuantity: quantity, handlingUnitType: type } = freight;
  const unit = type === null || type === 'OTHER' ? 'piece' : formatCode(type);
  return `${quantity} ${unit}${quantity === 1 ? '' : 's'}`;
}
