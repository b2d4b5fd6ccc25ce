import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import type { StepOutcome } from '../../src/mcp/tool/plan.ts';

/** The id of what a step made. */
export const idOfAnswer = (outcome: StepOutcome | undefined): string =>
  outcome?.status === 'done' && isPlainRecord(outcome.answer) ? String(outcome.answer['id']) : '';
