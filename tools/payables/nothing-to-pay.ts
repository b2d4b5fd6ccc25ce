import { WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { NothingToDo } from '../../src/mcp/tool/plan.ts';

/**
 * Returns the answer if no bill can be paid because all are paid already. In any other case the answer must not begin
 * with "DONE", so it throws.
 */
export function answerNothingToPay(statuses: readonly string[], why: readonly string[]): NothingToDo {
  const first =
    statuses.length + why.length === 0 ? 'There is no such bill to pay.' : 'None of these bills can be paid.';
  const text = [first, ...why.map(toSentence)].join(' ');
  if (statuses.length > 0 && statuses.every((status) => status === 'PAID')) return { nothingToDo: text };
  throw withNextActions(new WaybillError('CONFLICT', text), listWays(statuses));
}

const toSentence = (line: string) => (line.endsWith('.') ? line : `${line}.`);

function listWays(statuses: readonly string[]) {
  const waits = statuses.includes('IN_REVIEW');
  return waits
    ? [{ tool: 'list_bills', arguments: { status: 'IN_REVIEW', check: true }, why: 'what has to be approved first' }]
    : [];
}
