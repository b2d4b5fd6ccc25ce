import { checkName, type KeyCheck } from '../encryption.ts';
import { lock } from '../lock.ts';
import { signEmptyLog } from './audit-anchor.ts';
import { readSetting, writeSetting } from './setting.ts';
import type { ToolMemoryDatabase } from './tables.ts';

/** Creates the check that a key belongs to this memory. The first key also signs the audit log while it is empty. */
export function createMemoryKeyCheck(database: ToolMemoryDatabase): KeyCheck {
  return {
    find: () => readSetting(database.reader, checkName),
    keepFirst: (value, cipher) =>
      database.transaction(async (tx) => {
        await lock(database.kind, tx, 'waybill:audit');
        const existingCheck = await readSetting(tx, checkName);
        if (existingCheck !== undefined) return existingCheck;
        await writeSetting(tx, checkName, value);
        await signEmptyLog(tx, cipher);
        return value;
      }),
  };
}
