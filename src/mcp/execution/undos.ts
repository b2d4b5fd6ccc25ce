import { formatUndo } from '../text/undo-text.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { StoredUndo } from '../tool/context.ts';
import type { BackCall, Plan, StepOutcome } from '../tool/plan.ts';
import type { ToolResult } from '../results/result.ts';
import type { PerformingTool } from '../tool/tool.ts';
import type { GateOptions, ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-details.ts';
import { resolveTakes } from './step-input.ts';

/** Time in which a write can be undone by its number. */
const livesMs = 30 * 24 * 60 * 60_000;

/** Stores how to undo the steps of a plan that were carried out. */
export async function storeUndo(
  run: ToolRun,
  { id, plan }: { readonly id: string; readonly plan: Plan },
  outcomes: readonly StepOutcome[],
): Promise<void> {
  if (outcomes.every(({ status }) => status !== 'done')) return;
  // An undo leaves the write before it as the newest.
  if (plan.takesBack !== undefined) return settleUndo(run, plan.takesBack, outcomes);
  await keep(run, { id, tool: plan.tool }, () => ({
    title: plan.title,
    undo: formatUndo(plan),
    about: listNumbers(plan, outcomes),
    // Without any it is remembered as well, so that an older write is not taken for the newest.
    calls: (plan.back ?? []).toReversed().flatMap((call) => resolveUndoCall(call, outcomes) ?? []),
  }));
}

/** Removes the calls that were undone from a stored undo. The remaining ones can still be undone. */
async function settleUndo(run: ToolRun, id: string, outcomes: readonly StepOutcome[]): Promise<void> {
  const undos = await readUndos(run);
  const undo = undos.find((candidate) => candidate.id === id);
  if (!undo) return;
  // The steps of an undo are the calls that were remembered.
  const calls = undo.calls.filter((_, index) => outcomes[index]?.status !== 'done');
  if (calls.length === 0) {
    await run.options.bookkeeping.write({ kind: 'undone', id });
    return;
  }
  await keep(run, undo, () => ({ title: undo.title, undo: undo.undo, about: undo.about, calls }));
}

/** Reads the stored undos. If they cannot be read, the undo is done anyway, and offered again. */
async function readUndos({ options, caller }: ToolRun): Promise<readonly StoredUndo[]> {
  try {
    return await listUndos(options, caller.principal.name);
  } catch (error) {
    options.log('warn', 'What can be undone could not be read after an undo.', { cause: String(error) });
    return [];
  }
}

/** Stores how to undo a write that had no plan: by the calls that its tool gives, or by its text only. */
export async function keepUnplanned(
  run: ToolRun,
  { id, tool }: { readonly id: string; readonly tool: Pick<PerformingTool, 'name' | 'back'> },
  result: ToolResult,
): Promise<void> {
  const { data } = result;
  const { summary, undo, record } = data as { summary?: string; undo?: string; record?: unknown };
  const number = isPlainRecord(record) ? record['friendlyId'] : undefined;
  const numbers = typeof number === 'string' ? [number] : [];
  await keep(run, { id, tool: tool.name }, () => ({
    title: summary?.replace(/\.$/, '') ?? tool.name,
    undo: undo ?? '',
    ...(tool.back?.(result) ?? { about: numbers, calls: [] }),
  }));
}

async function keep(
  { options, caller }: ToolRun,
  { id, tool }: { readonly id: string; readonly tool: string },
  read: () => Omit<StoredUndo, 'id' | 'at' | 'tool'>,
): Promise<void> {
  const at = options.now();
  try {
    const row = {
      id,
      requester: caller.principal.name,
      // Names, amounts and account numbers stand in it.
      body: options.memory.cipher.encrypt(JSON.stringify({ tool, ...read() }), toUndoPlace(id)),
      at,
      expiresAt: addMilliseconds(at, livesMs),
    };
    await options.bookkeeping.write({ kind: 'undo', row });
  } catch (error) {
    // The write is done; that it cannot be taken back by its number must not hide it.
    options.log('warn', 'How a write is undone could not be put together.', { tool, cause: String(error) });
  }
}

const toUndoPlace = (id: string) => `way-back:${id}`;

/** Resolves the call that undoes a step, or returns undefined if the step was not done. */
function resolveUndoCall(
  { step, operation, input, takes }: BackCall,
  outcomes: readonly StepOutcome[],
): StoredUndo['calls'][number] | undefined {
  if (outcomes[step]?.status !== 'done') return undefined;
  return { operation, input: { ...input, ...resolveTakes(takes, outcomes) } };
}

function listNumbers(plan: Plan, outcomes: readonly StepOutcome[]): readonly string[] {
  const made = outcomes.map((outcome) =>
    outcome.status === 'done' && isPlainRecord(outcome.answer) ? outcome.answer['friendlyId'] : null,
  );
  const numbers = [...plan.records.map(({ friendlyId }) => friendlyId), ...made];
  return [...new Set(numbers.filter((number) => typeof number === 'string'))];
}

/** Lists the writes of a requester that can be undone, newest first. */
export async function listUndos(
  { memory, now }: Pick<GateOptions, 'memory' | 'now'>,
  requester: string,
): Promise<readonly StoredUndo[]> {
  const storedUndos = await memory.undos.list(requester, now());
  return storedUndos.flatMap(({ id, at, body }) => {
    try {
      // As it was written above.
      return [
        { id, at, ...(JSON.parse(memory.cipher.decrypt(body, toUndoPlace(id))) as Omit<StoredUndo, 'id' | 'at'>) },
      ];
    } catch {
      // Kept under another key of the memory.
      return [];
    }
  });
}
