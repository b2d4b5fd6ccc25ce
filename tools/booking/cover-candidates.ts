import { listBookingFindings } from '../../src/domain/carriers/booking-rules.ts';
import { type CarrierOverall, type CarrierVerdict, judgeCarrier } from '../../src/domain/carriers/carrier-verdict.ts';
import { compareForCover, type CoverInputs } from '../../src/domain/carriers/cover-ranking.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { toCivilDay, getToday } from '../../src/domain/kit/dates.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import { type CarrierReading, checkCarrier, readCarriers, toCopiedSnapshot } from '../carriers/carrier-check.ts';
import { readCopiedCarriers } from '../carriers/carriers-on-file.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import type { LaneRunner } from './lane-runners.ts';
import type { TruckNearby } from './trucks-nearby.ts';

/** A carrier that could take a load. */
export interface CoverCandidate {
  readonly carrier: CarrierRecord;
  readonly runner: LaneRunner | undefined;
  readonly truck: TruckNearby | undefined;
  readonly fits: boolean | null;
  /** With record text between « and », and plain. */
  readonly checkup: { readonly quoted: CarrierVerdict; readonly plain: CarrierVerdict };
  /** Sentences of what a person has to agree to, or what is missing, before it is booked; without record text. */
  readonly holds: readonly string[];
}

/** A carrier that ran the lane but can't be booked. */
export interface LeftOut {
  readonly carrier: CarrierRecord;
  readonly reason: string;
}

interface CoverRequest {
  readonly runners: ReadonlyMap<string, LaneRunner>;
  readonly trucks: ReadonlyMap<string, TruckNearby>;
  readonly classes: readonly CarrierEquipmentClass[];
  readonly lastDay: string | null;
}

export interface CoverCandidates {
  /** The best of them. */
  readonly best: readonly CoverCandidate[];
  readonly total: number;
  /** Those that must not be proposed. */
  readonly leftOut: { readonly count: number; readonly first: readonly LeftOut[] };
}

const bestMax = 5;
const leftOutMax = 3;
/** Files that are read at first; the best are rarely beyond them. */
const filesAtFirst = 30;
const filesAtOnce = 250;

/**
 * Ranks the best of any number of carriers. The copy shows which carriers must not be used, and each carrier's best
 * possible rank. Files are read from the top until no remaining carrier can rank above those already read.
 */
export async function rankCoverCandidates(ctx: ToolContext, request: CoverRequest): Promise<CoverCandidates> {
  const ids = [...new Set([...request.runners.keys(), ...request.trucks.keys()])];
  const copied = await judgeCopied(ctx, ids);
  const sides = Map.groupBy(copied, (carrier) => isRefused(ctx, request, carrier));
  const [refused, open] = [sides.get(true) ?? [], sides.get(false) ?? []];
  const bestCases = open.map((carrier) => toBestCase(request, carrier)).toSorted(compareRanks);
  const judge = createJudge(ctx, request);
  const read = await readBest(bestCases, judge, refused.slice(0, leftOutMax));
  const leftOut = read.flatMap(({ candidate: { carrier }, refusal }) =>
    refusal === undefined ? [] : [{ carrier, reason: refusal }],
  );
  const hoped = new Set(bestCases.map(({ id }) => id));
  // Their files say since a moment ago what the copy does not.
  const late = leftOut.filter(({ carrier }) => hoped.has(carrier.id)).length;
  return {
    best: listAccepted(read).slice(0, bestMax),
    total: bestCases.length - late,
    leftOut: { count: refused.length + late, first: leftOut.slice(0, leftOutMax) },
  };
}

/** The best rank that a carrier can reach, judged by the copy. */
interface BestCase {
  readonly id: string;
  readonly friendlyId: string;
  readonly inputs: CoverInputs;
}

function toBestCase(
  request: CoverRequest,
  { id, friendlyId, equipments, verdict: { overall } }: CopiedBookable,
): BestCase {
  const fits = isFitting(request.classes, equipments);
  const [runner, truck] = [request.runners.get(id), request.trucks.get(id)];
  return { id, friendlyId, inputs: toRankInputs({ fits, runner, truck, overall }) };
}

const compareRanks = (first: BestCase, second: BestCase): number =>
  compareForCover(first.inputs, second.inputs) || first.friendlyId.localeCompare(second.friendlyId);

/** Lists the carriers that may be booked, the best first. */
const listAccepted = (results: readonly JudgedCandidate[]): readonly CoverCandidate[] =>
  results
    .flatMap(({ candidate, refusal }) => (refusal === undefined ? [candidate] : []))
    .toSorted((first, second) => compareRanks(toRanked(first), toRanked(second)));

const toRanked = ({ carrier: { id, friendlyId }, fits, runner, truck, checkup }: CoverCandidate): BestCase => ({
  id,
  friendlyId,
  inputs: toRankInputs({ fits, runner, truck, overall: checkup.plain.overall }),
});

