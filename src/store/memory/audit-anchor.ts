import type { Kysely, Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { hasMark, computeMark } from './mark.ts';
import { readSetting, writeSetting } from './setting.ts';
import type { ToolMemoryTables } from './tables.ts';

/**
 * The number of entries in the audit log and the hash of the last one. It is signed and stored outside the log's table,
 * so that removing the last entries is noticed.
 */
export interface SignedAnchor {
  readonly entries: number;
  readonly hash: string;
  /** Made with a key that follows from the encryption key. */
  readonly mac: string;
}

const anchorName = 'audit';
const purpose = 'audit';
/** The hash of a log without an entry. */
const emptyHash = '0'.repeat(64);

export function signAnchor(cipher: Cipher, { entries, hash }: Omit<SignedAnchor, 'mac'>): SignedAnchor {
  return { entries, hash, mac: computeMark(cipher, purpose, formatAnchor({ entries, hash })) };
}

export const isSigned = (cipher: Cipher, anchor: SignedAnchor): boolean =>
  hasMark(cipher, purpose, formatAnchor(anchor), anchor.mac);

const formatAnchor = ({ entries, hash }: Omit<SignedAnchor, 'mac'>) => `${entries}\n${hash}`;

/** Reads the anchor. Returns undefined if it is missing or was not signed with this key. */
export async function readAnchor(db: Kysely<ToolMemoryTables>, cipher: Cipher): Promise<SignedAnchor | undefined> {
  const anchor = parseAnchor((await readSetting(db, anchorName)) ?? '');
  return anchor && isSigned(cipher, anchor) ? anchor : undefined;
}

function parseAnchor(text: string): SignedAnchor | undefined {
  const [, entries, hash, mac] = /^(\d+) ([0-9a-f]{64}) ([0-9a-f]{64})$/.exec(text) ?? [];
  return entries === undefined || hash === undefined || mac === undefined
    ? undefined
    : { entries: Number(entries), hash, mac };
}

export async function writeAnchor(
  tx: Transaction<ToolMemoryTables>,
  { entries, hash, mac }: SignedAnchor,
): Promise<void> {
  await writeSetting(tx, anchorName, `${entries} ${hash} ${mac}`);
}

/**
 * Signs the beginning of an empty log. A log that has entries or an anchor is left as it is: an intruder who deletes
 * the anchor and the key check must not get forged entries signed.
 */
export async function signEmptyLog(tx: Transaction<ToolMemoryTables>, cipher: Cipher): Promise<void> {
  const entry = await tx.selectFrom('tool_audit').select('seq').limit(1).executeTakeFirst();
  const isNew = entry === undefined && (await readSetting(tx, anchorName)) === undefined;
  if (isNew) await signLogEnd(tx, cipher);
}

/** Signs the log's current end. Call it only if an operator accepts the log, or if it is empty. */
export async function signLogEnd(tx: Transaction<ToolMemoryTables>, cipher: Cipher): Promise<void> {
  const last = await tx.selectFrom('tool_audit').select(['seq', 'hash']).orderBy('seq', 'desc').executeTakeFirst();
  await writeAnchor(tx, signAnchor(cipher, { entries: last?.seq ?? 0, hash: last?.hash ?? emptyHash }));
}
