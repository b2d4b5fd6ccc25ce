import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cipher } from '../../store/cipher.ts';
import type { BrokerageDatabase } from '../../store/connection.ts';
import { createBrokerageKeyCheck, type KeyCheck, openCipher } from '../../store/encryption.ts';
import { sealPlainAccounts } from '../../store/seal-plain.ts';
import { configProblem } from '../config-problem.ts';
import type { Config } from '../config.ts';
import { keptOnce } from './own-file.ts';
import { EncryptionKey } from '../settings.ts';
import { formatAddress } from '../../store/shown-address.ts';

/** Where the key of the stores comes from: the setting, else a file in the data folder. */
export type KeySource = Pick<Config, 'home' | 'encryptionKey' | 'commandText'>;

export type Key = NonNullable<Config['encryptionKey']>;

const setting = 'WAYBILL_ENCRYPTION_KEY';

/** The cipher of an opened brokerage, in which no number is left in plain text. */
export async function brokerageCipher(
  database: BrokerageDatabase,
  databaseUrl: string,
  source: KeySource,
): Promise<Cipher> {
  const cipher = await cipherOf(createBrokerageKeyCheck(database), databaseUrl, source);
  await sealPlainAccounts(database, cipher);
  return cipher;
}

/** Where the key stands, for the person who moves a database elsewhere. */
export const keyPlace = ({ home, encryptionKey }: KeySource): string => (encryptionKey ? setting : ownKeyFile(home));

/** The cipher of an opened store. The key is one that was set, or one of this installation, made with its first store. */
export async function cipherOf(
  check: KeyCheck,
  databaseUrl: string,
  { home, encryptionKey, commandText }: KeySource,
): Promise<Cipher> {
  const file = ownKeyFile(home);
  const needsKey = (why: string) =>
    configProblem(
      setting,
      `must be the key that ${formatAddress(databaseUrl)} was encrypted with, but ${why}; set it to that key, or put its key file back as ${file}. Where it is lost for good, \`${commandText('keys give-up')}\` gives up what it was needed for.`,
    );
  if (encryptionKey) return mustOpen(await openCipher(check, encryptionKey), () => needsKey('it is another one'));
  // A new key could not read what is there, and would stand where the right one has to be put back.
  if ((await check.find()) !== undefined && !existsSync(file)) throw needsKey('it is not set and there is no key file');
  const next = nextKeyFile(home);
  // A rotation that was interrupted has left some stores with the next key already.
  const cipher =
    (await openCipher(check, newKeyIn(file))) ?? (existsSync(next) ? await openCipher(check, keyIn(next)) : undefined);
  return mustOpen(cipher, () => needsKey('it is not set and the key file holds another one'));
}

function mustOpen<Value>(value: Value | undefined, problem: () => Error): Value {
  if (value === undefined) throw problem();
  return value;
}

export const ownKeyFile = (home: string): string => path.join(home, 'encryption.key');

/** Where the new key of a rotation stands until every store has it. */
export const nextKeyFile = (home: string): string => `${ownKeyFile(home)}.next`;

/** The key in a file of this installation, made once. */
export const newKeyIn = (file: string): Key => readKey(file, keptOnce(file, `${randomBytes(32).toString('base64')}\n`));

export function keyIn(file: string): Key {
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
