import { toPath } from '../kit/reference-path.ts';
import { type BookingFinding, listBookingFindings } from '../../../src/domain/carriers/booking-rules.ts';
import type { CarrierVerdict } from '../../../src/domain/carriers/carrier-verdict.ts';
import { toCivilDay, getToday } from '../../../src/domain/kit/dates.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { describeException } from '../../../src/domain/text/refusals.ts';
import { equipment as equipmentCatalog } from '../../../src/domain/freight/equipment.ts';
import type { Margin, MoneyLine } from '../../../src/domain/money/margin.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { checkCarrier, readWholeCarrier, recordChangeText } from '../../carriers/carrier-check.ts';
import { listVerdictLines } from '../../carriers/verdict-lines.ts';
import { type PlanLine, toJudgmentWarnings } from '../../../src/mcp/tool/plan.ts';
import type { PlanPart, Promised } from '../kit/plan-part.ts';
import { centsText } from '../../records/amounts.ts';
import type { CarrierRecord } from '../../records/record-types.ts';
import { listMarginLines } from '../../shipments/shipment-margin.ts';
import { type BookingContext, findOverlaps, readLaneRateLines, noContext } from './booking-context.ts';
import { buildAgreedLine, type PlannedBooking, type RequestedBookings, readBookings, sumCharges } from './bookings.ts';
import type { EarlierSteps } from '../kit/earlier-steps.ts';

/** Plan part of a booking. It has a title where the call does nothing but book. */
export interface BookingPlan extends PlanPart {
  /** Sentences that say who is booked on what, for the title of new freight. */
  readonly bookings: readonly string[];
  /** Amounts that the carriers are promised. */
  readonly promised: readonly Promised[];
}

const noBooking: BookingPlan = { bookings: [], promised: [] };

/** Record of a carrier, with the verdict of the vetting rules. */
interface VettedCarrier {
  readonly carrier: CarrierRecord;
  readonly checkup: CarrierVerdict;
  readonly insuranceEndsOn: string | null;
  readonly changeText: string | null;
}

/** Booking with the vetting of its carrier; without it where the API does not show carriers. */
interface VettedBooking extends PlannedBooking {
  readonly vetted: VettedCarrier | undefined;
  /** Undefined while no rate is given. */
  readonly cost: MoneyLine | undefined;
  readonly fits: boolean | null;
}

/** Plans the bookings of a call, and checks verdict, insurance, equipment, margin, and who is on the load already. */
export async function planBooking(
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
  earlier: EarlierSteps = {},
): Promise<BookingPlan> {
  const request = await readBookings(ctx, operation, input, earlier);
  if (request.bookings.length === 0) return noBooking;
  const files = await vetAll(ctx, request.bookings);
  const vettedBookings = request.bookings.map((booking) =>
    buildVettedBooking(booking, files.get(getCarrierKey(booking)), request.currency),
  );
  const costs = vettedBookings.flatMap(({ cost }) => cost ?? []);
  const after = request.computeMargins(costs);
  const findings = vettedBookings.flatMap((booking) =>
    listFindings(ctx, booking, after).map((finding) => applyException(ctx, booking, finding)),
  );
  refuseBlocked(vettedBookings, findings);
  const context = await Promise.all(vettedBookings.map((booking) => readContext(ctx, booking, request)));
  return {
    title: bookingOperations.has(operation) ? vettedBookings.map(describeBooking).join(' and ') : undefined,
    bookings: vettedBookings.map(describeBooking),
    lines: [
      ...vettedBookings.flatMap((booking) => [
        // The title says it where the call does nothing but book, or makes a shipment.
        ...(bookingOperations.has(operation) || operation === 'shipments.create' ? [] : [describeBooking(booking)]),
        ...listBookingLines(booking),
      ]),
      ...listMarginChange(request, costs),
    ],
    judgments: [...files.values()].flatMap((vetted) =>
      vetted ? listVerdictLines(formatCarrierName(vetted), vetted.checkup, vetted.changeText) : [],
    ),
    context: [...new Set(context.flatMap(({ lines }) => lines))],
    contextWarnings: [
      ...context.flatMap(({ warnings }) => warnings),
      ...toJudgmentWarnings([...files.values()].flatMap((vetted) => (vetted ? listFailures(vetted) : []))),
    ],
    gate: findings.some(({ holds }) => holds === 'approve') ? 'approve' : 'confirm',
    hits: [...new Set(findings.map(({ sentence }) => sentence))],
    exceptions: [...new Set(findings.flatMap(({ exception }) => exception ?? []))],
    members: new Set(
      operation === 'loads.addCarrier' && vettedBookings.every(({ vetted }) => vetted) ? ['carrier'] : [],
    ),
    ids: new Set([...files.values()].flatMap((vetted) => (vetted ? [vetted.carrier.id] : []))),
    promised: vettedBookings.flatMap(({ cost, vetted }) =>
      cost ? [{ currency: cost.currency, amountCents: cost.agreedCents, payee: vetted?.carrier.id ?? null }] : [],
    ),
    records: [
      ...request.records,
      ...[...files.values()].flatMap((vetted) => (vetted ? [{ resource: 'carriers', record: vetted.carrier }] : [])),
    ],
  };
}

