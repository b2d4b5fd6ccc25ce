import { orderBillingStatuses, uninvoicedStatuses } from '../../src/domain/money/order-billing.ts';
import { type ShipmentStatus, shipmentPhases, shipmentStatuses } from '../../src/domain/freight/shipment.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { carrierFinder, customerFinder } from '../arguments/finders.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { stopsOf } from './shipment-progress.ts';
import { resolve } from '../arguments/resolve.ts';
import { readTogether } from '../arguments/together.ts';
import { statusesIn } from '../arguments/status-words.ts';
import { areaOf } from './areas.ts';
import { askingOf, dateCondition, dateRange, type DateRange, isInRange, rangeText } from '../arguments/date-words.ts';

export interface ShipmentQuestion {
  readonly status?: string | undefined;
  readonly customer?: string | undefined;
  readonly carrier?: string | undefined;
  readonly pickupFrom?: string | undefined;
  readonly pickupTo?: string | undefined;
  readonly deliveryFrom?: string | undefined;
  readonly deliveryTo?: string | undefined;
  readonly billingStatus?: string | undefined;
  readonly origin?: string | undefined;
  readonly destination?: string | undefined;
}

type Test = (shipment: ShipmentRecord) => boolean;

/** The question as the API's filter, as tests on a row, and in words. */
export interface ShipmentFilter {
  readonly filter: NonNullable<Parameters<ToolContext['api']['shipments']['filter']>[0]>['filter'] & object;
  readonly local: Readonly<Record<string, Test>>;
  /** Holds for every row, whatever the API filters by. */
  readonly always: Test;
  readonly words: readonly string[];
  readonly resolved: readonly { readonly query: string; readonly as: string }[];
  readonly statuses: readonly ShipmentStatus[] | undefined;
  /** What the rows are ordered by, when a day was asked for. */
  readonly sortBy: 'pickUpDate' | 'deliveryDate' | undefined;
}

export const activeStatuses: readonly ShipmentStatus[] = shipmentStatuses.filter(
  (status) => shipmentPhases[status] !== 'final',
);

const statusKinds = { field: 'status', known: shipmentStatuses, groups: { ACTIVE: activeStatuses } } as const;
const billingKinds = {
  field: 'billingStatus',
  known: orderBillingStatuses,
  groups: { NOT_INVOICED: uninvoicedStatuses, UNBILLED: uninvoicedStatuses },
} as const;

const asksUninvoiced = ({ billingStatus }: ShipmentQuestion) =>
  ['not invoiced', 'unbilled'].includes(billingStatus?.trim().toLowerCase().replaceAll('_', ' ') ?? '');

export async function shipmentFilter(ctx: ToolContext, question: ShipmentQuestion): Promise<ShipmentFilter> {
  const asked = await readQuestion(ctx, question);
  const { billing, statuses, pickup, delivery, origin, destination, customer, carrier } = asked;
  return {
    filter: {
      ...(statuses && { status: { in: statuses } }),
      ...(customer && { customerId: { equalTo: customer.record.id } }),
      ...(carrier && { carrierId: { equalTo: carrier.record.id } }),
      ...(billing && { billingStatus: { in: billing } }),
      ...(pickup && { pickUpDate: dateCondition(pickup) }),
      ...(delivery && { deliveryDate: dateCondition(delivery) }),
      ...(origin?.state && { originState: { equalTo: origin.state } }),
      ...(destination?.state && { destinationState: { equalTo: destination.state } }),
    },
    local: {
      status: ({ status }) => statuses?.includes(status) ?? true,
      customerId: ({ customerId }) => customerId === customer?.record.id,
      carrierId: (shipment) => carrier === undefined || isMovedBy(shipment, carrier.record.id),
      billingStatus: ({ billingStatus }) => billingStatus !== null && billing?.includes(billingStatus) !== false,
      pickUpDate: ({ pickUpDate }) => pickup === undefined || isInRange(pickUpDate, pickup),
      deliveryDate: ({ deliveryDate }) => delivery === undefined || isInRange(deliveryDate, delivery),
      // `always` holds the whole place.
      originState: () => true,
      destinationState: () => true,
    },
    always: (shipment) =>
      (carrier === undefined || isMovedBy(shipment, carrier.record.id)) &&
      (origin?.holds(stopsOf(shipment)[0]) ?? true) &&
      (destination?.holds(stopsOf(shipment).at(-1)) ?? true) &&
      // What is canceled is never invoiced, and nobody waits for it.
      !(statuses === undefined && asksUninvoiced(question) && shipment.status === 'CANCELED'),
    words: wordsOf(question, asked),
    resolved: [customer, carrier].flatMap((found) => (found ? [resolvedAs(found)] : [])),
    statuses,
    sortBy: pickup ? 'pickUpDate' : delivery ? 'deliveryDate' : undefined,
  };
}

type Asked = Awaited<ReturnType<typeof readQuestion>>;

const readQuestion = (ctx: ToolContext, question: ShipmentQuestion) =>
  readTogether({
    billing: () =>
      question.billingStatus === undefined ? undefined : statusesIn(question.billingStatus, billingKinds),
    statuses: () => (question.status === undefined ? undefined : statusesIn(question.status, statusKinds)),
    pickup: () => rangeOf(ctx, question, 'pickup'),
    delivery: () => rangeOf(ctx, question, 'delivery'),
    origin: () => (question.origin === undefined ? undefined : areaOf(question.origin)),
    destination: () => (question.destination === undefined ? undefined : areaOf(question.destination)),
    customer: () => (question.customer === undefined ? undefined : resolve(ctx, customerFinder, question.customer)),
    carrier: () => (question.carrier === undefined ? undefined : resolve(ctx, carrierFinder, question.carrier)),
  });

const wordsOf = (
  question: ShipmentQuestion,
  { billing, statuses, pickup, delivery, origin, destination, customer, carrier }: Asked,
): readonly string[] => [
  ...(statuses ? [question.status?.trim().toLowerCase() === 'active' ? 'active' : statuses.join(' or ')] : []),
  ...(customer ? [`of customer ${named(customer.record)}`] : []),
  ...(carrier ? [`with carrier ${named(carrier.record)}`] : []),
  ...(billing ? [`billing ${asksUninvoiced(question) ? 'not invoiced' : billing.join(' or ')}`] : []),
  ...(origin ? [`from ${origin.words}`] : []),
  ...(destination ? [`to ${destination.words}`] : []),
  ...(pickup ? [`picking up ${rangeText(pickup)}`] : []),
  ...(delivery ? [`delivering ${rangeText(delivery)}`] : []),
];

const resolvedAs = ({ record, resolved }: NonNullable<Asked['customer'] | Asked['carrier']>) => ({
  query: resolved.query,
  as: `${record.name} (${record.friendlyId}), by ${resolved.as}`,
});

const named = ({ name, friendlyId }: { readonly name: string; readonly friendlyId: string }) =>
  `${recordText(name, 'list')} (${friendlyId})`;

/** A carrier that was bounced does not move the shipment. */
const isMovedBy = ({ loads }: ShipmentRecord, carrierId: string) =>
  loads.some(({ carriers }) =>
    carriers.some(({ carrier, status }) => carrier.id === carrierId && status !== 'BOUNCED'),
  );

function rangeOf(ctx: ToolContext, question: ShipmentQuestion, end: 'pickup' | 'delivery'): DateRange | undefined {
  const words = (name: keyof ShipmentQuestion) => {
    const text = question[name];
    return text === undefined ? undefined : { name, text, lean: 'future' as const };
  };
  return dateRange(askingOf(ctx), words(`${end}From`), words(`${end}To`));
}
