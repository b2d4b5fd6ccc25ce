import { bookingFindings } from '../../src/domain/carriers/booking-rules.ts';
import { compareForCover, type CoverFacts } from '../../src/domain/carriers/cover-ranking.ts';
import type { CarrierEquipmentClass } from '../../src/domain/freight/equipment.ts';
import { civilDay, todayIn } from '../../src/domain/kit/dates.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type CarrierCheckup, type CarrierReading, checkCarrier } from '../carriers/carrier-check.ts';
import { carriersOf } from '../carriers/carrier-lookup.ts';
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

/** All of them ranked, and apart from them those that must not be proposed. */
export async function coverCandidates(
  ctx: ToolContext,
  wanted: Wanted,
): Promise<{ readonly ranked: readonly CoverCandidate[]; readonly leftOut: readonly LeftOut[] }> {
  const ids = [...new Set([...wanted.runners.keys(), ...wanted.trucks.keys()])];
  const [carriers, changes] = await Promise.all([
    carriersOf(ctx, ids),
    ctx.control.changes(ctx.policy.rules.carriers.changedDays),
  ]);
  const today = todayIn(ctx.timeZone, ctx.askedAt);
  const judged = carriers.map((carrier) => {
    const own = changes.filter(({ kind, id }) => kind === 'carriers' && id === carrier.id);
    return judge(ctx, wanted, { ...unread, carrier, changes: own, today });
  });
  return {
    ranked: judged
      .flatMap(({ candidate, refusal }) => (refusal === undefined ? [candidate] : []))
      .toSorted((one, other) => compareForCover(factsOf(one), factsOf(other)) || byNumber(one, other)),
    leftOut: judged.flatMap(({ candidate: { carrier }, refusal }) =>
      refusal === undefined ? [] : [{ carrier, reason: refusal }],
    ),
  };
}

const byNumber = ({ carrier: one }: CoverCandidate, { carrier: other }: CoverCandidate): number =>
  one.friendlyId.localeCompare(other.friendlyId);

/** A ranking looks at files: comparing the accounts of every carrier is left to the one that is booked. */
const unread = {
  exposure: { liveLoads: undefined, openBills: undefined, coverage: undefined },
  sharedBank: { isChecked: false, reason: 'Shared accounts are compared when it is booked.', others: [] },
} as const;

function judge(
  { policy, timeZone }: ToolContext,
  { runners, trucks, classes, lastDay }: Wanted,
  read: Omit<CarrierReading, 'timeZone' | 'requirements'>,
): { readonly candidate: CoverCandidate; readonly refusal: string | undefined } {
  const reading: CarrierReading = { ...read, timeZone, requirements: policy.rules.carriers };
  const { carrier } = reading;
  const checkup = {
    quoted: checkCarrier(reading, { isQuoted: true }),
    plain: checkCarrier(reading, { isQuoted: false }),
  };
  const fits = isFitting(classes, carrier.equipments);
  const findings = bookingFindings({
    overall: checkup.plain.overall,
    status: carrier.status,
    insuranceEndsOn: carrier.insuranceExpirationDate ? civilDay(carrier.insuranceExpirationDate, timeZone) : null,
    lastDeliveryDay: lastDay,
    others: [],
    // What it costs is agreed with the carrier; the plan of the booking measures it.
    isRateKnown: true,
    margins: [],
    marginFloor: policy.marginFloor,
    fitsEquipment: fits,
  });
  const [refused] = findings.filter(({ holds }) => holds === 'refuse');
  const why = checkup.quoted.overall === 'fail' ? checkup.quoted.reasons[0] : undefined;
  return {
    candidate: {
      carrier,
      runner: runners.get(carrier.id),
      truck: trucks.get(carrier.id),
      fits,
      checkup,
      holds: findings.map(({ sentence }) => sentence),
    },
    refusal: refused && (why ?? refused.sentence),
  };
}

/** Null where nothing is asked for, or nothing is known of what the carrier runs. */
const isFitting = (classes: readonly CarrierEquipmentClass[], runs: readonly string[]): boolean | null =>
  classes.length === 0 || runs.length === 0 ? null : classes.some((kind) => runs.includes(kind));

const factsOf = ({ fits, runner, truck, checkup }: CoverCandidate): CoverFacts => ({
  fitsEquipment: fits,
  level: runner?.level ?? null,
  hasTruckNearby: truck !== undefined,
  isClean: checkup.plain.overall === 'pass',
  loads: runner?.loads ?? 0,
  averageCents: runner?.averageCents ?? null,
});
