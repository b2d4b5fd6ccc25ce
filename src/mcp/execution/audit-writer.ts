import { appendAudit, type AuditDetails, type AuditKind, type ValueChange } from '../audit/audit.ts';
import { maskAccountsIn } from '../text/mask-accounts.ts';
import type { ToolRun } from '../run/run.ts';
import { toAuthor } from '../run/call-details.ts';
import type { RecordedCall } from '../tool/allowed-calls.ts';
import { stripInvisible } from '../text/invisible.ts';

export interface AuditedAttempt {
  /** The same on every entry of one attempt. */
  readonly id: string;
  readonly tool: string;
  /** Input whose account numbers are masked in the entry. */
  readonly input: unknown;
  readonly planHash?: string;
  readonly approvalId?: string;
}

export interface AuditEvent {
  readonly kind: AuditKind;
  readonly status: string;
  readonly summary: string;
  readonly undo?: string | undefined;
  readonly calls?: readonly RecordedCall[];
  readonly changes?: readonly ValueChange[] | undefined;
}

const summaryMax = 500;

/** Writes an entry that has to stand before anything is done. */
export const writeAudit = (run: ToolRun, attempt: AuditedAttempt, event: AuditEvent): Promise<void> =>
  appendAudit(run.options, toAuditDetails(run, attempt, event));

/** Writes an entry after the work is done, or queues it until the store is back. */
export async function writeAuditAfter(run: ToolRun, attempt: AuditedAttempt, noted: AuditEvent): Promise<void> {
  await run.options.bookkeeping.write({ kind: 'audit', facts: toAuditDetails(run, attempt, noted) });
}

function toAuditDetails({ options, caller }: ToolRun, attempt: AuditedAttempt, noted: AuditEvent): AuditDetails {
  const details: AuditDetails = {
    kind: noted.kind,
    attempt: attempt.id,
    at: options.now(),
    ...toAuthor(caller),
    tool: attempt.tool,
    planHash: attempt.planHash ?? null,
    approvalId: attempt.approvalId ?? null,
    calls: (noted.calls ?? []).map(({ operation, requestId, idempotencyKey, status, records = [], mailed = [] }) => ({
      operation,
      requestId,
      idempotencyKey,
      status,
      ...(records.length > 0 && { records }),
      ...(mailed.length > 0 && { mailed }),
    })),
    status: noted.status,
    summary: stripInvisible(noted.summary).text.slice(0, summaryMax),
    undo: noted.undo ?? null,
    ...(noted.changes && { changes: noted.changes }),
  };
  return maskAccountsIn(details, attempt.input);
}
