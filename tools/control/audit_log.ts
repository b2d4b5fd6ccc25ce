import * as z from 'zod';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { localPage } from '../../src/mcp/results/page.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { listArguments, listOutput } from '../arguments/list-arguments.ts';

const shownMax = 200;
const readMax = 2000;

export const auditLog = tool({
  name: 'audit_log',
  title: 'Audit log',
  description: `What was changed through these tools, newest first: when, by whom, with which tool, the outcome and how to undo it.
Use it for "who approved that", "what did we change today" or to find the way back. It covers changes made through Waybill only.`,
  toolset: 'control',
  gate: 'none',
  operations: [],
  input: z.strictObject({
    who: z.string().max(200).optional().describe('Only this person'),
    limit: z.number().min(1).max(shownMax).optional(),
    cursor: listArguments.cursor,
  }),
  output: listOutput.omit({ totals: true, coverage: true }),
  async read(ctx, { who, limit }) {
    // What happens between two pages must not move their rows.
    const until = ctx.paging.position.from ?? ctx.now();
    const read = await ctx.control.audit({ who, limit: readMax });
    const entries = read.filter(({ at }) => at <= until);
    const { rows, ...page } = localPage(ctx, entries, { limit }, until);
    return listResult({
      summary: entries.length === 0 ? 'Nothing was changed yet.' : `${countOf(read)} in the audit log, newest first.`,
      asOf: ctx.now(),
      total: isAll(read) ? entries.length : null,
      rows: rows.map((entry) => ({
        at: entry.at,
        who: entry.who,
        tool: entry.tool,
        status: entry.kind === 'started' ? 'started, no outcome recorded' : entry.status,
        summary: entry.summary,
        undo: entry.undo,
        approvalId: entry.approvalId,
        operations: entry.calls.map(({ operation, status }) => `${operation} ${status}`).join(', '),
        seq: entry.seq,
      })),
      columns: [
        { key: 'at', title: 'When (UTC)' },
        { key: 'who', title: 'Who' },
        { key: 'tool', title: 'Tool' },
        { key: 'status', title: 'Status' },
        { key: 'summary', title: 'What', untrusted: true },
        { key: 'operations', title: 'API calls' },
        { key: 'undo', title: 'Undo' },
      ],
      hidden: ['seq', 'approvalId'],
      ...page,
    });
  },
});

const isAll = (read: readonly unknown[]) => read.length < readMax;
const countOf = (read: readonly unknown[]) =>
  `${isAll(read) ? '' : 'The newest '}${read.length} ${read.length === 1 ? 'entry' : 'entries'}`;
