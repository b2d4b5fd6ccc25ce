import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cipher } from '../../../store/cipher.ts';
import type { BrokerageDatabase } from '../../../store/connection.ts';
import { createBrokerageKeyCheck, type KeyCheck, openCipher } from '../../../store/encryption.ts';
import { sealPlainAccounts } from '../../../store/seal-plain.ts';
import { configProblem } from '../../config-problem.ts';
import type { Config } from '../../config.ts';
import { keepOnce } from './secret-file.ts';
import { EncryptionKey } from '../../settings.ts';
import { formatAddress } from '../../../store/shown-address.ts';

/** Sources of the stores' key: the setting, else a file in the data folder. */
export type KeySource = Pick<Config, 'home' | 'encryptionKey' | 'commandText'>;

export type Key = NonNullable<Config['encryptionKey']>;

const setting = 'WAYBILL_ENCRYPTION_KEY';

/** Opens the cipher of an opened brokerage, and encrypts account numbers that are in plain text. */
export async function openBrokerageCipher(
  database: BrokerageDatabase,
  databaseUrl: string,
  source: KeySource,
): Promise<Cipher> {
  const cipher = await openStoreCipher(createBrokerageKeyCheck(database), databaseUrl, source);
  await sealPlainAccounts(database, cipher);
  return cipher;
}

/** Returns the location of the key, for the person who moves a database elsewhere. */
export const getKeyPlace = ({ home, encryptionKey }: KeySource): string =>
  encryptionKey ? setting : getOwnKeyFile(home);

/**
 * Opens the cipher of an opened store. The key is one that was set, or one of this installation, made with its first
 * store.
 */
export async function openStoreCipher(
  check: KeyCheck,
  databaseUrl: string,
  { home, encryptionKey, commandText }: KeySource,
): Promise<Cipher> {
  const file = getOwnKeyFile(home);
  const buildKeyProblem = (why: string) =>
    configProblem(
      setting,
      `must be the key that ${formatAddress(databaseUrl)} was encrypted with, but ${why}; set it to that key, or put its key file back as ${file}. Where it is lost for good, \`${commandText('keys give-up')}\` gives up what it was needed for.`,
    );
  if (encryptionKey)
    return requireOpened(await openCipher(check, encryptionKey), () => buildKeyProblem('it is another one'));
  // A new key could not read what is there, and would stand where the right one has to be put back.
  if ((await check.find()) !== undefined && !existsSync(file))
    throw buildKeyProblem('it is not set and there is no key file');
  const next = getNextKeyFile(home);
  // A rotation that was interrupted has left some stores with the next key already.
  const cipher =
    (await openCipher(check, ensureKeyFile(file))) ??
    (existsSync(next) ? await openCipher(check, readKeyFile(next)) : undefined);
  return requireOpened(cipher, () => buildKeyProblem('it is not set and the key file holds another one'));
}

function requireOpened<Value>(value: Value | undefined, problem: () => Error): Value {
  if (value === undefined) throw problem();
  return value;
}

export const getOwnKeyFile = (home: string): string => path.join(home, 'encryption.key');

/** Returns the file that has a rotation's new key until every store has it. */
export const getNextKeyFile = (home: string): string => `${getOwnKeyFile(home)}.next`;

/** Returns the key in a file of this installation, which is made if it is missing. */
export const ensureKeyFile = (file: string): Key =>
  readKey(file, keepOnce(file, `${randomBytes(32).toString('base64')}\n`));

export function readKeyFile(file: string): Key {
  if (existsSync(file)) return readKey(file, readFileSync(file, 'utf8'));
  throw configProblem(setting, `is not set and there is no key file ${file}.`);
}

function readKey(file: string, text: string): Key {
  const key = EncryptionKey.safeParse(text).data;
  if (key) return key;
  throw configProblem(
    setting,
    `is not set and the key file ${file} does not hold 32 bytes in base64; restore it from a backup.`,
  );
}
