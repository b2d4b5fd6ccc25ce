import * as z from 'zod';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { findRecord, type ResolvedRecord } from './find-record.ts';
import { recordKinds } from './record-kinds.ts';
import type { RecordView } from './shown-record.ts';

export const getRecord = tool({
  name: 'get_record',
  title: 'Show any record',
  description: `One record as the desk sees it: quote, bill (agreed beside billed, originals, papers), invoice (lines, payments, balance), payment, bill payment, credit memo, load (stops, crew, charges), location, vendor, factor, contact, user.
By number, or by name with its kind before it ("vendor Gulf Customs"). Shipments, carriers, customers and documents have tools of their own.`,
  toolset: 'desk',
  gate: 'none',
  operations: [...new Set(recordKinds.flatMap(({ operations }) => operations))],
  input: z.strictObject({ record: RecordText }),
  output: z.object({
    kind: z.string(),
    record: z.record(z.string(), z.unknown()),
    resolved: z.object({ query: z.string(), as: z.string() }),
  }),
  async read(ctx, { record: typed }) {
    const match = await findRecord(ctx, typed, recordKinds);
    const { kind, as } = match;
    const shownRecord =
      typeof kind.show === 'function' ? await kind.show(ctx, match.id) : referToTool(match, kind.show);
    return recordResult({
      summary: shownRecord.summary,
      asOf: ctx.now(),
      lines: shownRecord.lines,
      data: { kind: kind.noun, record: shownRecord.record, resolved: { query: typed.trim(), as } },
      untrusted: shownRecord.untrusted.map((at) => `/record${at}`),
      nextActions: shownRecord.nextActions ?? [],
    });
  },
});

/** Builds the answer for a record that another tool shows. */
function referToTool(
  { kind, id, friendlyId, described }: ResolvedRecord,
  by: { tool: string; argument: string },
): RecordView {
  return {
    summary: `${described}: a ${kind.noun}, which ${by.tool} shows.`,
    lines: [],
    record: { id, friendlyId },
    untrusted: [],
    nextActions: [{ tool: by.tool, arguments: { [by.argument]: friendlyId ?? id }, why: `shows the ${kind.noun}` }],
  };
}
