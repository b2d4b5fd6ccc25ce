import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import type { StepOutcome } from '../../src/mcp/tool/plan.ts';

/** Returns the id of the record that a step made. */
export const getAnswerId = (outcome: StepOutcome | undefined): string =>
  outcome?.status === 'done' && isPlainRecord(outcome.answer) ? String(outcome.answer['id']) : '';
