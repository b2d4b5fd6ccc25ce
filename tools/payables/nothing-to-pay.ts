import { WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { NothingToDo } from '../../src/mcp/tool/plan.ts';

/**
 * Where no bill can be paid: bills that are all paid are what was asked for; of any other the answer must not begin with
 * "DONE", so it is an error.
 */
export function nothingToPay(statuses: readonly string[], why: readonly string[]): NothingToDo {
  const first = statuses.length + why.length === 0 ? 'There is no such bill to pay.' : 'No bill of these can be paid.';
  const text = [first, ...why.map(asSentence)].join(' ');
  if (statuses.length > 0 && statuses.every((status) => status === 'PAID')) return { nothingToDo: text };
  throw withNextActions(new WaybillError('CONFLICT', text), listWays(statuses));
}

const asSentence = (line: string) => (line.endsWith('.') ? line : `${line}.`);

function listWays(statuses: readonly string[]) {
  const waits = statuses.includes('IN_REVIEW');
  return waits
    ? [{ tool: 'list_bills', arguments: { status: 'IN_REVIEW', check: true }, why: 'what has to be approved first' }]
    : [];
}
