import * as z from 'zod';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';

const entriesMax = 200;

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
    limit: z.number().min(1).max(entriesMax).optional(),
  }),
  output: z.object({
    total: z.number().nullable(),
    rows: z.array(z.record(z.string(), z.unknown())),
    nextCursor: z.string().nullable(),
  }),
  async read(ctx, { who, limit = 20 }) {
    const entries = await ctx.control.audit({ who, limit });
    return listResult({
      summary:
        entries.length === 0 ? 'Nothing was changed yet.' : `The last ${entries.length} entries of the audit log.`,
      asOf: ctx.now(),
      total: entries.length < limit ? entries.length : null,
      rows: entries.map((entry) => ({
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
      position: { cursor: undefined, skip: 0 },
      nextCursor: null,
    });
  },
});
