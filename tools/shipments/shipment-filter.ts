import { matchRule } from '../../src/copy-tables/conditions.ts';
import { unbouncedAssignment } from '../../src/domain/freight/load.ts';
import { orderBillingStatuses, uninvoiced } from '../../src/domain/money/order-billing.ts';
import { liveShipment, notCanceled, shipmentStatuses } from '../../src/domain/freight/shipment.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { describeHourRange, type HourRange, readHourRange, toInstants } from '../copied/hour-range.ts';
import { carrierFinder, customerFinder } from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { parseStatuses } from '../arguments/status-words.ts';
import { parseFreightArea } from '../copied/areas.ts';
import { getDeskClock } from '../arguments/date-words.ts';
import { buildAreaCondition } from '../copied/places.ts';
import { matchEvery, ofShipment, type ShipmentCondition } from '../copied/shipment-scope.ts';

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

/** The question as a condition on the copy, and in words. */
export interface ResolvedShipmentFilter {
  /** On a shipment `s` of the copy with its facts `f`. */
  readonly condition: ShipmentCondition;
  readonly words: readonly string[];
  readonly resolved: readonly { readonly query: string; readonly as: string }[];
  /** Order of the rows if a day was requested. */
  readonly sortBy: 'pickup' | 'delivery' | undefined;
}

const statusKinds = { field: 'status', allStatuses: shipmentStatuses, groups: { ACTIVE: liveShipment } } as const;
const billingKinds = {
  field: 'billingStatus',
  allStatuses: orderBillingStatuses,
  groups: { NOT_INVOICED: uninvoiced, UNBILLED: uninvoiced },
} as const;

const isAboutUninvoiced = ({ billingStatus }: ShipmentQuestion) =>
  ['not invoiced', 'unbilled'].includes(billingStatus?.trim().toLowerCase().replaceAll('_', ' ') ?? '');

export async function readShipmentFilter(
  ctx: ToolContext,
  question: ShipmentQuestion,
): Promise<ResolvedShipmentFilter> {
  const parsed = await readQuestion(ctx, question);
  const { billing, statuses, pickup, delivery, origin, destination, customer, carrier } = parsed;
  const records = await ctx.records();
  const zones = hasHours(pickup) || hasHours(delivery) ? await readTimeZones(records) : [];
  // What is canceled is never invoiced, and nobody waits for it.
  const leavesCanceled = statuses !== undefined || !isAboutUninvoiced(question);
  return {
    condition: matchEvery([
      ...(statuses ? [matchRule(statuses.rule, 's')] : []),
      ...(customer ? [ofShipment('s.customer_id', '=', customer.record.id)] : []),
      ...(carrier ? [isMovedBy(carrier.record.id)] : []),
      ...(billing ? [matchRule(billing.rule, 's')] : []),
      ...(pickup ? [isDue('pickup', pickup, zones)] : []),
      ...(delivery ? [isDue('delivery', delivery, zones)] : []),
      ...(leavesCanceled ? [] : [matchRule(notCanceled, 's')]),
      ...(origin ? [await buildAreaCondition(records, 'from', origin)] : []),
      ...(destination ? [await buildAreaCondition(records, 'to', destination)] : []),
    ]),
    words: describeFilter(question, parsed),
    resolved: [customer, carrier].flatMap((party) => (party ? [describeResolution(party)] : [])),
    sortBy: pickup ? 'pickup' : delivery ? 'delivery' : undefined,
  };
}

type ParsedShipmentQuestion = Awaited<ReturnType<typeof readQuestion>>;

const readQuestion = (ctx: ToolContext, question: ShipmentQuestion) =>
  readTogether({
    billing: () =>
      question.billingStatus === undefined ? undefined : parseStatuses(question.billingStatus, billingKinds),
    statuses: () => (question.status === undefined ? undefined : parseStatuses(question.status, statusKinds)),
    pickup: () => readRange(ctx, question, 'pickup'),
    delivery: () => readRange(ctx, question, 'delivery'),
    origin: () => (question.origin === undefined ? undefined : parseFreightArea('origin', question.origin)),
    destination: () =>
      question.destination === undefined ? undefined : parseFreightArea('destination', question.destination),
    customer: () => (question.customer === undefined ? undefined : resolve(ctx, customerFinder, question.customer)),
    carrier: () => (question.carrier === undefined ? undefined : resolve(ctx, carrierFinder, question.carrier)),
  });