/** Lists what speaks against the carrier; unknown inputs only count for the gate. */
const listFailures = (vetted: VettedCarrier): readonly string[] =>
  vetted.checkup.findings
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ sentence }) => `${formatCarrierName(vetted)}: ${sentence}`);

/** Operations that do nothing but book. */
const bookingOperations: ReadonlySet<string> = new Set(['loads.addCarrier', 'loads.create']);

/** Reads what carriers were paid on the lane, and the carrier's other loads in these days. */
async function readContext(
  ctx: ToolContext,
  booking: VettedBooking,
  { shipment }: RequestedBookings,
): Promise<BookingContext> {
  const { vetted, charges } = booking;
  const overlaps = vetted ? await findOverlaps(ctx, vetted.carrier.id, booking) : noContext;
  const currency = vetted?.carrier.currency ?? shipment?.currency ?? 'USD';
  const rates = charges === undefined ? [] : await readLaneRateLines(ctx, shipment, currency);
  return { lines: [...rates, ...overlaps.lines], warnings: overlaps.warnings };
}

const getCarrierKey = ({ carrier }: PlannedBooking) => JSON.stringify(carrier);

/** Vets each carrier once, however many loads it gets. */
async function vetAll(
  ctx: ToolContext,
  bookings: readonly PlannedBooking[],
): Promise<ReadonlyMap<string, VettedCarrier | undefined>> {
  const carriers = new Map(bookings.map((booking) => [getCarrierKey(booking), booking.carrier]));
  const read = [...carriers].map(async ([key, reference]) => {
    const carrier = await readIfShown(() => ctx.api.carriers.get(toPath(reference)));
    return [key, carrier && (await vet(ctx, carrier))] as const;
  });
  return new Map(await Promise.all(read));
}

async function vet(ctx: ToolContext, carrier: CarrierRecord): Promise<VettedCarrier> {
  const { insuranceExpirationDate: ends } = carrier;
  // As of the day of the request, so that a plan reads the same when it runs.
  const reading = await readWholeCarrier(ctx, carrier, getToday(ctx.timeZone, ctx.askedAt));
  return {
    carrier,
    checkup: checkCarrier(reading, { isQuoted: true }),
    changeText: recordChangeText(reading),
    insuranceEndsOn: ends ? toCivilDay(ends, ctx.timeZone) : null,
  };
}

/** Returns undefined where this API does not show carriers; a carrier that does not exist is an error. */
async function readIfShown<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'NOT_IMPLEMENTED') return undefined;
    throw error;
  }
}

function buildVettedBooking(
  booking: PlannedBooking,
  vetted: VettedCarrier | undefined,
  currency: string | null,
): VettedBooking {
  const paidIn = vetted?.carrier.currency ?? currency ?? 'USD';
  const cents = sumCharges(booking.charges);
  return {
    ...booking,
    vetted,
    cost: (booking.charges ?? []).length > 0 ? buildAgreedLine(paidIn, cents) : undefined,
    fits: vetted ? isFitting(booking.equipment, vetted.carrier.equipments) : null,
  };
}

/** Returns null where no equipment is requested, or where the carrier's equipment is unknown. */
function isFitting(requestedEquipment: PlannedBooking['equipment'], runs: readonly string[]): boolean | null {
  const classes = requestedEquipment.flatMap((item) => findEquipmentClass(item) ?? []);
  return classes.length === 0 || runs.length === 0 ? null : classes.some((kind) => runs.includes(kind));
}

const findEquipmentClass = ({ id, name }: PlannedBooking['equipment'][number]) =>
  equipmentCatalog.find((entry) => entry.id === id || entry.name === name)?.carrierClass;

