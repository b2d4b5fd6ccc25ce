import { type GateRow, type GateScene, readState } from '../gates/scene.ts';
import type { FaultyDesk } from './faulty-desk.ts';

/**
 * Far more than any write takes under the faults of the test: a call that writes an invoice reads so much, again and again
 * where the desk can't tell that nothing has changed, that a page of HTML is nearly always among the answers.
 */
const callsMax = 100;

interface Settled {
  readonly calls: number;
  /** Description of a false statement, or of a call that never came to an end. */
  readonly fault?: string;
}

/**
 * Works like an instructed assistant: pending plans are approved and run, failed calls are repeated or continued, and
 * if an outcome is unknown, the record is read.
 */
export async function settle(faulty: FaultyDesk, row: GateRow, scene: GateScene): Promise<Settled> {
  let next = { tool: row.tool, input: scene.input };
  let isOpen = false;
  let words = '';
  for (let calls = 1; calls <= callsMax; calls += 1) {
    const { data } = await faulty.call(next.tool, next.input);
    words = data.error?.message ?? data.summary;
    if (data.status === 'done' || data.status === 'already_done') return { calls };
    if (data.approval !== undefined) {
      if (data.approval.status === 'pending') await faulty.desk.approve(data.approval.id);
      next = { tool: 'run_approved', input: { approvalId: data.approval.id } };
      continue;
    }
    isOpen ||= data.error?.outcome !== 'not_done';
    const state = await readState(scene);
    if (isOpen && state === 'after') return { calls };
    if (!isOpen && state !== 'before') return { calls, fault: `it was said not to be done, and is: ${words}` };
    next = findContinuation(data.error?.nextActions) ?? next;
  }
  return { calls: callsMax, fault: `it came to no end: ${words}` };
}

interface Action {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

function findContinuation(
  actions: readonly Action[] = [],
): { tool: string; input: Record<string, unknown> } | undefined {
  const action = actions.find(({ tool }) => tool === 'run_approved');
  return action && { tool: action.tool, input: action.arguments };
}