/** Reads files until no remaining carrier can be among the best. Refused carriers are read with the first files. */
async function readBest(
  bestCases: readonly BestCase[],
  judge: JudgeFiles,
  refused: readonly CopiedBookable[],
): Promise<readonly JudgedCandidate[]> {
  const first = bestCases.slice(0, filesAtFirst);
  const read = [...(await judge([...refused, ...first]))];
  for (let at = first.length; at < bestCases.length; at += filesAtOnce) {
    const [last, rest] = [listAccepted(read)[bestMax - 1], bestCases[at]];
    if (last && rest && compareRanks(toRanked(last), rest) <= 0) break;
    read.push(...(await judge(bestCases.slice(at, at + filesAtOnce))));
  }
  return read;
}

interface JudgedCandidate {
  readonly candidate: CoverCandidate;
  readonly refusal: string | undefined;
}
type JudgeFiles = (carriers: readonly { readonly id: string }[]) => Promise<readonly JudgedCandidate[]>;

const createJudge =
  (ctx: ToolContext, request: CoverRequest): JudgeFiles =>
  async (carriers) => {
    const files = await readByIds(
      ctx,
      ctx.api.carriers.filter,
      carriers.map(({ id }) => id),
    );
    const today = getToday(ctx.timeZone, ctx.askedAt);
    const readings = await readCarriers(
      ctx,
      [...files.values()].map((carrier) => ({ carrier })),
      today,
    );
    return readings.map((reading) => judgeFile(ctx, request, reading));
  };

/** Judges a carrier by its file. Bank accounts are compared only for the carrier that is booked. */
function judgeFile(ctx: ToolContext, request: CoverRequest, reading: CarrierReading): JudgedCandidate {
  const { carrier, timeZone } = reading;
  const verdicts = {
    quoted: checkCarrier(reading, { isQuoted: true }),
    plain: checkCarrier(reading, { isQuoted: false }),
  };
  const { insuranceExpirationDate, equipments } = carrier;
  const insuranceEndsOn = insuranceExpirationDate ? toCivilDay(insuranceExpirationDate, timeZone) : null;
  const findings = listFindings(ctx, request, { equipments, insuranceEndsOn, verdict: verdicts.plain });
  const refusal = findings.find(({ holds }) => holds === 'refuse');
  const why = verdicts.quoted.overall === 'fail' ? verdicts.quoted.reasons[0] : undefined;
  return {
    candidate: {
      carrier,
      runner: request.runners.get(carrier.id),
      truck: request.trucks.get(carrier.id),
      fits: isFitting(request.classes, equipments),
      checkup: verdicts,
      holds: findings.map(({ sentence }) => sentence),
    },
    refusal: refusal && (why ?? refusal.sentence),
  };
}

/** The fields of a carrier that decide whether it can be booked, from its file or from the copy. */
interface Bookable {
  readonly equipments: readonly string[];
  readonly insuranceEndsOn: string | null;
  readonly verdict: CarrierVerdict;
}

interface CopiedBookable extends Bookable {
  readonly id: string;
  readonly friendlyId: string;
}

/** Judges carriers by the rules whose inputs the copy holds. A carrier's file can only lower the verdict. */
async function judgeCopied(
  { records, timeZone, askedAt, policy }: ToolContext,
  ids: readonly string[],
): Promise<readonly CopiedBookable[]> {
  const today = getToday(timeZone, askedAt);
  return (await readCopiedCarriers(await records(), ids)).map((carrier) => {
    const snapshot = toCopiedSnapshot(carrier, timeZone);
    const { id, friendlyId, equipments } = carrier;
    const verdict = judgeCarrier(snapshot, today, policy.rules.carriers);
    return { id, friendlyId, equipments, insuranceEndsOn: snapshot.insuranceExpiresOn, verdict };
  });
}

const isRefused = (ctx: ToolContext, request: CoverRequest, carrier: Bookable): boolean =>
  listFindings(ctx, request, carrier).some(({ holds }) => holds === 'refuse');

const listFindings = (
  { policy }: ToolContext,
  { lastDay, classes }: CoverRequest,
  { equipments, insuranceEndsOn, verdict }: Bookable,
) =>
  listBookingFindings({
    verdict,
    insuranceEndsOn,
    lastDeliveryDay: lastDay,
    otherCarriers: [],
    // What it costs is agreed with the carrier; the plan of the booking measures it.
    isRateKnown: true,
    margins: [],
    marginFloor: policy.marginFloor,
    fitsEquipment: isFitting(classes, equipments),
  });

/** Returns null if the load states no equipment, or if the carrier's equipment is unknown. */
const isFitting = (classes: readonly CarrierEquipmentClass[], runs: readonly string[]): boolean | null =>
  classes.length === 0 || runs.length === 0 ? null : classes.some((kind) => runs.includes(kind));

const toRankInputs = ({
  fits,
  runner,
  truck,
  overall,
}: Pick<CoverCandidate, 'fits' | 'runner' | 'truck'> & { readonly overall: CarrierOverall }): CoverInputs => ({
  fitsEquipment: fits,
  level: runner?.level ?? null,
  hasTruckNearby: truck !== undefined,
  isClean: overall === 'pass' || overall === 'no_warnings',
  loads: runner?.loads ?? 0,
  averageCents: runner?.averageCents ?? null,
});
