import type { Kysely, Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { hasMark, markOf } from './mark.ts';
import { readSetting, writeSetting } from './setting.ts';
import type { ToolMemoryTables } from './tables.ts';

/** How many entries the audit log has and how the last one ends, outside of its table and signed: the end cannot be cut off unseen. */
export interface AuditAnchor {
  readonly entries: number;
  readonly hash: string;
  /** Made with a key that follows from the encryption key. */
  readonly mac: string;
}

const anchorName = 'audit';
const purpose = 'audit';
/** The hash of a log without an entry. */
const emptyHash = '0'.repeat(64);

export function signAnchor(cipher: Cipher, { entries, hash }: Omit<AuditAnchor, 'mac'>): AuditAnchor {
  return { entries, hash, mac: markOf(cipher, purpose, textOf({ entries, hash })) };
}

export const isSigned = (cipher: Cipher, anchor: AuditAnchor): boolean =>
  hasMark(cipher, purpose, textOf(anchor), anchor.mac);

const textOf = ({ entries, hash }: Omit<AuditAnchor, 'mac'>) => `${entries}\n${hash}`;

/** Undefined when it is missing or was not signed with this key. */
export async function readAnchor(db: Kysely<ToolMemoryTables>, cipher: Cipher): Promise<AuditAnchor | undefined> {
  const anchor = parseAnchor((await readSetting(db, anchorName)) ?? '');
  return anchor && isSigned(cipher, anchor) ? anchor : undefined;
}

function parseAnchor(text: string): AuditAnchor | undefined {
  const [, entries, hash, mac] = /^(\d+) ([0-9a-f]{64}) ([0-9a-f]{64})$/.exec(text) ?? [];
  return entries === undefined || hash === undefined || mac === undefined
    ? undefined
    : { entries: Number(entries), hash, mac };
}

export async function writeAnchor(
  tx: Transaction<ToolMemoryTables>,
  { entries, hash, mac }: AuditAnchor,
): Promise<void> {
  await writeSetting(tx, anchorName, `${entries} ${hash} ${mac}`);
}

/**
 * The beginning of a log. One that has entries, or an anchor, is left as it is: somebody who takes the anchor and the check
 * of the key away must not get what they wrote signed.
 */
export async function anchorEmptyLog(tx: Transaction<ToolMemoryTables>, cipher: Cipher): Promise<void> {
  const entry = await tx.selectFrom('tool_audit').select('seq').limit(1).executeTakeFirst();
  const isNew = entry === undefined && (await readSetting(tx, anchorName)) === undefined;
  if (isNew) await anchorLog(tx, cipher);
}

/** Anchors the log as it stands: only where an operator says so, or where it is empty. */
export async function anchorLog(tx: Transaction<ToolMemoryTables>, cipher: Cipher): Promise<void> {
  const last = await tx.selectFrom('tool_audit').select(['seq', 'hash']).orderBy('seq', 'desc').executeTakeFirst();
  await writeAnchor(tx, signAnchor(cipher, { entries: last?.seq ?? 0, hash: last?.hash ?? emptyHash }));
}
