import { canonicalJson, sha256 } from '../text/canonical.ts';

export interface AuditCall {
  readonly operation: string;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  /** `done`, or the code of the error. */
  readonly status: string;
}

/** `started` is written before the first call of an attempt, so that a crash leaves a trace. */
export type AuditKind = 'started' | 'finished' | 'decided';

export interface AuditFacts {
  readonly kind: AuditKind;
  /** The same on every entry of one attempt. */
  readonly attempt: string;
  readonly at: string;
  readonly who: string;
  readonly client: string | null;
  readonly tool: string;
  readonly planHash: string | null;
  readonly approvalId: string | null;
  readonly calls: readonly AuditCall[];
  readonly status: string;
  readonly summary: string;
  readonly undo: string | null;
}

export interface AuditEntry extends AuditFacts {
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

export type Verdict =
  | { readonly ok: true; readonly entries: number; readonly lastHash: string }
  | { readonly ok: false; readonly line: number; readonly reason: string };

export const genesisHash = '0'.repeat(64);

export const hashOf = (previousHash: string, body: string): string => sha256(previousHash + body);

/** Puts an entry behind the last one. */
export function chainEntry(
  last: { readonly seq: number; readonly hash: string } | null,
  facts: AuditFacts,
): StoredAuditEntry {
  const seq = (last?.seq ?? 0) + 1;
  const previousHash = last?.hash ?? genesisHash;
  const body = canonicalJson({ ...facts, seq });
  return { seq, at: facts.at, who: facts.who, body, previous_hash: previousHash, hash: hashOf(previousHash, body) };
}

export function readEntry(stored: Pick<StoredAuditEntry, 'body'>): AuditEntry {
  // The body was written by chainEntry; `verify` finds out when that is no longer so.
  return JSON.parse(stored.body) as AuditEntry;
}

/** Walks the chain from its first entry and names the first line that does not fit. */
export async function verifyChain(
  entries: AsyncIterable<StoredAuditEntry> | Iterable<StoredAuditEntry>,
): Promise<Verdict> {
  let line = 0;
  let lastHash = genesisHash;
  for await (const entry of entries) {
    line += 1;
    const reason = faultOf(entry, line, lastHash);
    if (reason !== null) return { ok: false, line, reason };
    lastHash = entry.hash;
  }
  return { ok: true, entries: line, lastHash };
}

function faultOf(entry: StoredAuditEntry, expectedSeq: number, lastHash: string): string | null {
  if (entry.seq !== expectedSeq) return `entry ${expectedSeq} is missing: found ${entry.seq}`;
  if (entry.previous_hash !== lastHash) return 'does not follow the line before it';
  if (hashOf(entry.previous_hash, entry.body) !== entry.hash) return 'was changed after it was written';
  const { seq, at, who } = readEntry(entry);
  const isIndexTrue = seq === entry.seq && at === entry.at && who === entry.who;
  return isIndexTrue ? null : 'its number, time or name was changed after it was written';
}

export interface AuditTail {
  readonly seq: number;
  readonly hash: string;
}

export interface AuditMemory {
  /** Calls `chain` with the last entry while no other process can append, and stores what it returns. */
  append(chain: (last: AuditTail | null) => StoredAuditEntry): Promise<StoredAuditEntry>;
  /** Oldest first, after a sequence number. */
  after(seq: number, limit: number): Promise<readonly StoredAuditEntry[]>;
  /** Newest first. */
  latest(query: { readonly who?: string | undefined; readonly limit: number }): Promise<readonly StoredAuditEntry[]>;
}
