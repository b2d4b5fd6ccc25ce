import { canonicalJson } from '../../contract/kit/canonical.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { type AuditAnchor, type AuditMemory, readTrail, readEntry, type StoredAuditEntry } from './audit.ts';
import { compareWithAnchor, type ExpectedLog, type AuditVerdict, walkChain } from './verify.ts';

/**
 * Lists the lines of an export: the entries up to the anchored one, and last the anchor itself, so that a cut-off end
 * shows.
 */
export async function* listExportLines(audit: AuditMemory): AsyncGenerator<string, void, undefined> {
  const anchor = await audit.anchor();
  for await (const entry of readTrail(audit)) {
    if (anchor && entry.seq > anchor.entries) break;
    yield toAuditLine(entry);
  }
  // The stored one: a new one would make a log whole that is not.
  if (anchor) yield canonicalJson({ anchor });
}

/** Formats an entry with `hash` and `previousHash` beside its members. */
export function toAuditLine(stored: StoredAuditEntry): string {
  return canonicalJson({ ...readEntry(stored), previousHash: stored.previous_hash, hash: stored.hash });
}

/** Checks exported lines. The first one that was not written like this by an export is the first bad one. */
export async function verifyLines(
  lines: AsyncIterable<string> | Iterable<string>,
  isAnchor: AuditMemory['isAnchor'],
  expected: ExpectedLog = {},
): Promise<AuditVerdict> {
  let line = 0;
  let bad: AuditVerdict | undefined;
  let anchor: AuditAnchor | undefined;
  async function* readEntries(): AsyncGenerator<StoredAuditEntry, void, undefined> {
    for await (const text of lines) {
      line += 1;
      const entry = anchor ? null : fromAuditLine(text);
      if (entry === null) {
        anchor = anchor ? undefined : fromAnchorLine(text);
        if (anchor && isAnchor(anchor)) continue;
        bad = { ok: false, line, reason: 'is not a line of an export of this installation' };
        return;
      }
      yield entry;
    }
  }
  const walked = await walkChain(readEntries(), expected);
  if (bad && (walked.ok || walked.line >= line)) return bad;
  return walked.ok ? compareWithAnchor(walked, anchor) : walked;
}

function fromAuditLine(text: string): StoredAuditEntry | null {
  const parsed = parseLine(text);
  if (parsed === null) return null;
  const { hash, previousHash, ...entry } = parsed;
  const { seq, at, who: author } = entry;
  if (typeof hash !== 'string' || typeof previousHash !== 'string' || typeof seq !== 'number') return null;
  return { seq, at: String(at), who: String(author), body: canonicalJson(entry), previous_hash: previousHash, hash };
}

function fromAnchorLine(text: string): AuditAnchor | undefined {
  const anchor = parseLine(text)?.['anchor'];
  if (!isPlainRecord(anchor)) return undefined;
  const { entries, hash, mac } = anchor;
  if (typeof entries !== 'number' || typeof hash !== 'string' || typeof mac !== 'string') return undefined;
  const read = { entries, hash, mac };
  // Nothing beside what was signed: a word more would read as if this installation had written it.
  return canonicalJson({ anchor: read }) === text ? read : undefined;
}

/**
 * Parses a line, or returns null unless the text is byte for byte what an export writes. A duplicate member could show
 * different values to different readers.
 */
function parseLine(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainRecord(value) && canonicalJson(value) === text ? value : null;
  } catch {
    // The caller names the line; why it does not parse helps nobody.
    return null;
  }
}