const describeFilter = (
  question: ShipmentQuestion,
  { billing, statuses, pickup, delivery, origin, destination, customer, carrier }: ParsedShipmentQuestion,
): readonly string[] => [
  ...(statuses ? [statuses.words] : []),
  ...(customer ? [`of customer ${formatParty(customer.record)}`] : []),
  ...(carrier ? [`with carrier ${formatParty(carrier.record)}`] : []),
  ...(billing ? [`billing ${isAboutUninvoiced(question) ? 'not invoiced' : billing.words}`] : []),
  ...(origin ? [`from ${origin.words}`] : []),
  ...(destination ? [`to ${destination.words}`] : []),
  ...(pickup ? [`picking up ${describeHourRange(pickup)}`] : []),
  ...(delivery ? [`delivering ${describeHourRange(delivery)}`] : []),
];

const describeResolution = ({
  record,
  resolved,
}: NonNullable<ParsedShipmentQuestion['customer'] | ParsedShipmentQuestion['carrier']>) => ({
  query: resolved.query,
  as: `${record.name} (${record.friendlyId}), by ${resolved.as}`,
});

const formatParty = ({ name, friendlyId }: { readonly name: string; readonly friendlyId: string }) =>
  `${recordText(name, 'list')} (${friendlyId})`;

/** Matches shipments that the carrier moves. A bounced carrier does not move a shipment. */
const isMovedBy = (carrierId: string): ShipmentCondition =>
  ofShipment.exists(
    ofShipment
      .selectFrom('load as l')
      .innerJoin('load_carrier as lc', 'lc.load_id', 'l.id')
      .select('l.id')
      .whereRef('l.shipment_id', '=', 's.id')
      .where('lc.carrier_id', '=', carrierId)
      .where(matchRule(unbouncedAssignment, 'lc')),
  );

const hasHours = (range: HourRange | undefined): boolean => range !== undefined && (range.start ?? range.end) !== null;

const readTimeZones = async ({ db }: CopiedRecords): Promise<readonly string[]> => {
  const stops = await db.selectFrom('order_stop').select('time_zone').distinct().execute();
  return stops.flatMap(({ time_zone: zone }) => zone ?? []);
};

/** Matches the days of the shipment; where hours are named, the window of a stop on its own clock as well. */
function isDue(end: 'pickup' | 'delivery', range: HourRange, zones: readonly string[]): ShipmentCondition {
  if (hasHours(range)) return hasStopWithin(end === 'pickup' ? 'PICK' : 'DROP', range, zones);
  const day = end === 'pickup' ? 's.pick_up_date' : 's.delivery_date';
  return matchEvery([
    ...(range.from === null ? [] : [ofShipment(day, '>=', range.from)]),
    ...(range.to === null ? [] : [ofShipment(day, '<=', range.to)]),
  ]);
}

/** Matches by the start of the window; a stop that takes a truck at any time of its day matches where the day does. */
function hasStopWithin(type: 'PICK' | 'DROP', range: HourRange, zones: readonly string[]): ShipmentCondition {
  const stops = ofShipment
    .selectFrom('freight_order as o')
    .innerJoin('order_stop as st', 'st.order_id', 'o.id')
    .select('st.stop_id')
    .whereRef('o.shipment_id', '=', 's.id')
    .where('st.type', '=', type);
  return ofShipment.exists(
    stops.where((eb) =>
      eb.or(
        zones.map((zone) => {
          const { start, end } = toInstants(range, zone);
          return eb.and([
            eb('st.time_zone', '=', zone),
            ...(end === null ? [] : [eb('st.window_start', '<=', end)]),
            ...(start === null
              ? []
              : [
                  eb.or([
                    eb('st.window_start', '>=', start),
                    eb.and([eb('st.window_kind', '=', 'day'), eb('st.window_end', '>=', start)]),
                  ]),
                ]),
          ]);
        }),
      ),
    ),
  );
}

function readRange(ctx: ToolContext, question: ShipmentQuestion, end: 'pickup' | 'delivery'): HourRange | undefined {
  const toDateWords = (name: keyof ShipmentQuestion) => {
    const text = question[name];
    return text === undefined ? undefined : { name, text, lean: 'future' as const };
  };
  return readHourRange(getDeskClock(ctx), toDateWords(`${end}From`), toDateWords(`${end}To`));
}
