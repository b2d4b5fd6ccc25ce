import type { OperationName } from '../../contract/operations.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { firstWords } from '../results/write-result.ts';
import type { ToolResult } from '../results/result.ts';
import type { StepOutcome } from '../tool/plan.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

/** A part of a money write, as it was sent and as the API returned it. */
interface Part {
  readonly name: string;
  readonly sent: (input: JsonRecord) => unknown;
  readonly returned: (answer: JsonRecord) => unknown;
  /** An answer without it means that it was ignored, and not only that it is not shown. */
  readonly isAlwaysShown?: boolean;
}

const sumAmounts = (list: unknown): number | undefined =>
  Array.isArray(list)
    ? list.filter(isPlainRecord).reduce((sum, line) => sum + Math.round(Number(line['amount']) * 100), 0) / 100
    : undefined;

const amountsOf = (name: string, field: string, isAlwaysShown = false): Part => ({
  name,
  sent: (input) => sumAmounts(input[field]),
  returned: (answer) => sumAmounts(answer[field]),
  isAlwaysShown,
});

const amount: Part = { name: 'the amount', sent: (input) => input['amount'], returned: (answer) => answer['amount'] };

/** Parts that an API may leave out of what it does: version 1.0.0 ignores the credits of a payment. */
const partsByOperation: Partial<Readonly<Record<OperationName, readonly Part[]>>> = {
  'payments.create': [
    amountsOf('the cash for invoices', 'applications'),
    amountsOf('the credit for invoices', 'creditApplications', true),
  ],
  'billPayments.create': [amountsOf('the amounts for bills', 'applications')],
  'creditMemos.create': [amount],
  'creditMemos.apply': [
    { ...amount, returned: ({ application }) => (isPlainRecord(application) ? application['amount'] : undefined) },
  ],
};

/** Returns the parts of a step that the API has not done, in words. */
export function findIgnoredParts(outcome: StepOutcome): readonly string[] {
  if (outcome.status !== 'done' || !isPlainRecord(outcome.answer)) return [];
  const { input, answer } = outcome;
  return (partsByOperation[outcome.operation] ?? []).flatMap(({ name, sent, returned, isAlwaysShown = false }) => {
    const [sentAmount, recordedAmount] = [
      Number(sent(input) ?? 0),
      Number(returned(answer) ?? (isAlwaysShown ? 0 : NaN)),
    ];
    if (sentAmount === 0 || Number.isNaN(recordedAmount) || recordedAmount === sentAmount) return [];
    return [`${name}: ${sentAmount} was sent, and the API recorded ${recordedAmount}`];
  });
}

/** The result of a write of which the API did only a part. */
export function withIgnoredParts(result: ToolResult, outcomes: readonly StepOutcome[]): ToolResult {
  const ignored = outcomes.flatMap(findIgnoredParts);
  if (ignored.length === 0 || result.isError === true) return result;
  const text = `The API ignored a part of it: ${ignored.join('; ')}. Read the record before you go on.`;
  const { summary } = result.data as { readonly summary?: string };
  const [first = '', ...rest] = result.text.split('\n\n');
  return {
    ...result,
    text: [`${first.replace(firstWords.done, firstWords.partial)} ${text}`, ...rest].join('\n\n'),
    data: { ...result.data, status: 'partial', summary: `${summary ?? ''} ${text}`.trim() },
  };
}
