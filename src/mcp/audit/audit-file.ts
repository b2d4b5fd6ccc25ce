import { canonicalJson } from '../text/canonical.ts';
import { isPlainRecord } from '../text/plain-record.ts';
import { readEntry, type StoredAuditEntry, type Verdict, verifyChain, type AuditMemory } from './audit.ts';

const pageSize = 500;

/** Every stored entry, oldest first. */
export async function* auditTrail(audit: AuditMemory): AsyncGenerator<StoredAuditEntry, void, undefined> {
  let seq = 0;
  for (;;) {
    const page = await audit.after(seq, pageSize);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    seq = last.seq;
  }
}

/** One line of an export: the entry with `hash` and `previousHash` beside it. */
export function toAuditLine(stored: StoredAuditEntry): string {
  return canonicalJson({ ...readEntry(stored), previousHash: stored.previous_hash, hash: stored.hash });
}

/** Checks exported JSON lines; a line that cannot be read is the first bad one. */
export async function verifyLines(lines: AsyncIterable<string> | Iterable<string>): Promise<Verdict> {
  let line = 0;
  let unreadable = 0;
  async function* entries(): AsyncGenerator<StoredAuditEntry, void, undefined> {
    for await (const text of lines) {
      if (text.trim() === '') continue;
      line += 1;
      const entry = fromAuditLine(text);
      if (entry === null) {
        unreadable = line;
        return;
      }
      yield entry;
    }
  }
  const verdict = await verifyChain(entries());
  return verdict.ok && unreadable > 0 ? { ok: false, line: unreadable, reason: 'is not an audit entry' } : verdict;
}

function fromAuditLine(text: string): StoredAuditEntry | null {
  const parsed = parse(text);
  if (!isPlainRecord(parsed)) return null;
  const { hash, previousHash, ...entry } = parsed;
  const { seq, at, who } = entry;
  if (typeof hash !== 'string' || typeof previousHash !== 'string' || typeof seq !== 'number') return null;
  return { seq, at: String(at), who: String(who), body: canonicalJson(entry), previous_hash: previousHash, hash };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller names the line; why it does not parse helps nobody.
    return null;
  }
}
