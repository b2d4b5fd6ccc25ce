import * as z from 'zod';
import { AnyWriteResult } from '../../src/mcp/results/result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';

export const runApproved = tool({
  name: 'run_approved',
  title: 'Run an approved plan',
  description: `Executes, exactly once, a plan that a person has approved. Give the approvalId that the planning tool returned.
Records are read again first: when something changed since the plan, nothing is done and a new plan is returned.
Calling it again shows the first outcome. It fails while the approval is pending and after it was denied or expired.`,
  toolset: 'control',
  gate: 'approve',
  operations: [],
  hints: { destructive: true, idempotent: true, openWorld: true },
  input: z.strictObject({ approvalId: z.string().min(4).max(64) }),
  output: AnyWriteResult,
  approval: ({ approvalId }) => approvalId.trim().toUpperCase(),
});
