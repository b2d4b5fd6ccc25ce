import { type Completeness, formatSoFar, isLoading } from '../../src/domain/kit/completeness.ts';
import { coverDays, coverRanking, nearby } from '../../src/domain/carriers/cover-ranking.ts';
import { formatVerdict } from '../../src/domain/carriers/carrier-verdict.ts';
import { formatMoney, fromCents, formatPercent } from '../../src/domain/money/money.ts';
import { formatDate, formatLocalTime } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import type { CoverCandidate, CoverCandidates, LeftOut } from './cover-candidates.ts';

interface CoverAnswer extends CoverCandidates {
  /** The argument of the call that books: the load, or the shipment if the booking creates the load. */
  readonly booked: { readonly load: string } | { readonly shipment: string };
  readonly name: string;
  /** Record text. */
  readonly lane: string;
  readonly equipment: string | null;
  readonly pickup: string | null;
  readonly currency: string;
  readonly targetCents: number | null;
  readonly maxCents: number | undefined;
  readonly marginTarget: number;
  readonly notes: readonly string[];
  readonly timeZone: string;
  readonly asOf: string;
  readonly completeness: Completeness;
}

const offeredMax = 2;

/**
 * Builds the answer with the best carriers for a load, whom to call and what to pay. It contains nothing about what the
 * customer pays.
 */
export function buildCoverResult(answer: CoverAnswer) {
  const { best, total, leftOut, notes, currency, targetCents } = answer;
  return recordResult({
    summary: formatSummary(answer),
    asOf: answer.asOf,
    lines: [
      ...best.map((candidate, index) => `${index + 1}. ${formatCandidate(candidate, answer)}`),
      ...(total > best.length ? [`${total - best.length} more ran it or have a truck nearby.`] : []),
      ...(leftOut.count > 0 ? [describeLeftOut(leftOut)] : []),
      describeRanking(answer),
      ...notes,
    ],
    data: {
      load: answer.name,
      lane: answer.lane,
      equipment: answer.equipment,
      pickup: answer.pickup,
      currency,
      targetBuy: targetCents === null ? null : fromCents(targetCents),
      total,
      carriers: best.map((candidate) => toCandidateData(candidate)),
      leftOut: { count: leftOut.count, first: leftOut.first.map(toLeftOutData) },
      definition: describeRanking(answer),
      ...(notes.length > 0 && { notes }),
    },
    untrusted: [
      '/lane',
      '/equipment',
      '/carriers/*/name',
      '/carriers/*/contact',
      '/carriers/*/phone',
      '/carriers/*/reasons/*',
      '/carriers/*/nearby/place',
      '/leftOut/first/*/name',
      '/leftOut/first/*/reason',
    ],
    nextActions: suggestActions(answer),
  });
}

function formatSummary(answer: CoverAnswer): string {
  const { name, lane, equipment, pickup, total, targetCents, currency, maxCents, completeness } = answer;
  const details = [
    recordText(lane, 'list'),
    ...(equipment === null ? [] : [recordText(equipment, 'list')]),
    ...(pickup === null ? [] : [`pickup ${formatDate(pickup)}`]),
  ].join(', ');
  const capped = maxCents !== undefined && targetCents === maxCents ? ', as capped' : '';
  const target =
    targetCents === null ? 'target buy unknown' : `target buy ${formatMoney(targetCents, currency)}${capped}`;
  return `${name}, ${details}: ${formatSoFar(`${total} ${total === 1 ? 'carrier' : 'carriers'} to ask`, completeness)}, ${target}.`;
}

function describeRanking({ marginTarget }: CoverAnswer): string {
  return `Ranked by: ${coverRanking}. Ran = delivered in ${coverDays} days; nearby = a live load that ends within ${nearby.miles} miles (straight) in the ${nearby.hours} h before pickup; target buy leaves ${formatPercent(marginTarget)} margin, what the shipment costs already taken off.`;
}

