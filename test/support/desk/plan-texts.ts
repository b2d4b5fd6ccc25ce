import type { PlanView } from '../../../src/mcp/results/result.ts';
import { formatPlanLine } from '../../../src/mcp/tool/plan.ts';

/** Lists what a plan says about its records, a line each: its changes, then everything else. */
export const listPlanTexts = (plan: PlanView | undefined): readonly string[] => [
  ...(plan?.changes ?? []).map(formatPlanLine),
  ...(plan?.details ?? []),
];

/** Lists the warnings of a plan, a line each, without the lines that they are about. */
export const listWarningTexts = (plan: PlanView | undefined): readonly string[] =>
  (plan?.warnings ?? []).map(({ text }) => text);
