import { type BookingFinding, listBookingFindings } from '../../../src/domain/carriers/booking-rules.ts';
import type { CarrierVerdict } from '../../../src/domain/carriers/carrier-verdict.ts';
import { toCivilDay, getToday } from '../../../src/domain/kit/dates.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { describeException } from '../../../src/domain/kit/refusals.ts';
import { equipment as equipmentCatalog } from '../../../src/domain/freight/equipment.ts';
import type { Margin, MoneyLine } from '../../../src/domain/money/margin.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { checkCarrier, readWholeCarrier, recordChangeText } from '../../carriers/carrier-check.ts';
import { listVerdictLines } from '../../carriers/verdict-lines.ts';
import { toJudgmentWarnings } from '../../../src/mcp/tool/plan.ts';
import type { PlanPart, Promised } from '../kit/plan-part.ts';
import { centsText } from '../../records/amounts.ts';
import type { CarrierRecord } from '../../records/record-types.ts';
import { describeMargins } from '../../shipments/shipment-margin.ts';
import { type BookingContext, findOverlaps, laneRateLines, noContext } from './booking-context.ts';
import { agreed, asPath, type Booking, type Bookings, bookingsIn, chargesCents } from './bookings.ts';
import type { EarlierSteps } from '../kit/earlier-steps.ts';

/** Its title says what happens, where booking is all that does. */
export interface BookingPlan extends PlanPart {
  /** What the carriers are promised. */
  readonly promised: readonly Promised[];
}

const noBooking: BookingPlan = { promised: [] };

/** The file of a carrier, with what the rules say of it. */
interface Vetted {
  readonly carrier: CarrierRecord;
  readonly checkup: CarrierVerdict;
  readonly insuranceEndsOn: string | null;
  readonly changeText: string | null;
}

/** A booking with whom it is for; without a file where the API does not show carriers. */
interface Judged extends Booking {
  readonly vetted: Vetted | undefined;
  /** Undefined while no rate is given. */
  readonly cost: MoneyLine | undefined;
  readonly fits: boolean | null;
}

/** Whom a call puts on a load, and what speaks against it: verdict, cover, equipment, margin, and who is on it already. */
export async function bookingPlan(
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
  earlier: EarlierSteps = {},
): Promise<BookingPlan> {
  const found = await bookingsIn(ctx, operation, input, earlier);
  if (found.bookings.length === 0) return noBooking;
  const files = await vetAll(ctx, found.bookings);
  const judged = found.bookings.map((booking) => judge(booking, files.get(keyOf(booking)), found.currency));
  const costs = judged.flatMap(({ cost }) => cost ?? []);
  const [before, after] = [found.marginsWith([]), found.marginsWith(costs)];
  const findings = judged.flatMap((booking) =>
    findingsOf(ctx, booking, after).map((finding) => permitted(ctx, booking, finding)),
  );
  refuseHeld(judged, findings);
  const context = await Promise.all(judged.map((booking) => listContext(ctx, booking, found)));
  return {
    title: titled.has(operation) ? judged.map(sentenceOf).join(' and ') : undefined,
    lines: [...judged.flatMap(bookingLines), ...marginLines(before, after, costs)],
    judgments: [...files.values()].flatMap((vetted) =>
      vetted ? listVerdictLines(nameOf(vetted), vetted.checkup, vetted.changeText) : [],
    ),
    context: [...new Set(context.flatMap(({ lines }) => lines))],
    contextWarnings: [
      ...context.flatMap(({ warnings }) => warnings),
      ...toJudgmentWarnings([...files.values()].flatMap((vetted) => (vetted ? listFailures(vetted) : []))),
    ],
    gate: findings.some(({ holds }) => holds === 'approve') ? 'approve' : 'confirm',
    hits: [...new Set(findings.map(({ sentence }) => sentence))],
    exceptions: [...new Set(findings.flatMap(({ exception }) => exception ?? []))],
    promised: judged.flatMap(({ cost, vetted }) =>
      cost ? [{ currency: cost.currency, amountCents: cost.agreedCents, payee: vetted?.carrier.id ?? null }] : [],
    ),
    records: [
      ...found.records,
      ...[...files.values()].flatMap((vetted) => (vetted ? [{ resource: 'carriers', record: vetted.carrier }] : [])),
    ],
  };
}

/** Lists what speaks against the carrier; what is only not known counts for the gate. */
const listFailures = (vetted: Vetted): readonly string[] =>
  vetted.checkup.findings
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ sentence }) => `${nameOf(vetted)}: ${sentence}`);

/** Booking is all that they do. */
const titled: ReadonlySet<string> = new Set(['loads.addCarrier', 'loads.create']);

/** Lists what carriers were paid on the lane and where else the carrier's trucks are in these days. */
async function listContext(ctx: ToolContext, booking: Judged, { shipment }: Bookings): Promise<BookingContext> {
  const { vetted, charges } = booking;
  const overlaps = vetted ? await findOverlaps(ctx, vetted.carrier.id, booking) : noContext;
  const currency = vetted?.carrier.currency ?? shipment?.currency ?? 'USD';
  const rates = charges === undefined ? [] : await laneRateLines(ctx, shipment, currency);
  return { lines: [...rates, ...overlaps.lines], warnings: overlaps.warnings };
}

const keyOf = ({ carrier }: Booking) => JSON.stringify(carrier);

