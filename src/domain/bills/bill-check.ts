import { formatCode } from '../text/code-words.ts';
import type { DeskRules } from '../kit/desk-rules.ts';
import { type BillInsurance, checkInsurance } from './bill-insurance.ts';
import { type AgreedCost, type BillVariance, computeBillVariance, describeVariance } from './bill-variance.ts';
import { type BillSnapshot, type DuplicatePair, duplicateReasons } from './duplicate-bill.ts';
import { checkAccountName, claimProblems, type LoadClaims, checkStranger } from './load-claims.ts';
import { checkFactor, type PayTo, payToProblems } from '../payments/pay-to.ts';

/** Most serious first: the first one with a reason is the verdict. */
export const billVerdicts = [
  'duplicate',
  'wrong_payee',
  'pay_to',
  'insurance',
  'missing_papers',
  'variance',
  'not_checked',
  'clean',
] as const;
export type BillVerdict = (typeof billVerdicts)[number];

/** Lists verdicts in words. */
export const formatVerdicts = (verdicts: readonly BillVerdict[]): string => verdicts.map(formatCode).join(', ');

/** Inputs that an API may not send, or that the copy may not have yet, with the checks that are left out then. */
const unsentInputs = {
  work: "What this bill charges isn't among the records that were read: payee, papers and amount were not checked.",
  payee: "This API doesn't send whose bill it is: payee, pay-to and insurance were not checked.",
  booked: "This API doesn't send who was booked: whether the right payee bills was not checked.",
  factor: "This API doesn't send the factors of bills: who is paid was not checked.",
  currency: "This API doesn't send the currency of what was agreed: the amount was not compared.",
  fee: "This API doesn't send the quick-pay fees of bills: the amount may be net of one.",
} as const;

export type UnsentBillInput = keyof typeof unsentInputs;
export const unsentBillInputs = [
  'work',
  'payee',
  'booked',
  'factor',
  'currency',
  'fee',
] as const satisfies UnsentBillInput[];

/** Everything the payables desk looks at before it approves one bill. */
export interface BillCheckInputs {
  readonly bill: BillSnapshot;
  /** Null when nothing was agreed on record. */
  readonly agreed: AgreedCost | null;
  readonly quickPayFee?: number | null | undefined;
  /** The carrier or vendor that was booked for what is billed, and when as far as that is known. */
  readonly booked: { readonly id: string; readonly name: string; readonly at: string | null } | null;
  /** Null for services, which move nothing. */
  readonly claims: LoadClaims | null;
  /** Null where no truck carried the freight, and for carriers whose insurance is not kept. */
  readonly insurance: BillInsurance | null;
  /** Null when none of the payee's payment methods is both preferred and active. */
  readonly payTo: PayTo | null;
  /** False for services and for trucks not used: nothing is delivered. */
  readonly needsPod: boolean;
  readonly delivered: boolean;
  /** Null: no document can be tied to the shipment, so it is not known. */
  readonly podPresent: boolean | null;
  /** Pairs of this bill and another one that may be the same debt. */
  readonly pairs: readonly DuplicatePair[];
  /** Civil date on which the question is asked. */
  readonly today: string;
  readonly rules: Pick<DeskRules, 'billTolerance' | 'carriers'>;
  /** Inputs that aren't available: what rests on them is not checked, and the bill is not clean. */
  readonly unsent?: ReadonlySet<UnsentBillInput> | undefined;
  /** True while records that it is checked with are still being read. */
  readonly isLoading?: boolean;
}

export interface BillReason {
  readonly verdict: Exclude<BillVerdict, 'clean'>;
  readonly sentence: string;
  /** The other bills of a duplicate, or of another claimant. */
  readonly billIds?: readonly string[];
}

export interface BillCheck {
  /** The gravest. */
  readonly verdict: BillVerdict;
  /** Each that has a reason, gravest first: a bill counts under all of them. */
  readonly verdicts: readonly BillVerdict[];
  readonly reasons: readonly BillReason[];
  readonly variance: BillVariance;
}

