import { type BillVariance, billVariance } from './bill-variance.ts';
import { type BillFacts, duplicateReasons, findDuplicateBills } from './duplicate-bill.ts';
import { factorMismatch, type PayTo, payToProblems } from './pay-to.ts';

/** Most serious first: the first one with a reason is the verdict. */
export const billVerdicts = ['duplicate', 'wrong_payee', 'pay_to', 'missing_papers', 'variance', 'clean'] as const;
export type BillVerdict = (typeof billVerdicts)[number];

/** Everything the payables desk looks at before it approves one bill. */
export interface BillCheckFacts {
  readonly bill: BillFacts;
  readonly agreedCents: number | null;
  readonly quickPayFee?: number | null | undefined;
  /** The carrier or vendor that was booked for what is billed, and when as far as that is known. */
  readonly booked: { readonly id: string; readonly name: string; readonly at: string | null } | null;
  /** Null when none of the payee's payment methods is both preferred and active. */
  readonly payTo: PayTo | null;
  /** False for services and for trucks not used: nothing is delivered. */
  readonly needsPod: boolean;
  readonly delivered: boolean;
  /** Null: no document can be tied to the shipment, so it is not known. */
  readonly podPresent: boolean | null;
  /** Earlier bills of the payee and of the shipment. */
  readonly otherBills: readonly BillFacts[];
  /** Civil date on which the question is asked. */
  readonly today: string;
}

export interface BillReason {
  readonly verdict: Exclude<BillVerdict, 'clean'>;
  readonly sentence: string;
  /** The other bill of a duplicate. */
  readonly billId?: string | undefined;
}

export interface BillCheck {
  readonly verdict: BillVerdict;
  readonly reasons: readonly BillReason[];
  readonly variance: BillVariance;
}

/** Below this a pair is a coincidence worth listing in an audit, not worth stopping a payment. */
const duplicateScoreMin = 0.6;

/** The verdict on one bill with every reason, not only the gravest. */
export function checkBill(facts: BillCheckFacts): BillCheck {
  const { bill, agreedCents, quickPayFee } = facts;
  const variance = billVariance({
    currency: bill.currency,
    billCents: bill.amountCents,
    agreedCents,
    quickPayFee,
  });
  const reasons = [
    ...duplicatesOf(facts),
    ...payeeReasons(facts),
    ...paperReasons(facts),
    ...(variance.class === 'clean' ? [] : [{ verdict: 'variance' as const, sentence: variance.sentence }]),
  ];
  return { verdict: reasons[0]?.verdict ?? 'clean', reasons, variance };
}

function duplicatesOf({ bill, otherBills }: BillCheckFacts): BillReason[] {
  const others = otherBills.filter((other) => other.id !== bill.id);
  return findDuplicateBills([...others, bill])
    .filter((pair) => pair.bills[1] === bill.id && pair.score >= duplicateScoreMin)
    .map(({ bills, reasons }) => ({
      verdict: 'duplicate',
      billId: bills[0],
      sentence: `Perhaps billed already: ${reasons.map((reason) => duplicateReasons[reason].says).join('; ')}.`,
    }));
}

function payeeReasons({ bill, booked, payTo, today }: BillCheckFacts): BillReason[] {
  const facts = { payTo, factorId: bill.factorId, bookedAt: booked?.at ?? null, today };
  const problems = [
    booked && booked.id !== bill.payeeId && `${bill.payeeName} bills, but ${booked.name} was booked.`,
    !booked && 'Nobody is booked for what this bill charges.',
    factorMismatch(facts),
  ];
  return [...reasonsOf('wrong_payee', problems), ...reasonsOf('pay_to', payToProblems(facts))];
}

function paperReasons({ needsPod, delivered, podPresent }: BillCheckFacts): BillReason[] {
  if (!needsPod) return [];
  const problems = [
    !delivered && 'Billed before delivery.',
    delivered && podPresent === false && 'The proof of delivery is missing.',
    delivered && podPresent === null && 'Cannot tell whether the proof of delivery is there.',
  ];
  return reasonsOf('missing_papers', problems);
}

function reasonsOf(verdict: BillReason['verdict'], problems: readonly (string | false | null)[]): BillReason[] {
  return problems.filter((problem) => typeof problem === 'string').map((sentence) => ({ verdict, sentence }));
}
