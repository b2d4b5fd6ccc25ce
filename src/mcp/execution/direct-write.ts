import { WaybillError } from '../../errors.ts';
import { maskAccountsIn } from '../text/mask-accounts.ts';
import { markAlreadyDone } from './repeat-result.ts';
import { parseOutcome } from '../approvals/approval-row.ts';
import { type AuditedAttempt, writeAudit, writeAuditAfter } from './audit-writer.ts';
import { sha256 } from '../../contract/kit/canonical.ts';
import { isUnsettled } from './interruption.ts';
import type { ToolRun } from '../run/run.ts';
import { openRecorder, buildToolContext } from '../run/tool-context.ts';
import { getCallGate } from '../policy/operation-gate.ts';
import type { Recorder, WriteRules, WrittenCall } from '../tool/allowed-calls.ts';
import { withIgnoredParts } from './ignored-parts.ts';
import { keepUnplanned } from './undos.ts';
import { reserveCreate } from './reservations.ts';
import { requireToolOpen } from '../limits/hours.ts';
import { requireWritesRun } from '../stop/writes-stop.ts';
import type { ToolResult } from '../results/result.ts';
import type { WriteTool } from '../tool/tool.ts';

/**
 * Carries out a low-risk write at once. It is recorded in the audit log, and an identical create is never done twice.
 */
export async function writeDirectly(
  run: ToolRun,
  tool: WriteTool,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  await requireToolOpen(run, tool);
  const hold = await reserveCreate(run, tool, input);
  if (hold.outcome !== null) return markAlreadyDone(parseOutcome(hold.outcome));

  const attempt: AuditedAttempt = { id: hold.id, tool: tool.name, input };
  const answers: WrittenCall[] = [];
  const rules = { ...createWriteRules(run, tool, attempt), onAnswer: (call: WrittenCall) => void answers.push(call) };
  const recorder = openRecorder(run, tool.operations, { writes: rules });
  let written: ToolResult;
  try {
    written = withIgnoredParts(await tool.write(await buildToolContext(run, recorder), input), answers);
  } catch (error) {
    await auditFailure(run, attempt, recorder, error);
    const hasChanged = recorder.calls.some(({ status }) => status === 'done');
    if (!hasChanged && !isUnsettled(error)) await hold.release();
    throw error;
  }
  const result = maskAccountsIn(written, input);
  const isReplay = recorder.calls.length > 0 && recorder.calls.every((call) => call.isReplay);
  const completed = await hold.complete(result, isReplay);
  if (!isReplay && recorder.calls.length > 0) await keepUnplanned(run, { id: attempt.id, tool }, result);
  await auditSuccess(run, attempt, recorder, result);
  return completed;
}

function createWriteRules(run: ToolRun, tool: WriteTool, attempt: AuditedAttempt): WriteRules {
  return {
    computeKey: (operation, nth) => `waybill-${sha256(`${attempt.id}:${operation}:${nth}`)}`,
    check: (name, operation, input) => {
      const gate = getCallGate(run.options.policy, name, operation, input);
      if (gate === 'audit' || gate === 'none') return;
      throw new WaybillError('REFUSED', `${name} needs a person's yes here (gate ${gate}); api_write asks for it.`);
    },
    beforeEach: () => requireWritesRun(run),
    beforeFirst: () => writeAudit(run, attempt, { kind: 'started', status: 'started', summary: tool.title }),
    afterEach: run.options.noteWrite,
  };
}

async function auditSuccess(
  run: ToolRun,
  attempt: AuditedAttempt,
  { calls }: Recorder,
  { data }: ToolResult,
): Promise<void> {
  if (calls.length === 0) return;
  const { status, summary, undo } = data as { status?: string; summary?: string; undo?: string };
  await writeAuditAfter(run, attempt, {
    kind: 'finished',
    status: status ?? 'done',
    summary: summary ?? attempt.tool,
    undo,
    calls,
  });
}

async function auditFailure(run: ToolRun, attempt: AuditedAttempt, { calls }: Recorder, error: unknown): Promise<void> {
  if (calls.length === 0) return;
  const isKnown = error instanceof WaybillError;
  await writeAuditAfter(run, attempt, {
    kind: 'finished',
    status: isKnown ? error.code : 'INTERNAL_ERROR',
    summary: isKnown ? error.message : 'Something failed inside the tool server.',
    calls,
  });
}
