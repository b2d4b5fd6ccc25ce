import { type NormalisedReference, normalizeReference } from './bill-reference.ts';
import { extractNameFamily } from '../parties/payee-name.ts';

/** The fields of a bill that decide whether it is a duplicate. */
export interface BillSnapshot {
  readonly id: string;
  /** Null when unknown. */
  readonly payeeId: string | null;
  readonly payeeName: string;
  /** False where a key or an id stands in for the name: it is shown, and never compared. */
  readonly isPayeeNamed?: boolean | undefined;
  /** The factor that is paid in the payee's place; null when paid directly. */
  readonly factorId: string | null;
  /** The load carrier or service that is billed; null when unknown. */
  readonly entityId: string | null;
  readonly loadId: string | null;
  readonly shipmentId: string | null;
  readonly reference: string | null;
  readonly amountCents: number;
  readonly currency: string;
  /** Agreed work of the payee: the trip, or a truck that was ordered and not used. */
  readonly bookedFor?: 'trip' | 'tonu' | undefined;
}

/** Weight of each reason by itself (0 to 1), and its words. */
export const duplicateReasons = {
  same_entity: { weight: 0.97, says: 'both bill the same load carrier or service' },
  same_reference: { weight: 0.9, says: 'same payee and same reference' },
  similar_reference: { weight: 0.8, says: 'same payee; references differ only in spelling' },
  suffixed_reference: { weight: 0.65, says: 'same payee; references differ only by a suffix' },
  same_amount: { weight: 0.75, says: 'same shipment and same amount (within $1)' },
  factor_and_carrier: { weight: 0.75, says: 'same load billed to different pay-to parties (carrier and factor)' },
  two_payees: { weight: 0.65, says: 'same load billed by two payees' },
} as const satisfies Record<string, { readonly weight: number; readonly says: string }>;

export type DuplicateReason = keyof typeof duplicateReasons;

export interface DuplicatePair {
  /** In the order of the input. */
  readonly bills: readonly [first: string, second: string];
  readonly reasons: readonly DuplicateReason[];
  /** 0 to 1, two decimals: every further reason closes part of the remaining doubt. */
  readonly score: number;
}

interface BillCandidate {
  readonly bill: BillSnapshot;
  readonly position: number;
  readonly reference: NormalisedReference | null;
  /** Null where the payee's name is unknown. */
  readonly family: string | null;
}

const sameAmountCents = 100;
/**
 * Above this a bucket is a default value or a mistake; its bills are compared with their neighbours and with the first
 * one only, which is reason enough to look.
 */
const bucketMax = 40;

/**
 * Pairs that may be the same debt billed twice, most certain first. Work grows with the bills, not with their square.
 */
export function findDuplicateBills(bills: readonly BillSnapshot[]): DuplicatePair[] {
  const families = listFamilies(bills);
  const candidates = bills.map((bill, position) => ({
    bill,
    position,
    reference: normalizeReference(bill.reference),
    family: (bill.payeeId === null ? undefined : families.get(bill.payeeId)) ?? null,
  }));
  const pairs = new Map<string, DuplicatePair>();
  for (const [first, second] of listCandidatePairs(candidates)) {
    const key = `${first.position}|${second.position}`;
    const reasons = pairs.has(key) ? [] : listReasons(first, second);
    if (reasons.length > 0) pairs.set(key, buildPair(first, second, reasons));
  }
  return [...pairs.values()].sort((a, b) => b.score - a.score);
}

/** Maps the id of each payee whose name is known to what tells that name from others. */
function listFamilies(bills: readonly BillSnapshot[]): ReadonlyMap<string, string> {
  const namedBills = bills.filter(({ isPayeeNamed }) => isPayeeNamed !== false);
  const payees = new Map(namedBills.flatMap((bill) => (bill.payeeId === null ? [] : [[bill.payeeId, bill] as const])));
  return new Map([...payees].map(([id, { payeeName }]) => [id, extractNameFamily(payeeName)]));
}

