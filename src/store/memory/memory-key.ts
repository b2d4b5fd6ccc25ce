import { checkName, type KeyCheck } from '../encryption.ts';
import { lock } from '../lock.ts';
import { anchorEmptyLog } from './audit-anchor.ts';
import { readSetting, writeSetting } from './setting.ts';
import type { Store } from './tables.ts';

/** Shows whether a key is the one of this memory. The first one also anchors the audit log, as long as that is empty. */
export function memoryKeyCheck(database: Store): KeyCheck {
  return {
    find: () => readSetting(database.reader, checkName),
    keepFirst: (value, cipher) =>
      database.transaction(async (tx) => {
        await lock(database.kind, tx, 'waybill:audit');
        const known = await readSetting(tx, checkName);
        if (known !== undefined) return known;
        await writeSetting(tx, checkName, value);
        await anchorEmptyLog(tx, cipher);
        return value;
      }),
  };
}
