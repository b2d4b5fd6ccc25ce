import { listBookingFindings } from '../../src/domain/carriers/booking-rules.ts';
import { type CarrierOverall, type CarrierVerdict, judgeCarrier } from '../../src/domain/carriers/carrier-verdict.ts';
import { compareForCover, type CoverFacts } from '../../src/domain/carriers/cover-ranking.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { toCivilDay, getToday } from '../../src/domain/kit/dates.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import { type CarrierReading, checkCarrier, readCarriers, toCopiedFacts } from '../carriers/carrier-check.ts';
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

/** A carrier that ran the lane and may not be booked. */
export interface LeftOut {
  readonly carrier: CarrierRecord;
  readonly reason: string;
}

interface Wanted {
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
 * The best of any number of carriers. The copy says who must not be used, and how good each can be at best; files are read
 * from the top on until none of the rest can be better than the best of those that were read.
 */
export async function coverCandidates(ctx: ToolContext, wanted: Wanted): Promise<CoverCandidates> {
  const ids = [...new Set([...wanted.runners.keys(), ...wanted.trucks.keys()])];
  const copied = await judgeCopied(ctx, ids);
  const sides = Map.groupBy(copied, (carrier) => isRefused(ctx, wanted, carrier));
  const [refused, open] = [sides.get(true) ?? [], sides.get(false) ?? []];
  const hopes = open.map((one) => hopeOf(wanted, one)).toSorted(byRank);
  const judge = toJudge(ctx, wanted);
  const read = await readBest(hopes, judge, refused.slice(0, leftOutMax));
  const leftOut = read.flatMap(({ candidate: { carrier }, refusal }) =>
    refusal === undefined ? [] : [{ carrier, reason: refusal }],
  );
  const hoped = new Set(hopes.map(({ id }) => id));
  // Their files say since a moment ago what the copy does not.
  const late = leftOut.filter(({ carrier }) => hoped.has(carrier.id)).length;
  return {
    best: sound(read).slice(0, bestMax),
    total: hopes.length - late,
    leftOut: { count: refused.length + late, first: leftOut.slice(0, leftOutMax) },
  };
}

/** How good a carrier is at best. */
interface Hope {
  readonly id: string;
  readonly friendlyId: string;
  readonly facts: CoverFacts;
}

function hopeOf(wanted: Wanted, { id, friendlyId, equipments, verdict: { overall } }: CopiedBookable): Hope {
  const fits = isFitting(wanted.classes, equipments);
  const [runner, truck] = [wanted.runners.get(id), wanted.trucks.get(id)];
  return { id, friendlyId, facts: factsOf({ fits, runner, truck, overall }) };
}

const byRank = (one: Hope, other: Hope): number =>
  compareForCover(one.facts, other.facts) || one.friendlyId.localeCompare(other.friendlyId);

/** The candidates among those that were judged, the best first. */
const sound = (judged: readonly Judged[]): readonly CoverCandidate[] =>
  judged
    .flatMap(({ candidate, refusal }) => (refusal === undefined ? [candidate] : []))
    .toSorted((one, other) => byRank(rankOf(one), rankOf(other)));

const rankOf = ({ carrier: { id, friendlyId }, fits, runner, truck, checkup }: CoverCandidate): Hope => ({
  id,
  friendlyId,
  facts: factsOf({ fits, runner, truck, overall: checkup.plain.overall }),
});

/** Those that are `refused` come along with the first files. */
async function readBest(
  hopes: readonly Hope[],
  judge: Judge,
  refused: readonly CopiedBookable[],
): Promise<readonly Judged[]> {
  const first = hopes.slice(0, filesAtFirst);
  const read = [...(await judge([...refused, ...first]))];
  for (let at = first.length; at < hopes.length; at += filesAtOnce) {
    const [last, rest] = [sound(read)[bestMax - 1], hopes[at]];
    if (last && rest && byRank(rankOf(last), rest) <= 0) break;
    read.push(...(await judge(hopes.slice(at, at + filesAtOnce))));
  }
  return read;
}

interface Judged {
  readonly candidate: CoverCandidate;
  readonly refusal: string | undefined;
}
type Judge = (carriers: readonly { readonly id: string }[]) => Promise<readonly Judged[]>;

const toJudge =
  (ctx: ToolContext, wanted: Wanted): Judge =>
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
    return readings.map((reading) => judgeFile(ctx, wanted, reading));
  };

/** A ranking looks at files: comparing the accounts of every carrier is left to the one that is booked. */
function judgeFile(ctx: ToolContext, wanted: Wanted, reading: CarrierReading): Judged {
  const { carrier, timeZone } = reading;
  const verdicts = {
    quoted: checkCarrier(reading, { isQuoted: true }),
    plain: checkCarrier(reading, { isQuoted: false }),
  };
  const { insuranceExpirationDate, equipments } = carrier;
  const insuranceEndsOn = insuranceExpirationDate ? toCivilDay(insuranceExpirationDate, timeZone) : null;
  const findings = listFindings(ctx, wanted, { equipments, insuranceEndsOn, verdict: verdicts.plain });
  const refusal = findings.find(({ holds }) => holds === 'refuse');
  const why = verdicts.quoted.overall === 'fail' ? verdicts.quoted.reasons[0] : undefined;
  return {
    candidate: {
      carrier,
      runner: wanted.runners.get(carrier.id),
      truck: wanted.trucks.get(carrier.id),
      fits: isFitting(wanted.classes, equipments),
      checkup: verdicts,
      holds: findings.map(({ sentence }) => sentence),
    },
    refusal: refusal && (why ?? refusal.sentence),
  };
}

/** A carrier as its file or the copy shows it. */
interface Bookable {
  readonly equipments: readonly string[];
  readonly insuranceEndsOn: string | null;
  readonly verdict: CarrierVerdict;
}

interface CopiedBookable extends Bookable {
  readonly id: string;
  readonly friendlyId: string;
}

/** Judges carriers by the rules that the copy has the facts for: the files can only say worse. */
async function judgeCopied(
  { records, timeZone, askedAt, policy }: ToolContext,
  ids: readonly string[],
): Promise<readonly CopiedBookable[]> {
  const today = getToday(timeZone, askedAt);
  return (await readCopiedCarriers(await records(), ids)).map((carrier) => {
    const facts = toCopiedFacts(carrier, timeZone);
    const { id, friendlyId, equipments } = carrier;
    const verdict = judgeCarrier(facts, today, policy.rules.carriers);
    return { id, friendlyId, equipments, insuranceEndsOn: facts.insuranceExpiresOn, verdict };
  });
}

const isRefused = (ctx: ToolContext, wanted: Wanted, carrier: Bookable): boolean =>
  listFindings(ctx, wanted, carrier).some(({ holds }) => holds === 'refuse');

const listFindings = (
  { policy }: ToolContext,
  { lastDay, classes }: Wanted,
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

/** Null where nothing is asked for, or nothing is known of what the carrier runs. */
const isFitting = (classes: readonly CarrierEquipmentClass[], runs: readonly string[]): boolean | null =>
  classes.length === 0 || runs.length === 0 ? null : classes.some((kind) => runs.includes(kind));

const factsOf = ({
  fits,
  runner,
  truck,
  overall,
}: Pick<CoverCandidate, 'fits' | 'runner' | 'truck'> & { readonly overall: CarrierOverall }): CoverFacts => ({
  fitsEquipment: fits,
  level: runner?.level ?? null,
  hasTruckNearby: truck !== undefined,
  isClean: overall === 'pass' || overall === 'no_warnings',
  loads: runner?.loads ?? 0,
  averageCents: runner?.averageCents ?? null,
});
