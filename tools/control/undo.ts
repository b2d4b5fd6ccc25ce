import * as z from 'zod';
import { catalogue } from '../../src/contract/catalogue.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { WaybillError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { WayBack } from '../../src/mcp/tool/context.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';

export const undo = tool({
  name: 'undo',
  title: 'Undo',
  description: `Takes back a write that you made through these tools in the last 30 days: the newest one, or the newest about a record, behind the gate of what takes it back.
The plan shows what comes back. Mail that left, deletions and voids have no way back.`,
  toolset: 'control',
  gate: 'confirm',
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
    const waysBack = await ctx.control.waysBack();
    const id = await ctx.settle('write', () => Promise.resolve(chooseWayBack(waysBack, write).id));
    const found = chooseWayBack(waysBack, id);
    const drafts = [];
    for (const [at, { operation, input }] of found.calls.entries())
      drafts.push(await planOperation(ctx, { operation, input, beside: found.calls.slice(0, at) }));
    const joined = joinPlans(drafts, { title: `Take back: ${found.title}`, undo: `${found.tool} does it again.` });
    return {
      ...joined,
      lines: [`Was done on ${formatLocalTime(found.at, ctx.timeZone)} with ${found.tool}`, ...joined.lines],
      back: [],
      takesBack: found.id,
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

/** The newest write, or the newest that is about the record, by its number. */
function chooseWayBack(known: readonly WayBack[], write: string | undefined): WayBack {
  const wanted = write?.trim().toUpperCase();
  const found = known.find(
    ({ id, about }) => wanted === undefined || [id, ...about].some((name) => name.toUpperCase() === wanted),
  );
  if (found && found.calls.length > 0) return found;
  if (found)
    throw new WaybillError(
      'REFUSED',
      `${found.title}: this has no way back. ${found.undo} For an earlier write give the number of its record.`,
    );
  const closest = known
    .filter(({ calls }) => calls.length > 0)
    .slice(0, shownMax)
    .map(({ title, about }) => `${title} (${about.join(', ') || 'no number'})`);
  throw new WaybillError(
    'NOT_FOUND',
    [
      write === undefined
        ? 'You made no write in the last 30 days that can be taken back.'
        : `Among your newest ${known.length} writes of the last 30 days there is none about ${recordText(write, 'list')}.`,
      closest.length > 0 ? `Newest that can: ${closest.join('; ')}.` : '',
      'audit_log shows all that was done.',
    ]
      .filter(Boolean)
      .join(' '),
    { details: [{ field: 'write', message: 'is the number of a record, or an approvalId' }] },
  );
}

const shownMax = 5;