function isSamePayee(first: BillCandidate, second: BillCandidate): boolean {
  if (first.bill.payeeId !== null && first.bill.payeeId === second.bill.payeeId) return true;
  return first.family !== null && first.family === second.family;
}

function* listCandidatePairs(candidates: readonly BillCandidate[]): Generator<readonly [BillCandidate, BillCandidate]> {
  const buckets = Map.groupBy(
    candidates.flatMap((candidate) => listBuckets(candidate).map((bucket) => ({ bucket, candidate }))),
    ({ bucket }) => bucket,
  );
  for (const members of buckets.values()) {
    const isCrowded = members.length > bucketMax;
    const reach = isCrowded ? 1 : members.length;
    const [first] = members;
    for (const [index, { candidate }] of members.entries()) {
      for (const other of members.slice(index + 1, index + 1 + reach)) yield [candidate, other.candidate];
      if (isCrowded && first && index > 1) yield [first.candidate, candidate];
    }
  }
}

function listBuckets({ bill, reference, family }: BillCandidate): string[] {
  const core = reference?.core;
  const payees = [bill.payeeId && `id ${bill.payeeId}`, family && `family ${family}`].filter(Boolean);
  const byReference = core ? payees.map((payee) => `${payee} ${core}`) : [];
  const byEntity = bill.entityId ? [`entity ${bill.entityId}`] : [];
  return [...byReference, ...byEntity, ...(bill.shipmentId ? [`shipment ${bill.shipmentId}`] : [])];
}

function listReasons(first: BillCandidate, second: BillCandidate): DuplicateReason[] {
  const [a, b] = [first.bill, second.bill];
  const sameShipment = a.shipmentId !== null && a.shipmentId === b.shipmentId;
  const reasons: (DuplicateReason | false | null)[] = [
    a.entityId !== null && a.entityId === b.entityId && 'same_entity',
    compareReferences(first, second),
    sameShipment && isSameAmount(a, b) && 'same_amount',
    sameShipment && payToReason(first, second),
  ];
  return reasons.filter((reason) => reason !== false && reason !== null);
}

function compareReferences(first: BillCandidate, second: BillCandidate): DuplicateReason | null {
  const [a, b] = [first.reference, second.reference];
  if (!isSamePayee(first, second) || !a?.core || !b || a.core !== b.core) return null;
  if (a.plain === b.plain) return 'same_reference';
  return a.loose === b.loose ? 'similar_reference' : 'suffixed_reference';
}

/**
 * Two carriers on different loads of one shipment are both owed; two on one load only where each was booked for it. A
 * truck that was not used may be billed beside that of the same carrier that ran.
 */
function payToReason(first: BillCandidate, second: BillCandidate): DuplicateReason | null {
  const [a, b] = [first.bill, second.bill];
  if (!isSameLoad(a, b) || a.payeeId === null || b.payeeId === null) return null;
  if (!isSamePayee(first, second)) return a.bookedFor && b.bookedFor ? null : 'two_payees';
  const isTonu = a.bookedFor === 'tonu' || b.bookedFor === 'tonu';
  return isTonu || a.factorId === b.factorId ? null : 'factor_and_carrier';
}

function isSameLoad(a: BillSnapshot, b: BillSnapshot): boolean {
  return a.loadId !== null && a.loadId === b.loadId;
}

function isSameAmount(a: BillSnapshot, b: BillSnapshot): boolean {
  return a.currency === b.currency && Math.abs(a.amountCents - b.amountCents) <= sameAmountCents;
}

function buildPair(first: BillCandidate, second: BillCandidate, reasons: readonly DuplicateReason[]): DuplicatePair {
  const doubt = reasons.reduce((remaining, reason) => remaining * (1 - duplicateReasons[reason].weight), 1);
  return { bills: [first.bill.id, second.bill.id], reasons, score: Math.round((1 - doubt) * 100) / 100 };
}
