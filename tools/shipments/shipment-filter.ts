import { unbouncedAssignment } from '../../src/domain/freight/load.ts';
import { orderBillingStatuses, uninvoiced } from '../../src/domain/money/order-billing.ts';
import { liveShipment, notCanceled, type ShipmentStatus, shipmentStatuses } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { printRule, toSql } from '../../src/domain/rules/rule-sql.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CollectionName } from '../../src/copy-tables/index.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { carrierFinder, customerFinder } from '../arguments/finders.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { stopsOf } from './shipment-progress.ts';
import { resolve } from '../arguments/resolve.ts';
import { readTogether } from '../arguments/together.ts';
import { parseStatuses } from '../arguments/status-words.ts';
import { allOf, type Condition, isEqual, isWithin } from '../copied/conditions.ts';
import { type Area, areaOf } from '../copied/areas.ts';
import { askingOf, dateRange, type DateRange, isInRange, rangeText } from '../arguments/date-words.ts';

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

/** The question as a condition on the copy, as a test on a record, and in words. */
export interface ShipmentFilter {
  /** On a shipment `s` of the copy, without where the freight goes from and to. */
  readonly condition: Condition;
  /** What the condition reads beside the shipment. */
  readonly tables: readonly CollectionName[];
  readonly isWanted: Test;
  /** Of the place that it goes from, or to; undefined where any is meant. */
  readonly origin: Area | undefined;
  readonly destination: Area | undefined;
  readonly words: readonly string[];
  readonly resolved: readonly { readonly query: string; readonly as: string }[];
  readonly statuses: readonly ShipmentStatus[] | undefined;
  /** What the rows are ordered by, when a day was asked for. */
  readonly sortBy: 'pickup' | 'delivery' | undefined;
}

const statusKinds = { field: 'status', known: shipmentStatuses, groups: { ACTIVE: liveShipment } } as const;
const billingKinds = {
  field: 'billingStatus',
  known: orderBillingStatuses,
  groups: { NOT_INVOICED: uninvoiced, UNBILLED: uninvoiced },
} as const;

const asksUninvoiced = ({ billingStatus }: ShipmentQuestion) =>
  ['not invoiced', 'unbilled'].includes(billingStatus?.trim().toLowerCase().replaceAll('_', ' ') ?? '');

export async function shipmentFilter(ctx: ToolContext, question: ShipmentQuestion): Promise<ShipmentFilter> {
  const asked = await readQuestion(ctx, question);
  const { billing, statuses, pickup, delivery, origin, destination, customer, carrier } = asked;
  // What is canceled is never invoiced, and nobody waits for it.
  const hasRoute = [origin, destination, pickup, delivery].some((one) => one !== undefined);
  const leavesCanceled = statuses !== undefined || !asksUninvoiced(question);
  return {
    condition: allOf([
      ...(statuses ? [toSql(statuses.rule, 's')] : []),
      ...(customer ? [isEqual('s.customer_id', customer.record.id)] : []),
      ...(carrier ? [movedBy(carrier.record.id)] : []),
      ...(billing ? [toSql(billing.rule, 's')] : []),
      ...(pickup ? [isWithin('s.pick_up_date', pickup)] : []),
      ...(delivery ? [isWithin('s.delivery_date', delivery)] : []),
      ...(leavesCanceled ? [] : [toSql(notCanceled, 's')]),
    ]),
    tables: [...(carrier ? (['load'] as const) : []), ...(hasRoute ? (['freight_order'] as const) : [])],
    isWanted: (shipment) =>
      (statuses === undefined || isMet(statuses.rule, shipment)) &&
      (customer === undefined || shipment.customerId === customer.record.id) &&
      (carrier === undefined || isMovedBy(shipment, carrier.record.id)) &&
      (billing === undefined || isMet(billing.rule, shipment)) &&
      (pickup === undefined || isInRange(shipment.pickUpDate, pickup)) &&
      (delivery === undefined || isInRange(shipment.deliveryDate, delivery)) &&
      (origin?.holds(stopsOf(shipment)[0]) ?? true) &&
      (destination?.holds(stopsOf(shipment).at(-1)) ?? true) &&
      (leavesCanceled || isMet(notCanceled, shipment)),
    origin,
    destination,
    words: wordsOf(question, asked),
    resolved: [customer, carrier].flatMap((found) => (found ? [resolvedAs(found)] : [])),
    statuses: statuses?.groups.length === 0 ? statuses.statuses : undefined,
    sortBy: pickup ? 'pickup' : delivery ? 'delivery' : undefined,
  };
}

type Asked = Awaited<ReturnType<typeof readQuestion>>;

const readQuestion = (ctx: ToolContext, question: ShipmentQuestion) =>
  readTogether({
    billing: () =>
      question.billingStatus === undefined ? undefined : parseStatuses(question.billingStatus, billingKinds),
    statuses: () => (question.status === undefined ? undefined : parseStatuses(question.status, statusKinds)),
    pickup: () => rangeOf(ctx, question, 'pickup'),
    delivery: () => rangeOf(ctx, question, 'delivery'),
    origin: () => (question.origin === undefined ? undefined : areaOf('origin', question.origin)),
    destination: () => (question.destination === undefined ? undefined : areaOf('destination', question.destination)),
    customer: () => (question.customer === undefined ? undefined : resolve(ctx, customerFinder, question.customer)),
    carrier: () => (question.carrier === undefined ? undefined : resolve(ctx, carrierFinder, question.carrier)),
  });

const wordsOf = (
  question: ShipmentQuestion,
  { billing, statuses, pickup, delivery, origin, destination, customer, carrier }: Asked,
): readonly string[] => [
  ...(statuses ? [statuses.words] : []),
  ...(customer ? [`of customer ${named(customer.record)}`] : []),
  ...(carrier ? [`with carrier ${named(carrier.record)}`] : []),
  ...(billing ? [`billing ${asksUninvoiced(question) ? 'not invoiced' : billing.words}`] : []),
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
    carriers.some((one) => one.carrier?.id === carrierId && isMet(unbouncedAssignment, one)),
  );

const movedBy = (carrierId: string): Condition => ({
  text: `exists (select 1 from load l join load_carrier lc on lc.load_id = l.id
    where l.shipment_id = s.id and lc.carrier_id = ? and ${printRule(unbouncedAssignment, 'lc')})`,
  values: [carrierId],
});

function rangeOf(ctx: ToolContext, question: ShipmentQuestion, end: 'pickup' | 'delivery'): DateRange | undefined {
  const words = (name: keyof ShipmentQuestion) => {
    const text = question[name];
    return text === undefined ? undefined : { name, text, lean: 'future' as const };
  };
  return dateRange(askingOf(ctx), words(`${end}From`), words(`${end}To`));
}
