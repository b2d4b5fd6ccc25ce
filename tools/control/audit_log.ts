import * as z from 'zod';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { buildLocalPage } from '../../src/mcp/results/page.ts';
import type { AuditPage } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { codeColumn, timeColumn } from '../records/columns.ts';
import { listArguments, listOutput } from '../arguments/list-arguments.ts';

const shownMax = 200;
const readMax = 2000;

export const auditLog = tool({
  name: 'audit_log',
  title: 'Audit log',
  description: `What was changed through these tools, newest first: when, by whom, with which tool, the outcome and how to undo it.
Use it for "who approved that", "what did we change today" or to find how to undo it. It covers changes made through Waybill only. A role that decides nothing for others sees the entries of its own people, and is told how many others there are.`,
  toolset: 'control',
  gate: 'none',
  operations: [],
  input: z.strictObject({
    who: z.string().max(200).optional().describe('Only this person'),
    limit: z.number().min(1).max(shownMax).optional(),
    cursor: listArguments.cursor,
  }),
  output: listOutput.omit({ totals: true, notes: true }),
  async read(ctx, { who: personName, limit }) {
    // What happens between two pages must not move their rows.
    const until = ctx.paging.position.from ?? ctx.now();
    const read = await ctx.control.readAudit({ who: personName, limit: readMax });
    const entries = read.entries.filter(({ at }) => at <= until);
    const { rows, ...page } = buildLocalPage(ctx, entries, { limit }, until);
    return listResult({
      summary: [describeEntries(read, personName), describeHidden(read)].filter(Boolean).join(' '),
      asOf: ctx.now(),
      total: read.isAll ? entries.length : null,
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
        timeColumn('at', 'When', ctx.timeZone),
        { key: 'who', title: 'Who' },
        { key: 'tool', title: 'Tool' },
        codeColumn('status', 'Status'),
        { key: 'summary', title: 'What', untrusted: true },
        { key: 'undo', title: 'Undo' },
      ],
      hidden: ['seq', 'approvalId', 'operations'],
      ...page,
    });
  },
});

function describeEntries({ entries, hidden, isAll }: AuditPage, personName: string | undefined): string {
  if (entries.length > 0)
    return `${isAll ? '' : 'The newest '}${countEntries(entries.length)} in the audit log, newest first.`;
  if (personName !== undefined) return `No entry by ${recordText(personName, 'list')} that you may see.`;
  return hidden === 0 ? 'No changes yet.' : 'You have changed nothing yet.';
}

/** Says how many entries of others are left out, and why; undefined where all are shown. */
function describeHidden({ hidden, scope, isAll }: AuditPage): string | undefined {
  if (hidden === 0) return undefined;
  const count = `${isAll ? '' : 'At least '}${countEntries(hidden)}`;
  const reader = scope === 'own' ? 'a program' : 'your role';
  return `${count} of others ${hidden === 1 ? "isn't" : "aren't"} shown: ${reader} sees its own.`;
}

const countEntries = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;
