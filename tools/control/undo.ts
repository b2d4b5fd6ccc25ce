import * as z from 'zod';
import { catalogue } from '../../src/contract/catalogue.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { WaybillError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { StoredUndo } from '../../src/mcp/tool/context.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';

export const undo = tool({
  name: 'undo',
  title: 'Undo',
  description: `Takes back a write that you made through these tools in the last 30 days: the newest one, or the newest about a record, behind the gate of what takes it back.
The plan shows what comes back. Sent mail, deletions and voids can't be undone.`,
  toolset: 'control',
  gate: 'confirm',
  takesAnyGate: true,
  operations: catalogue().map(({ name }) => name),
  hints: { destructive: true, idempotent: false, openWorld: true },
  input: z.strictObject({
    write: z
      .string()
      .min(2)
      .max(100)
      .optional()
      .describe('Number of a record or approvalId; without it the newest write'),
  }),
  output: z.object({}),
  async plan(ctx, { write }) {
    const undos = await ctx.control.listUndos();
    const id = await ctx.settle('write', () => Promise.resolve(chooseUndo(undos, write).id));
    const chosen = chooseUndo(undos, id);
    const drafts = [];
    for (const [at, { operation, input }] of chosen.calls.entries())
      drafts.push(await planOperation(ctx, { operation, input, relatedSteps: chosen.calls.slice(0, at) }));
    const joined = joinPlans(drafts, {
      title: `Take back: ${chosen.title}`,
      undo: 'It can be done again.',
      undoCall: chosen.tool,
    });
    return {
      ...joined,
      lines: [`Was done on ${formatLocalTime(chosen.at, ctx.timeZone)} with ${chosen.tool}`, ...joined.lines],
      back: [],
      takesBack: chosen.id,
      isFinal: false,
      isIndependent: true,
    };
  },
  finish: (_ctx, { title }, outcomes) =>
    Promise.resolve(
      writeResult({
        status: 'done',
        summary: `${title.replace('Take back: ', 'Taken back: ')}.`,
        lines: outcomes.map(({ label }) => `- ${label}`),
      }),
    ),
});

/** Chooses the newest write, or the newest one about a record with that number. */
function chooseUndo(writes: readonly StoredUndo[], write: string | undefined): StoredUndo {
  const requestedWrite = write?.trim().toUpperCase();
  const match = writes.find(
    ({ id, about: subjects }) =>
      requestedWrite === undefined || [id, ...subjects].some((name) => name.toUpperCase() === requestedWrite),
  );
  if (match && match.calls.length > 0) return match;
  if (match)
    throw new WaybillError(
      'REFUSED',
      `${match.title}: this can't be undone. ${match.undo} For an earlier write give the number of its record.`,
    );
  const closest = writes
    .filter(({ calls }) => calls.length > 0)
    .slice(0, shownMax)
    .map(({ title, about: subjects }) => `${title} (${subjects.join(', ') || 'no number'})`);
  throw new WaybillError(
    'NOT_FOUND',
    [
      write === undefined
        ? 'You made no write in the last 30 days that can be taken back.'
        : `Among your newest ${writes.length} writes of the last 30 days there is none about ${recordText(write, 'list')}.`,
      closest.length > 0 ? `Newest that can: ${closest.join('; ')}.` : '',
      'audit_log shows all that was done.',
    ]
      .filter(Boolean)
      .join(' '),
    { details: [{ field: 'write', message: 'is the number of a record, or an approvalId' }] },
  );
}

const shownMax = 5;