function formatCandidate(candidate: CoverCandidate, answer: CoverAnswer): string {
  const { carrier, truck, checkup, holds } = candidate;
  const missing = listMissing(holds, checkup.quoted.reasons);
  return [
    `${recordText(carrier.name, 'list')} (${carrier.friendlyId})`,
    describeRuns(candidate, answer),
    ...(truck
      ? [
          `truck nearby: ${truck.load} ends ${recordText(truck.place, 'list')} ${formatLocalTime(truck.endsAt, answer.timeZone)}, ${truck.miles} miles`,
        ]
      : []),
    `runs ${carrier.equipments.map(formatCode).join(', ') || 'unknown equipment'}`,
    formatVerdict(checkup.plain),
    callText(carrier),
    ...(missing.length > 0 ? [`before booking: ${missing.join(' ')}`] : []),
  ].join('; ');
}

const levelWords = { city: 'ran it', market: 'ran between the markets', state: 'ran between the states' } as const;

function describeRuns({ runner }: CoverCandidate, { currency, completeness }: CoverAnswer): string {
  if (!runner) return 'never ran it';
  const hasAverage = runner.averageCents !== null && !isLoading(completeness);
  const average = !hasAverage ? '' : `, average buy ${formatMoney(runner.averageCents, currency)}`;
  return `${levelWords[runner.level]} ${runner.loads === 1 ? 'once' : `${runner.loads} times`}, last ${formatDate(runner.last)}${average}`;
}

const reasonsShown = 2;

/** Lists what is missing. The sentence with the verdict is left out beside its reasons. */
const listMissing = (holds: readonly string[], reasons: readonly string[]): readonly string[] => [
  ...reasons.slice(0, reasonsShown),
  ...holds.filter((sentence) => !sentence.startsWith('The verdict is')),
];

function getCallContact({ contacts, phone }: CarrierRecord) {
  const [contact] = contacts.filter(({ deletedAt, contactInfo }) => deletedAt === null && contactInfo.phoneNumber);
  return { contact: contact?.name ?? null, phone: contact?.contactInfo.phoneNumber ?? phone };
}

function callText(carrier: CarrierRecord): string {
  const { contact, phone } = getCallContact(carrier);
  if (!phone) return 'no phone on record';
  return `call ${contact === null ? '' : `${recordText(contact, 'list')} `}${recordText(phone, 'list')}`;
}

function toCandidateData({ carrier, runner, truck, fits, checkup, holds }: CoverCandidate) {
  return {
    carrier: carrier.friendlyId,
    name: carrier.name,
    ran: runner && {
      level: runner.level,
      loads: runner.loads,
      last: runner.last,
      averageBuy: runner.averageCents === null ? null : fromCents(runner.averageCents),
    },
    nearby: truck && { load: truck.load, place: truck.place, endsAt: truck.endsAt, miles: truck.miles },
    equipments: carrier.equipments,
    fits,
    verdict: checkup.plain.overall,
    rulesChecked: checkup.plain.coverage.checked,
    rules: checkup.plain.coverage.total,
    reasons: listMissing([], checkup.plain.reasons),
    holds,
    ...getCallContact(carrier),
  };
}

function describeLeftOut({ count, first }: CoverCandidates['leftOut']): string {
  const carrierTexts = first.map(
    ({ carrier, reason }) => `${recordText(carrier.name, 'list')} (${carrier.friendlyId}): ${reason}`,
  );
  const more = count > first.length ? ` And ${count - first.length} more.` : '';
  return `Left out, not to be booked: ${count}. ${carrierTexts.join(' ')}${more}`;
}

const toLeftOutData = ({ carrier, reason }: LeftOut) => ({ carrier: carrier.friendlyId, name: carrier.name, reason });

/**
 * Suggests bookings at the target buy, which is the most that may be offered, or at the carrier's average buy if there
 * is no target.
 */
function suggestActions({ booked, targetCents, best, completeness }: CoverAnswer): readonly NextAction[] {
  if (best.length === 0) return [{ tool: 'find_carriers', arguments: {}, why: 'finds others by place and equipment' }];
  const fitting = best.filter(({ fits }) => fits !== false);
  return fitting.slice(0, offeredMax).flatMap(({ carrier, runner }): readonly NextAction[] => {
    const average = isLoading(completeness) ? null : runner?.averageCents;
    const rate = targetCents ?? average;
    if (rate === null || rate === undefined) return [];
    const input = { ...booked, carrier: carrier.friendlyId, rate: fromCents(rate) };
    return [{ tool: 'book_carrier', arguments: input, why: 'once they agree; put the agreed rate in' }];
  });
}
