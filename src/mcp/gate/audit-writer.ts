import { appendAudit, type AuditFacts, type AuditKind, type ValueChange } from '../audit/audit.ts';
import { maskAccountsIn } from '../text/mask-accounts.ts';
import type { ToolRun } from '../run/run.ts';
import { toAuthor } from '../run/call-facts.ts';
import type { RecordedCall } from '../tool/allowed-calls.ts';
import { stripInvisible } from '../text/invisible.ts';

export interface Attempt {
  /** The same on every entry of one attempt. */
  readonly id: string;
  readonly tool: string;
  /** What the account numbers to hide are looked for in. */
  readonly input: unknown;
  readonly planHash?: string;
  readonly approvalId?: string;
}

export interface Noted {
  readonly kind: AuditKind;
  readonly status: string;
  readonly summary: string;
  readonly undo?: string | undefined;
  readonly calls?: readonly RecordedCall[];
  readonly changes?: readonly ValueChange[] | undefined;
}

const summaryMax = 500;

/** Writes an entry that has to stand before anything is done. */
export const writeAudit = (run: ToolRun, attempt: Attempt, noted: Noted): Promise<void> =>
  appendAudit(run.options, auditFacts(run, attempt, noted));

/** Writes an entry after the work is done, or keeps it until the store is back. */
export async function writeAuditAfter(run: ToolRun, attempt: Attempt, noted: Noted): Promise<void> {
  await run.options.bookkeeping.write({ kind: 'audit', facts: auditFacts(run, attempt, noted) });
}

function auditFacts({ options, caller }: ToolRun, attempt: Attempt, noted: Noted): AuditFacts {
  const facts: AuditFacts = {
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
  return maskAccountsIn(facts, attempt.input);
}
