import type { LoadCarrier, LoadCarrierSummary } from '../../src/contract/types.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { amountText } from '../records/amounts.ts';
import { getTruckMiles } from '../../src/domain/shipments/progress.ts';
import type { ShipmentFacts } from './shipment-facts.ts';
import { liveOrders } from './shipment-progress.ts';
import { unsentCarrier } from '../records/parties.ts';

type Charges = LoadCarrier['charges'];

const text = (value: string) => recordText(value, 'list');

/** `Linehaul 1500.00`: the charges of one side, line by line. */
const chargeLines = (charges: Charges) => charges.map(({ chargeCode, total }) => ({ charge: chargeCode.name, total }));

/** The loads of a shipment with who runs them; driver and charges only where the API shows loads of their own. */
export function storyLoads({ shipment, loads }: Pick<ShipmentFacts, 'shipment' | 'loads'>) {
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
      ...('currency' in carrier && assignment(carrier)),
    })),
  }));
}

type StoryLoad = ReturnType<typeof storyLoads>[number];

/** What is not known is left out: each null costs more than it says. */
function assignment(carrier: LoadCarrier) {
  const { contact, driverName, driverPhone, truckNumber, trailerNumber, removalReason, removalReasonText } = carrier;
  const driver = [driverName, driverPhone].filter(Boolean).join(' ');
  const truck = [truckNumber && `truck ${truckNumber}`, trailerNumber && `trailer ${trailerNumber}`].filter(Boolean);
  const removed = [removalReason, removalReasonText].filter(Boolean).join(': ');
  return {
    currency: carrier.currency,
    billing: carrier.billingStatus,
    charges: chargeLines(carrier.charges),
    ...(contact && { contact: [contact.name, contact.phone ?? contact.email].filter(Boolean).join(' ') }),
    ...(driver !== '' && { driver }),
    ...(truck.length > 0 && { truck: truck.join(', ') }),
    ...(removed !== '' && { removed }),
  };
}

export const loadPointers = ['name', 'phone', 'contact', 'driver', 'truck', 'removed', 'charges/*/charge'].map(
  (member) => `/record/loads/*/carriers/*/${member}`,
);

export function loadLine({ friendlyId, status, mode, carriers }: StoryLoad, currency: string): string {
  const who = carriers.map((carrier) => carrierText(carrier, currency));
  return `- ${friendlyId} ${mode} ${status}: ${who.join('; ') || 'no carrier'}`;
}

function carrierText(carrier: StoryLoad['carriers'][number], ofShipment: string): string {
  const {
    name,
    status,
    cost,
    phone,
    currency = ofShipment,
    billing,
    charges = [],
    contact,
    driver,
    truck,
    removed,
  } = carrier;
  const parts = [
    `${name === null ? unsentCarrier : text(name)} ${status} ${amountText(cost, currency)}${chargesText(charges, currency)}`,
    billing && `bill ${billing}`,
    phone && `phone ${text(phone)}`,
    contact && `contact ${text(contact)}`,
    driver && `driver ${text(driver)}`,
    truck && text(truck),
    removed && `because ${text(removed)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** ` (Linehaul $1,500.00, Detention $75.00)`; nothing where one line says what the sum says. */
export function chargesText(
  charges: readonly { readonly charge: string; readonly total: number }[],
  currency: string,
): string {
  if (charges.length < 2) return '';
  return ` (${charges.map(({ charge, total }) => `${text(charge)} ${amountText(total, currency)}`).join(', ')})`;
}

/** What the customer pays for, line by line. */
export const customerCharges = ({ shipment }: Pick<ShipmentFacts, 'shipment'>) =>
  liveOrders(shipment).flatMap(({ charges, currency }) => chargeLines(charges).map((line) => ({ ...line, currency })));

/** What moves, and what it asks of the truck. */
export function storyFreight({ shipment }: Pick<ShipmentFacts, 'shipment'>) {
  const orders = liveOrders(shipment);
  const once = (texts: readonly (string | null | undefined | false)[]) =>
    [...new Set(texts.filter(Boolean))].join(', ');
  const freight = {
    equipment: once(orders.flatMap(({ equipment }) => equipment.map(({ name }) => name))),
    commodity: once(orders.map((order) => order.freight?.commodityDescription)),
    weight: once(orders.map((order) => (order.freight?.weight ? `${order.freight.weight} lb` : null))),
    pieces: once(orders.map((order) => piecesText(order.freight))),
    miles: once([getTruckMiles(orders)?.toString()]),
    requirements: once([
      ...orders.flatMap(({ specialRequirements }) => specialRequirements.map(({ name }) => name)),
      describeHazmat(orders),
    ]),
  };
  return Object.fromEntries(Object.entries(freight).filter(([, value]) => value !== ''));
}

/** Absent is not none: only an API that says so has no dangerous goods. */
function describeHazmat(orders: ShipmentFacts['shipment']['orders']): string | undefined {
  const flags = orders.flatMap(({ freight }) => (freight ? [freight.hazmat] : []));
  if (flags.includes(true)) return 'hazmat';
  return flags.includes(null) ? 'hazmat not sent by this API' : undefined;
}

type Freight = ShipmentFacts['shipment']['orders'][number]['freight'];

const piecesText = (freight: Freight): string | null =>
  freight?.handlingUnitQuantity ? `${freight.handlingUnitQuantity} ${freight.handlingUnitType ?? 'pieces'}` : null;
