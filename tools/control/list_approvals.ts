import * as z from 'zod';
import { summarizeChanges, summarizeWarnings } from '../../src/mcp/approvals/plan-text.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { buildLocalPage } from '../../src/mcp/results/page.ts';
import { formatAmounts } from '../../src/mcp/results/unexecuted-plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { codeColumn, timeColumn } from '../records/columns.ts';
import { listArguments, listOutput } from '../arguments/list-arguments.ts';

const shownMax = 100;
const readMax = 1000;

export const listApprovals = tool({
  name: 'list_approvals',
  title: 'List approvals',
  description: `Lists the plans of this requester that need a person's approval or were decided, newest first, with effect, money and warnings.
A person approves outside this conversation, with the command shown; then call run_approved. This tool cannot approve anything.`,
  toolset: 'control',
  gate: 'none',
  operations: [],
  input: z.strictObject({
    status: z.enum(['pending', 'approved', 'denied', 'executing', 'done', 'void', 'expired']).optional(),
    limit: z.number().min(1).max(shownMax).optional(),
    cursor: listArguments.cursor,
  }),
  output: listOutput.omit({ totals: true, notes: true }),
  async read(ctx, { status, limit }) {
    // A plan that is made between two pages must not move their rows.
    const until = ctx.paging.position.from ?? ctx.now();
    const read = await ctx.control.listApprovals({ status, limit: readMax });
    const approvals = read.filter(({ createdAt }) => createdAt <= until);
    const { rows, ...page } = buildLocalPage(ctx, approvals, { limit }, until);
    const waiting = approvals.filter((approval) => approval.status === 'pending').length;
    return listResult({
      summary:
        approvals.length === 0
          ? 'No approvals.'
          : `${approvals.length} ${approvals.length === 1 ? 'approval' : 'approvals'}, ${waiting} waiting for a person.`,
      asOf: ctx.now(),
      total: read.length < readMax ? approvals.length : null,
      rows: rows.map((approval) => ({
        id: approval.id,
        status: approval.status,
        tool: approval.tool,
        plan: approval.plan.title,
        changes: summarizeChanges(approval.plan) || null,
        money: formatAmounts(approval.money).join(' and ') || null,
        warning: summarizeWarnings(approval).join(' ') || null,
        requester: approval.requester,
        createdAt: approval.createdAt,
        expiresAt: approval.expiresAt,
        decidedBy: approval.decidedBy,
        reason: approval.reason,
        leftOut: approval.leftOut.join(', ') || null,
        outcome: approval.outcome,
        approveWith: approval.status === 'pending' ? ctx.control.formatApproveCommand(approval.id) : null,
      })),
      columns: [
        { key: 'id', title: 'Approval' },
        codeColumn('status', 'Status'),
        { key: 'tool', title: 'Tool' },
        { key: 'plan', title: 'Plan', untrusted: true },
        { key: 'changes', title: 'Before and after', untrusted: true },
        { key: 'money', title: 'Money' },
        { key: 'warning', title: 'Warning', untrusted: true },
        { key: 'requester', title: 'Requested by' },
        timeColumn('createdAt', 'Requested', ctx.timeZone),
        timeColumn('expiresAt', 'Expires', ctx.timeZone),
        { key: 'decidedBy', title: 'Decided by' },
        { key: 'reason', title: 'Reason', untrusted: true },
        ...(rows.some(({ leftOut }) => leftOut.length > 0) ? [{ key: 'leftOut', title: 'Left out' }] : []),
        { key: 'outcome', title: 'Outcome', untrusted: true },
        { key: 'approveWith', title: 'A person approves with' },
      ],
      ...page,
    });
  },
});
