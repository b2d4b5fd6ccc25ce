import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { WayBack } from '../tool/context.ts';
import type { BackCall, Plan, StepOutcome } from '../tool/plan.ts';
import type { ToolResult } from '../results/result.ts';
import type { PerformingTool } from '../tool/tool.ts';
import type { GateOptions, ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-facts.ts';
import { takenFrom } from './step-input.ts';

/** How long a write can be taken back by its number. */
const livesMs = 30 * 24 * 60 * 60_000;

/** Remembers how what was carried out of a plan is taken back. */
export async function keepWayBack(
  run: ToolRun,
  { id, plan }: { readonly id: string; readonly plan: Plan },
  outcomes: readonly StepOutcome[],
): Promise<void> {
  if (outcomes.every(({ status }) => status !== 'done')) return;
  // An undo leaves the write before it as the newest.
  if (plan.takesBack !== undefined) return settleUndo(run, plan.takesBack, outcomes);
  await keep(run, { id, tool: plan.tool }, () => ({
    title: plan.title,
    undo: plan.undo,
    about: numbersIn(plan, outcomes),
    // Without any it is remembered as well, so that an older write is not taken for the newest.
    calls: (plan.back ?? []).toReversed().flatMap((call) => callAfter(call, outcomes) ?? []),
  }));
}

/** What was taken back is not taken back again; what is left of it can still be. */
async function settleUndo(run: ToolRun, id: string, outcomes: readonly StepOutcome[]): Promise<void> {
  const kept = await readWaysBack(run);
  const found = kept.find((wayBack) => wayBack.id === id);
  if (!found) return;
  // The steps of an undo are the calls that were remembered.
  const calls = found.calls.filter((_, index) => outcomes[index]?.status !== 'done');
  if (calls.length === 0) {
    await run.options.bookkeeping.write({ kind: 'undone', id });
    return;
  }
  await keep(run, found, () => ({ title: found.title, undo: found.undo, about: found.about, calls }));
}

/** Without them the undo is done all the same, and offered again. */
async function readWaysBack({ options, caller }: ToolRun): Promise<readonly WayBack[]> {
  try {
    return await waysBackOf(options, caller.principal.name);
  } catch (error) {
    options.log('warn', 'What can be undone could not be read after an undo.', { cause: String(error) });
    return [];
  }
}

/** A write that had no plan names what takes it back by itself, or in its own words only. */
export async function keepUnplanned(
  run: ToolRun,
  { id, tool }: { readonly id: string; readonly tool: Pick<PerformingTool, 'name' | 'back'> },
  result: ToolResult,
): Promise<void> {
  const { data } = result;
  const { summary, undo, record } = data as { summary?: string; undo?: string; record?: unknown };
  const number = isPlainRecord(record) ? record['friendlyId'] : undefined;
  const about = typeof number === 'string' ? [number] : [];
  await keep(run, { id, tool: tool.name }, () => ({
    title: summary?.replace(/\.$/, '') ?? tool.name,
    undo: undo ?? '',
    ...(tool.back?.(result) ?? { about, calls: [] }),
  }));
}

async function keep(
  { options, caller }: ToolRun,
  { id, tool }: { readonly id: string; readonly tool: string },
  read: () => Omit<WayBack, 'id' | 'at' | 'tool'>,
): Promise<void> {
  const at = options.now();
  try {
    const row = {
      id,
      requester: caller.principal.name,
      // Names, amounts and account numbers stand in it.
      body: options.memory.cipher.encrypt(JSON.stringify({ tool, ...read() }), placeOf(id)),
      at,
      expiresAt: addMilliseconds(at, livesMs),
    };
    await options.bookkeeping.write({ kind: 'undo', row });
  } catch (error) {
    // The write is done; that it cannot be taken back by its number must not hide it.
    options.log('warn', 'How a write is undone could not be put together.', { tool, cause: String(error) });
  }
}

const placeOf = (id: string) => `way-back:${id}`;

/** Undefined where the step that it takes back was not done. */
function callAfter(
  { step, operation, input, takes }: BackCall,
  outcomes: readonly StepOutcome[],
): WayBack['calls'][number] | undefined {
  if (outcomes[step]?.status !== 'done') return undefined;
  return { operation, input: { ...input, ...takenFrom(takes, outcomes) } };
}

function numbersIn(plan: Plan, outcomes: readonly StepOutcome[]): readonly string[] {
  const made = outcomes.map((outcome) =>
    outcome.status === 'done' && isPlainRecord(outcome.answer) ? outcome.answer['friendlyId'] : null,
  );
  const known = [...plan.records.map(({ friendlyId }) => friendlyId), ...made];
  return [...new Set(known.filter((number) => typeof number === 'string'))];
}

/** Writes of one requester that can be taken back, newest first. */
export async function waysBackOf(
  { memory, now }: Pick<GateOptions, 'memory' | 'now'>,
  requester: string,
): Promise<readonly WayBack[]> {
  const kept = await memory.waysBack.list(requester, now());
  return kept.flatMap(({ id, at, body }) => {
    try {
      // As it was written above.
      return [{ id, at, ...(JSON.parse(memory.cipher.decrypt(body, placeOf(id))) as Omit<WayBack, 'id' | 'at'>) }];
    } catch {
      // Kept under another key of the memory.
      return [];
    }
  });
}