/** The verdict on one bill with every reason, not only the gravest. */
export function checkBill(inputs: BillCheckInputs): BillCheck {
  const { bill, agreed, quickPayFee } = inputs;
  const variance = computeBillVariance({
    currency: bill.currency,
    billCents: bill.amountCents,
    agreed,
    quickPayFee,
    tolerance: inputs.rules.billTolerance,
  });
  if (inputs.isLoading === true)
    return { verdict: 'not_checked', verdicts: ['not_checked'], reasons: notReadYet, variance };
  const reasons = [
    ...checkDuplicates(inputs),
    ...checkPayee(inputs),
    ...buildReasons('insurance', [inputs.insurance && checkInsurance(inputs.insurance, inputs.today)]),
    ...checkPapers(inputs),
    ...checkVariance(variance, inputs),
    ...buildReasons('not_checked', listUnchecked(variance, inputs)),
  ];
  const matches = billVerdicts.filter((verdict) => reasons.some((reason) => reason.verdict === verdict));
  const verdicts: readonly BillVerdict[] = matches.length > 0 ? matches : ['clean'];
  return { verdict: verdicts[0] ?? 'clean', verdicts, reasons, variance };
}

const notReadYet: readonly BillReason[] = [
  { verdict: 'not_checked', sentence: 'Not checked yet: records that it is checked with are still being read.' },
];

function checkVariance(variance: BillVariance, { unsent }: BillCheckInputs): BillReason[] {
  const isCompared = !(['work', 'currency', 'fee'] as const).some((input) => unsent?.has(input) === true);
  return variance.class === 'clean' || !isCompared
    ? []
    : [{ verdict: 'variance', sentence: describeVariance(variance) }];
}

/** A fee matters only where the amount differs from what was agreed. */
const listUnchecked = (variance: BillVariance, { unsent = new Set() }: BillCheckInputs): readonly string[] =>
  [...unsent].filter((input) => input !== 'fee' || variance.class !== 'clean').map((input) => unsentInputs[input]);

/** Reports both bills of a pair, since it is unknown which of the two is right. */
function checkDuplicates({ bill, pairs }: BillCheckInputs): BillReason[] {
  const bySentence = Map.groupBy(pairs, ({ reasons }) =>
    reasons.map((reason) => duplicateReasons[reason].says).join('; '),
  );
  return [...bySentence].map(([says, alike]) => ({
    verdict: 'duplicate',
    sentence: `Perhaps billed twice: ${says}.`,
    billIds: alike.flatMap(({ bills }) => bills.filter((id) => id !== bill.id)),
  }));
}

function checkPayee({ bill, booked, claims, payTo, today, rules, unsent }: BillCheckInputs): BillReason[] {
  if (bill.payeeId === null) return [];
  const payee = { id: bill.payeeId, name: bill.payeeName, isNamed: bill.isPayeeNamed };
  const inputs = {
    payTo,
    factorId: bill.factorId,
    bookedAt: booked?.at ?? null,
    today,
    payToDays: rules.carriers.payToDays,
  };
  const isBookedKnown = unsent?.has('booked') !== true && unsent?.has('work') !== true;
  const stranger = booked
    ? checkStranger(payee, booked)
    : isBookedKnown && 'No carrier or vendor is booked for this charge.';
  const accounts = payTo?.accountNames.map((name) => checkAccountName(payee, payTo.ownNames, name)) ?? [];
  // Whoever bills in another's place is named once.
  const contested = isBookedKnown && stranger === null && claims ? claimProblems(payee, claims) : [];
  return [
    ...buildReasons('wrong_payee', [stranger]),
    ...contested.map((problem) => ({ verdict: 'wrong_payee' as const, ...problem })),
    ...buildReasons('wrong_payee', [unsent?.has('factor') !== true && checkFactor(inputs), ...accounts]),
    ...buildReasons('pay_to', payToProblems(inputs)),
  ];
}

function checkPapers({ needsPod, delivered, podPresent, unsent }: BillCheckInputs): BillReason[] {
  if (!needsPod || unsent?.has('work') === true) return [];
  const problems = [
    !delivered && 'Billed before delivery.',
    delivered && podPresent === false && 'The proof of delivery is missing.',
    delivered && podPresent === null && 'Cannot tell whether the proof of delivery is there.',
  ];
  return buildReasons('missing_papers', problems);
}

function buildReasons(verdict: BillReason['verdict'], problems: readonly (string | false | null)[]): BillReason[] {
  return problems.filter((problem) => typeof problem === 'string').map((sentence) => ({ verdict, sentence }));
}
