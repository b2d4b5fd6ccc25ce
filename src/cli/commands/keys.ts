import { existsSync, renameSync } from 'node:fs';
import { v7 } from 'uuid';
import { appendAudit, type AuditDetails, type AuditKind } from '../../mcp/audit/audit.ts';
import { createCipher } from '../../store/cipher.ts';
import { isMadeWithCipher } from '../../store/encryption.ts';
import { openKeyedMemory } from '../../store/memory/rekey.ts';
import { type KeyedStore, createKeyedBrokerage } from '../../store/rekey.ts';
import { configProblem } from '../config-problem.ts';
import type { Config } from '../config.ts';
import { isConfirmed } from '../confirmation.ts';
import { getMemoryUrl, withMemory } from '../opening/desk-api.ts';
import {
  type Key,
  readKeyFile,
  ensureKeyFile,
  getNextKeyFile,
  getOwnKeyFile,
} from '../opening/stores/encryption-key.ts';
import { findMissingFile, type StoreFlags, storeUrl, withStore } from '../opening/stores/operator-store.ts';
import { formatAddress } from '../../store/shown-address.ts';
import { buildCommandEntry, getErrorStatus } from './command-entry.ts';
import type { Session } from '../session.ts';
import { formatCommandName } from '../command-text.ts';

interface KeyFlags extends StoreFlags {
  readonly yes?: boolean | undefined;
}

interface RotateFlags extends KeyFlags {
  readonly to?: string | undefined;
}

/** Encrypts the brokerage, and then what the tool server remembers, with a new key. Interrupted, it goes on when it is run again. */
export async function runKeysRotate(flags: RotateFlags, session: Session): Promise<number> {
  const { config, now, print } = session;
  const ownFile = getOwnKeyFile(config.home);
  if (config.encryptionKey && flags.to === undefined)
    throw configProblem('--to', 'must name the file for the new key, because WAYBILL_ENCRYPTION_KEY is set.');
  const target = flags.to === undefined ? getNextKeyFile(config.home) : session.resolvePath(flags.to);
  const question = 'Have all services and tool servers that use the key been stopped? Old access tokens end.';
  if (!(await isConfirmed(session, formatCommandName('keys rotate'), flags, question))) return 1;
  const keys = { from: config.encryptionKey ?? readKeyFile(ownFile), to: ensureKeyFile(target) };
  if (keys.from.equals(keys.to)) throw configProblem('--to', 'must name another file than that of the present key.');
  const attempt = { id: v7(), command: 'keys rotate' };
  const note = async (kind: AuditKind, status: string, summary: string) =>
    auditKeys({ ...session, config: await withMemoryKey(config, keys) }, attempt, { kind, status, summary, at: now() });
  await note('started', 'started', attempt.command);
  try {
    await rekeyStores(flags, session, keys);
  } catch (error) {
    await note('finished', getErrorStatus(error), attempt.command).catch((cause: unknown) =>
      session.log('error', 'The audit log could not be written after a command.', { cause: String(cause) }),
    );
    throw error;
  }
  await note('finished', 'done', `Everything is encrypted with the key in ${config.encryptionKey ? target : ownFile}.`);
  if (config.encryptionKey) print(`The new key is in ${target}: set WAYBILL_ENCRYPTION_KEY_FILE to it.`);
  else renameSync(target, ownFile);
  return 0;
}

interface Keys {
  readonly from: Key;
  readonly to: Key;
}

async function rekeyStores(flags: StoreFlags, { config, now, print }: Session, keys: Keys): Promise<void> {
  const [from, to] = [createCipher(keys.from), createCipher(keys.to)];
  await withEachStore(flags, config, async (store, where) => {
    const check = await store.check.find();
    // The one before an interruption has had it already.
    if (check === undefined || isMadeWithCipher(to, check)) return;
    if (!isMadeWithCipher(from, check)) throw configProblem('WAYBILL_ENCRYPTION_KEY', `is not the key of ${where}.`);
    await store.rekey(from, to, now());
    print(`${where} is encrypted with the new key.`);
  });
}

/**
 * Returns the settings with the key that the memory of the tool server has by now: the old one until it got the new
 * one.
 */
async function withMemoryKey(config: Config, { from, to }: Keys): Promise<Config> {
  const url = getMemoryUrl(config);
  if (findMissingFile(url) !== undefined) return { ...config, encryptionKey: from };
  const store = await openKeyedMemory(url);
  try {
    const check = await store.check.find();
    return { ...config, encryptionKey: check !== undefined && isMadeWithCipher(createCipher(to), check) ? to : from };
  } finally {
    await store.close();
  }
}

/** Gives up the values that only a lost key could open. Everything else stays. */
export async function runKeysGiveUp(flags: KeyFlags, session: Session): Promise<number> {
  const { config, now, print } = session;
  const question =
    'Give up for good every account number, plan and webhook subscription that the lost key was needed for?';
  if (!(await isConfirmed(session, formatCommandName('keys give-up'), flags, question))) return 1;
  const ownFile = getOwnKeyFile(config.home);
  const to = createCipher(
    config.encryptionKey ?? (existsSync(ownFile) ? readKeyFile(ownFile) : ensureKeyFile(ownFile)),
  );
  const givenUpParts: string[] = [];
  await withEachStore(flags, config, async (store, where) => {
    const check = await store.check.find();
    if (check === undefined || isMadeWithCipher(to, check)) return;
    await store.rekey(undefined, to, now());
    givenUpParts.push(where);
  });
  const summary =
    givenUpParts.length === 0
      ? 'Nothing was given up: every store opens with the key that there is.'
      : `Given up in ${givenUpParts.join(' and ')}: account numbers, stored plans, webhook subscriptions, the count of the audit log. Enter the numbers of payees anew.`;
  const entry = { kind: 'finished', status: 'done', summary, at: now() } as const;
  await auditKeys(session, { id: v7(), command: 'keys give-up' }, entry);
  print(summary);
  return 0;
}

interface KeyAttempt {
  readonly id: string;
  readonly command: string;
}

const auditKeys = (
  { config, log }: Session,
  { id, command }: KeyAttempt,
  entry: Pick<AuditDetails, 'kind' | 'status' | 'summary' | 'at'>,
): Promise<void> =>
  withMemory(config, (memory) =>
    appendAudit({ memory, log }, buildCommandEntry(config, command, { ...entry, attempt: id })),
  );

/** Calls the work with the brokerage, then with the memory of the tool server. */
async function withEachStore(
  flags: StoreFlags,
  config: Config,
  work: (store: KeyedStore, where: string) => Promise<void>,
): Promise<void> {
  const url = storeUrl(flags, config);
  if (flags.database !== undefined || findMissingFile(url) === undefined)
    await withStore(flags, config, (database) => work(createKeyedBrokerage(database), formatAddress(url)));
  const memory = getMemoryUrl(config);
  if (findMissingFile(memory) !== undefined) return;
  const store = await openKeyedMemory(memory);
  try {
    await work(store, formatAddress(memory));
  } finally {
    await store.close();
  }
}