/** Each carrier once, however many loads it gets. */
async function vetAll(
  ctx: ToolContext,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<string, Vetted | undefined>> {
  const carriers = new Map(bookings.map((booking) => [keyOf(booking), booking.carrier]));
  const read = [...carriers].map(async ([key, reference]) => {
    const carrier = await readIfShown(() => ctx.api.carriers.get(asPath(reference)));
    return [key, carrier && (await vet(ctx, carrier))] as const;
  });
  return new Map(await Promise.all(read));
}

async function vet(ctx: ToolContext, carrier: CarrierRecord): Promise<Vetted> {
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

/** A carrier that is not there is an error; one that this API does not show is not known. */
async function readIfShown<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'NOT_IMPLEMENTED') return undefined;
    throw error;
  }
}

function judge(booking: Booking, vetted: Vetted | undefined, currency: string | null): Judged {
  const paidIn = vetted?.carrier.currency ?? currency ?? 'USD';
  const cents = chargesCents(booking.charges);
  return {
    ...booking,
    vetted,
    cost: (booking.charges ?? []).length > 0 ? agreed(paidIn, cents) : undefined,
    fits: vetted ? isFitting(booking.equipment, vetted.carrier.equipments) : null,
  };
}

/** Null where nothing is asked for, or nothing is known of what the carrier runs. */
function isFitting(wanted: Booking['equipment'], runs: readonly string[]): boolean | null {
  const classes = wanted.flatMap((one) => classOf(one) ?? []);
  return classes.length === 0 || runs.length === 0 ? null : classes.some((kind) => runs.includes(kind));
}

const classOf = ({ id, name }: Booking['equipment'][number]) =>
  equipmentCatalog.find((one) => one.id === id || one.name === name)?.carrierClass;

function findingsOf(
  { policy }: ToolContext,
  { vetted, otherCarriers, lastDay, cost, charges, fits }: Judged,
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
  return charges === undefined ? findings.map(softened) : findings;
}

const softened = (finding: BookingFinding): BookingFinding =>
  finding.holds === 'refuse' ? { ...finding, holds: 'approve' } : finding;

interface Permitted extends BookingFinding {
  readonly exception?: string;
}

/** What the policy lets a person approve, said as what it is. */
function permitted({ policy }: ToolContext, { vetted }: Judged, finding: BookingFinding): Permitted {
  const { holds, refusal, sentence } = finding;
  if (holds !== 'refuse' || refusal === undefined || !policy.exceptions.includes(refusal)) return finding;
  const reasons = refusal === 'carrier_do_not_use' ? (vetted?.checkup.reasons ?? []) : [];
  const said = [describeException(refusal, sentence), ...reasons].join(' ');
  return { holds: 'approve', refusal, sentence: said, exception: refusal };
}

function refuseHeld(judged: readonly Judged[], findings: readonly BookingFinding[]): void {
  const held = findings.filter(({ holds }) => holds === 'refuse');
  if (held.length === 0) return;
  const reasons = judged.flatMap(({ vetted }) => (vetted?.checkup.overall === 'fail' ? vetted.checkup.reasons : []));
  const sentences = [...new Set([...held.map(({ sentence }) => sentence), ...reasons])];
  const carriers = [...new Set(judged.flatMap(({ vetted }) => vetted?.carrier.friendlyId ?? []))];
  throw withNextActions(
    new WaybillError('REFUSED', `${judged.map(sentenceOf).join('; ')}: refused. ${sentences.join(' ')}`),
    [
      ...carriers.map((carrier) => ({ tool: 'get_carrier', arguments: { carrier }, why: 'shows every rule' })),
      { tool: 'find_carriers', arguments: {}, why: 'finds another carrier' },
    ],
  );
}

function sentenceOf({ vetted, on, cost }: Judged): string {
  const who = vetted ? nameOf(vetted) : 'a carrier';
  return `Book ${who} on ${on}${cost ? ` at ${centsText(cost.agreedCents, cost.currency)}` : ''}`;
}

const nameOf = ({ carrier: { name, friendlyId } }: Vetted) => `${recordText(name, 'list')} (${friendlyId})`;

function bookingLines(booking: Judged): readonly string[] {
  const { vetted, lastDay, equipment, fits } = booking;
  const wanted = equipment.map(({ name, id, key }) =>
    recordText(name ?? equipmentName(id) ?? key ?? 'unknown', 'list'),
  );
  const runs = vetted?.carrier.equipments.join(', ') || 'unknown equipment';
  const verdict = fits === null ? 'not compared' : fits ? 'fits' : 'DOES NOT FIT';
  return [
    sentenceOf(booking),
    `Equipment: ${wanted.join(' or ') || 'none asked for'}; the carrier runs ${runs}: ${verdict}`,
    `Insurance until ${vetted?.insuranceEndsOn ?? 'unknown'}; last delivery day ${lastDay ?? 'unknown, so it was not compared'}`,
  ];
}

const equipmentName = (id: string | undefined) => equipmentCatalog.find((one) => one.id === id)?.name;

function marginLines(
  before: readonly Margin[] | undefined,
  after: readonly Margin[] | undefined,
  costs: readonly MoneyLine[],
): readonly string[] {
  if (costs.length === 0) return [];
  if (!before || !after) return ['Margin: unknown, the API does not show the revenue'];
  return [
    ...describeMargins(before).map((line) => `Margin before, ${line}`),
    ...describeMargins(after).map((line) => `Margin after, ${line}`),
  ];
}
