import type { Log } from '../../log.ts';
import { canonicalJson, sha256 } from '../../contract/kit/canonical.ts';

export interface AuditCall {
  readonly operation: string;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  /** `done`, or the code of the error. */
  readonly status: string;
  /** Ids of the records that were written; entries of earlier versions have none. */
  readonly records?: readonly string[];
  /** Ids of the records that a batch sent by e-mail. */
  readonly mailed?: readonly string[];
}

/** A value of a record that a rule reads, or that money or mail follows, before and after; texts of at most a line. */
export interface ValueChange {
  /** Resource of the record, such as `carriers`. */
  readonly kind: string;
  readonly id: string;
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** `started` is written before the first call of an attempt, so that a crash leaves a trace. */
export type AuditKind = 'started' | 'finished' | 'decided';

export interface AuditDetails {
  readonly kind: AuditKind;
  /** The same on every entry of one attempt. */
  readonly attempt: string;
  readonly at: string;
  readonly who: string;
  /** Roles of a person or program that signed in, at that time; absent otherwise, and in entries of earlier versions. */
  readonly roles?: readonly string[];
  readonly client: string | null;
  readonly tool: string;
  readonly planHash: string | null;
  readonly approvalId: string | null;
  readonly calls: readonly AuditCall[];
  readonly status: string;
  readonly summary: string;
  readonly undo: string | null;
  /** Changes that were planned to such values; empty at the end of an attempt that changed none of them. */
  readonly changes?: readonly ValueChange[];
}

export interface AuditEntry extends AuditDetails {
  readonly seq: number;
}

/** `body` is the canonical JSON of the entry: what was hashed is what is kept. */
export interface StoredAuditEntry {
  readonly seq: number;
  readonly at: string;
  readonly who: string;
  readonly body: string;
  readonly previous_hash: string;
  readonly hash: string;
}

/**
 * Number of entries in the log and hash of the last one, signed with the key of the memory and stored outside of the
 * log.
 */
export interface AuditAnchor {
  readonly entries: number;
  readonly hash: string;
  readonly mac: string;
}

export const genesisHash = '0'.repeat(64);

export const hashEntry = (previousHash: string, body: string): string => sha256(previousHash + body);

/** Builds the entry that follows the last one. */
export function buildNextEntry(
  last: { readonly seq: number; readonly hash: string } | null,
  details: AuditDetails,
): StoredAuditEntry {
  const seq = (last?.seq ?? 0) + 1;
  const previousHash = last?.hash ?? genesisHash;
  const body = canonicalJson({ ...details, seq });
  return {
    seq,
    at: details.at,
    who: details.who,
    body,
    previous_hash: previousHash,
    hash: hashEntry(previousHash, body),
  };
}

export function readEntry(stored: Pick<StoredAuditEntry, 'body'>): AuditEntry {
  // The body was written by buildNextEntry; `verify` finds out when that is no longer so.
  return JSON.parse(stored.body) as AuditEntry;
}

export interface AuditTail {
  readonly seq: number;
  readonly hash: string;
}

export interface AuditMemory {
  /** Calls `chain` with the last entry while no other process can append, and stores what it returns. */
  append(chain: (last: AuditTail | null) => StoredAuditEntry): Promise<StoredAuditEntry>;
  /** Signs the current end of the log, even if the log was changed, and appends the entry that says so. */
  accept(chain: (last: AuditTail | null) => StoredAuditEntry): Promise<StoredAuditEntry>;
  /** Lists entries after a sequence number, oldest first; null starts at the first row. */
  after(seq: number | null, limit: number): Promise<readonly StoredAuditEntry[]>;
  /** Lists entries, newest first, optionally before a sequence number. */
  latest(query: { readonly before?: number | undefined; readonly limit: number }): Promise<readonly StoredAuditEntry[]>;
  /** Lists entries of attempts that were to change values, newest first. */
  listChanging(query: { readonly since: string }): Promise<readonly StoredAuditEntry[]>;
  /** Lists all entries since then whose text contains one of these, newest first. */
  listContaining(query: {
    readonly texts: readonly string[];
    readonly since: string;
  }): Promise<readonly StoredAuditEntry[]>;
  /** Reads the anchor, or returns undefined if it is missing or was not signed with the key of the memory. */
  anchor(): Promise<AuditAnchor | undefined>;
  /** Returns true if the key of the memory signed the anchor. */
  isAnchor(anchor: AuditAnchor): boolean;
}

const pageSize = 500;

/** Reads every stored entry after a sequence number, oldest first. */
export async function* readTrail(
  audit: Pick<AuditMemory, 'after'>,
  since: number | null = null,
): AsyncGenerator<StoredAuditEntry, void, undefined> {
  let seq = since;
  for (;;) {
    const page = await audit.after(seq, pageSize);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    seq = last.seq;
  }
}

/** Puts an entry behind the last one. Its hash goes to the log of the process too, where who owns the store cannot change it. */
export async function appendAudit(
  { memory, log }: { readonly memory: { readonly audit: Pick<AuditMemory, 'append'> }; readonly log: Log },
  details: AuditDetails,
): Promise<void> {
  const { seq, hash } = await memory.audit.append((last) => buildNextEntry(last, details));
  log('info', 'An audit entry was written.', { entry: seq, hash });
}