function listFindings(
  { policy }: ToolContext,
  { vetted, otherCarriers, lastDay, cost, charges, fits }: VettedBooking,
  after: readonly Margin[] | undefined,
): readonly BookingFinding[] {
  if (!vetted)
    return [{ holds: 'approve', sentence: 'The API does not show the file of the carrier: it could not be vetted.' }];
  const findings = listBookingFindings({
    verdict: vetted.checkup,
    insuranceEndsOn: vetted.insuranceEndsOn,
    lastDeliveryDay: lastDay,
    otherCarriers,
    isRateKnown: cost !== undefined || charges === undefined,
    margins: cost ? (after ?? null) : [],
    marginFloor: policy.marginFloor,
    fitsEquipment: fits,
  });
  // It was on the load before: a person may let it stay there.
  return charges === undefined ? findings.map(allowApproval) : findings;
}

const allowApproval = (finding: BookingFinding): BookingFinding =>
  finding.holds === 'refuse' ? { ...finding, holds: 'approve' } : finding;

interface PermittedFinding extends BookingFinding {
  readonly exception?: string;
}

/** Turns a refusal into an approval where the policy makes an exception for it, and says so. */
function applyException({ policy }: ToolContext, { vetted }: VettedBooking, finding: BookingFinding): PermittedFinding {
  const { holds, refusal, sentence } = finding;
  if (holds !== 'refuse' || refusal === undefined || !policy.exceptions.includes(refusal)) return finding;
  const reasons = refusal === 'carrier_do_not_use' ? (vetted?.checkup.reasons ?? []) : [];
  const exceptionText = [describeException(refusal, sentence), ...reasons].join(' ');
  return { holds: 'approve', refusal, sentence: exceptionText, exception: refusal };
}

function refuseBlocked(bookings: readonly VettedBooking[], findings: readonly BookingFinding[]): void {
  const refusals = findings.filter(({ holds }) => holds === 'refuse');
  if (refusals.length === 0) return;
  const reasons = bookings.flatMap(({ vetted }) => (vetted?.checkup.overall === 'fail' ? vetted.checkup.reasons : []));
  const sentences = [...new Set([...refusals.map(({ sentence }) => sentence), ...reasons])];
  const carriers = [...new Set(bookings.flatMap(({ vetted }) => vetted?.carrier.friendlyId ?? []))];
  throw withNextActions(
    new WaybillError('REFUSED', `${bookings.map(describeBooking).join('; ')}: refused. ${sentences.join(' ')}`),
    [
      ...carriers.map((carrier) => ({ tool: 'get_carrier', arguments: { carrier }, why: 'shows every rule' })),
      { tool: 'find_carriers', arguments: {}, why: 'finds another carrier' },
    ],
  );
}

function describeBooking({ vetted, on, cost }: VettedBooking): string {
  const carrierName = vetted ? formatCarrierName(vetted) : 'a carrier';
  return `Book ${carrierName} on ${on}${cost ? ` at ${centsText(cost.agreedCents, cost.currency)}` : ''}`;
}

const formatCarrierName = ({ carrier: { name, friendlyId } }: VettedCarrier) =>
  `${recordText(name, 'list')} (${friendlyId})`;

function listBookingLines(booking: VettedBooking): readonly string[] {
  const { vetted, lastDay, route, equipment, fits } = booking;
  const equipmentNames = equipment.map(({ name, id, key }) =>
    recordText(name ?? findEquipmentName(id) ?? key ?? 'unknown', 'list'),
  );
  const runs = vetted?.carrier.equipments.map(formatCode).join(', ') || 'unknown equipment';
  const verdict = fits === null ? 'not compared' : fits ? 'fits' : 'does not fit';
  return [
    ...route,
    `Equipment: ${equipmentNames.join(' or ') || 'none requested'}; the carrier runs ${runs}: ${verdict}`,
    `Insurance until ${formatDate(vetted?.insuranceEndsOn ?? 'unknown')}; last delivery day ${formatDate(lastDay ?? 'unknown, so not compared')}`,
  ];
}

const findEquipmentName = (id: string | undefined) => equipmentCatalog.find((entry) => entry.id === id)?.name;

function listMarginChange(
  { computeMargins, shipment }: RequestedBookings,
  costs: readonly MoneyLine[],
): readonly PlanLine[] {
  if (costs.length === 0) return [];
  const [before, after] = [computeMargins([]), computeMargins(costs)];
  if (!before || !after) return ['Margin: unknown, the API does not show the revenue'];
  return listMarginLines(shipment?.friendlyId, before, after);
}
