import { bookingFindings } from '../../src/domain/carriers/booking-rules.ts';
import { compareForCover, type CoverFacts } from '../../src/domain/carriers/cover-ranking.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { civilDay, todayIn } from '../../src/domain/kit/dates.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import { type CarrierCheckup, type CarrierReading, checkCarrier } from '../carriers/carrier-check.ts';
import { carriersOf } from '../carriers/carrier-lookup.ts';
import { type CarrierStanding, carrierStandings } from '../carriers/carrier-standing.ts';
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
  readonly checkup: { readonly quoted: CarrierCheckup; readonly plain: CarrierCheckup };
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
export async function coverCandidates(
  ctx: ToolContext,
  copy: Pick<CopyNow, 'read'>,
  wanted: Wanted,
): Promise<CoverCandidates> {
  const ids = [...new Set([...wanted.runners.keys(), ...wanted.trucks.keys()])];
  const standings = await carrierStandings(ctx, copy, ids);
  const sides = Map.groupBy(standings, (one) => isRefused(ctx, wanted, one));
  const [refused, open] = [sides.get(true) ?? [], sides.get(false) ?? []];
  const hopes = open.map((one) => hopeOf(wanted, one)).toSorted(byRank);
  const judge = await judging(ctx, wanted);
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

function hopeOf(wanted: Wanted, { id, friendlyId, equipments, overall }: CarrierStanding): Hope {
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
  refused: readonly CarrierStanding[],
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

async function judging(ctx: ToolContext, wanted: Wanted): Promise<Judge> {
  const changes = await ctx.control.changes(ctx.policy.rules.carriers.changedDays);
  const today = todayIn(ctx.timeZone, ctx.askedAt);
  return async (carriers) => {
    const files = await carriersOf(
      ctx,
      carriers.map(({ id }) => id),
    );
    return files.map((carrier) => {
      const own = changes.filter(({ kind, id }) => kind === 'carriers' && id === carrier.id);
      return judgeFile(ctx, wanted, { ...unread, carrier, changes: own, today });
    });
  };
}

/** A ranking looks at files: comparing the accounts of every carrier is left to the one that is booked. */
const unread = {
  exposure: { liveLoads: undefined, openBills: undefined },
  sharedBank: { isChecked: false, reason: 'Shared accounts are compared when it is booked.', others: [] },
} as const;

function judgeFile(ctx: ToolContext, wanted: Wanted, read: Omit<CarrierReading, 'timeZone' | 'requirements'>): Judged {
  const { policy, timeZone } = ctx;
  const reading: CarrierReading = { ...read, timeZone, requirements: policy.rules.carriers };
  const { carrier } = reading;
  const checkup = {
    quoted: checkCarrier(reading, { isQuoted: true }),
    plain: checkCarrier(reading, { isQuoted: false }),
  };
  const { insuranceExpirationDate, equipments, status } = carrier;
  const insuranceEndsOn = insuranceExpirationDate ? civilDay(insuranceExpirationDate, timeZone) : null;
  const findings = findingsOf(ctx, wanted, { status, equipments, insuranceEndsOn, overall: checkup.plain.overall });
  const [refused] = findings.filter(({ holds }) => holds === 'refuse');
  const why = checkup.quoted.overall === 'fail' ? checkup.quoted.reasons[0] : undefined;
  return {
    candidate: {
      carrier,
      runner: wanted.runners.get(carrier.id),
      truck: wanted.trucks.get(carrier.id),
      fits: isFitting(wanted.classes, equipments),
      checkup,
      holds: findings.map(({ sentence }) => sentence),
    },
    refusal: refused && (why ?? refused.sentence),
  };
}

/** Of its file, or of what the copy knows of it. */
type Bookable = Pick<CarrierStanding, 'status' | 'equipments' | 'insuranceEndsOn' | 'overall'>;

const isRefused = (ctx: ToolContext, wanted: Wanted, carrier: Bookable): boolean =>
  findingsOf(ctx, wanted, carrier).some(({ holds }) => holds === 'refuse');

const findingsOf = (
  { policy }: ToolContext,
  { lastDay, classes }: Wanted,
  { status, equipments, insuranceEndsOn, overall }: Bookable,
) =>
  bookingFindings({
    overall,
    status,
    insuranceEndsOn,
    lastDeliveryDay: lastDay,
    others: [],
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
}: Pick<CoverCandidate, 'fits' | 'runner' | 'truck'> & Pick<CarrierStanding, 'overall'>): CoverFacts => ({
  fitsEquipment: fits,
  level: runner?.level ?? null,
  hasTruckNearby: truck !== undefined,
  isClean: overall === 'pass',
  loads: runner?.loads ?? 0,
  averageCents: runner?.averageCents ?? null,
});
