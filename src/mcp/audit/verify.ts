import { canonicalJson } from '../../contract/kit/canonical.ts';
import {
  type AuditAnchor,
  type AuditEntry,
  type AuditMemory,
  readTrail,
  genesisHash,
  hashEntry,
  type StoredAuditEntry,
} from './audit.ts';

export type AuditVerdict =
  | { readonly ok: true; readonly entries: number; readonly lastHash: string }
  | { readonly ok: false; readonly line: number; readonly reason: string };

/** Facts about a log from other sources, such as the logs of the processes that wrote it. */
export interface ExpectedLog {
  /** The hash of an entry that must be there: the last one at the time when it was noted. */
  readonly last?: string | undefined;
  readonly atLeast?: number | undefined;
}

/** Checks the stored log from its first entry to the anchored one. */
export async function verifyLog(audit: AuditMemory, expected: ExpectedLog = {}): Promise<AuditVerdict> {
  let anchor: AuditAnchor | undefined;
  async function* readEntries(): AsyncGenerator<StoredAuditEntry, void, undefined> {
    let seq: number | null = null;
    let hasMore = true;
    while (hasMore) {
      hasMore = false;
      for await (const entry of readTrail(audit, seq)) {
        seq = entry.seq;
        hasMore = true;
        yield entry;
      }
      // Read after the entries: what was appended meanwhile is looked at in another round.
      anchor = await audit.anchor();
    }
  }
  const walked = await walkChain(readEntries(), expected);
  return walked.ok ? compareWithAnchor(walked, anchor) : walked;
}

/**
 * Returns true if the end of the log is the one that was signed. This is a quick check; `verifyLog` reads the whole
 * log.
 */
export async function isEndSigned(audit: Pick<AuditMemory, 'after' | 'anchor'>): Promise<boolean> {
  const anchor = await audit.anchor();
  if (anchor === undefined || anchor.entries === 0) return anchor !== undefined;
  const [last] = await audit.after(anchor.entries - 1, 1);
  return last?.hash === anchor.hash;
}

interface Walked {
  readonly ok: true;
  readonly entries: number;
  readonly lastHash: string;
}

/** Walks the chain from its first entry and names the first line that does not fit. */
export async function walkChain(
  entries: AsyncIterable<StoredAuditEntry>,
  expected: ExpectedLog,
): Promise<AuditVerdict> {
  let line = 0;
  let lastHash = genesisHash;
  let isKnownThere = expected.last === undefined;
  for await (const entry of entries) {
    line += 1;
    const reason = findFault(entry, line, lastHash);
    if (reason !== null) return { ok: false, line, reason };
    lastHash = entry.hash;
    isKnownThere ||= lastHash === expected.last;
  }
  const { atLeast = 0 } = expected;
  if (line < atLeast)
    return { ok: false, line: line + 1, reason: `is missing: there were at least ${atLeast} entries` };
  if (!isKnownThere)
    return { ok: false, line: line + 1, reason: `would have to come after an entry with the hash ${expected.last}` };
  return { ok: true, entries: line, lastHash };
}

/** Compares the end of the chain with the anchor. */
export function compareWithAnchor(walked: Walked, anchor: AuditAnchor | undefined): AuditVerdict {
  const { entries, lastHash } = walked;
  const buildFailure = (reason: string): AuditVerdict => ({ ok: false, line: entries + 1, reason });
  if (!anchor)
    return buildFailure(
      'cannot be ruled out: the count and last hash that are kept apart from it are missing or forged',
    );
  if (entries < anchor.entries) return buildFailure(`is missing: ${anchor.entries} entries were written`);
  if (entries > anchor.entries || lastHash !== anchor.hash)
    return { ok: false, line: anchor.entries, reason: 'is not the last entry that was written' };
  return walked;
}

function findFault(entry: StoredAuditEntry, expectedSeq: number, lastHash: string): string | null {
  if (entry.seq !== expectedSeq) return `is missing: found entry ${entry.seq}`;
  if (entry.previous_hash !== lastHash) return 'does not follow the line before it';
  if (hashEntry(entry.previous_hash, entry.body) !== entry.hash) return 'was changed after it was written';
  const body = parse(entry.body);
  if (body === null || canonicalJson(body) !== entry.body) return 'is not in the form in which entries are written';
  const isIndexTrue = body.seq === entry.seq && body.at === entry.at && body.who === entry.who;
  return isIndexTrue ? null : 'has another number, time or name beside it than in it';
}

function parse(body: string): Partial<AuditEntry> | null {
  try {
    // Whatever it is: only three members are looked at, and each is compared.
    return JSON.parse(body) as Partial<AuditEntry> | null;
  } catch {
    // The caller says which line; why it does not parse helps nobody.
    return null;
  }
}
