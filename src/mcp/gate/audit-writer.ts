import { appendAudit, type AuditFacts, type AuditKind, type ValueChange } from '../audit/audit.ts';
import { maskAccountsIn } from '../text/mask-accounts.ts';
import { clientName, type Run } from '../tool/run.ts';
import type { RecordedCall } from '../tool/allowed-calls.ts';
import { stripInvisible } from '../text/text.ts';

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

export async function writeAudit({ options, caller }: Run, attempt: Attempt, noted: Noted): Promise<void> {
  const facts: AuditFacts = {
    kind: noted.kind,
    attempt: attempt.id,
    at: options.now(),
    who: caller.principal.name,
    client: clientName(caller),
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
  await appendAudit(options, maskAccountsIn(facts, attempt.input));
}

/** After the work is done the result matters more than the log: a failure to write is reported and the result kept. */
export async function writeAuditAfter(run: Run, attempt: Attempt, noted: Noted): Promise<void> {
  try {
    await writeAudit(run, attempt, noted);
  } catch (error) {
    run.options.log('error', 'The audit log could not be written after a change; the entry "started" is there.', {
      attempt: attempt.id,
      tool: attempt.tool,
      cause: String(error),
    });
  }
}
