import { expect, test } from 'vitest';
import { openBrokerage } from '../../src/store/database.ts';
import { createBrokerageKeyCheck, openCipher } from '../../src/store/encryption.ts';
import { type DatabaseName, onBothDatabases } from '../support/stores/databases.ts';
import { lendBrokerage } from '../support/stores/lent-stores.ts';

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const number = '000123456789';

async function openStores(name: DatabaseName, count: number) {
  const target = await lendBrokerage(name);
  const stores = await Promise.all(
    Array.from({ length: count }, () => openBrokerage(target.url, { durability: 'off' })),
  );
  return {
    stores,
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close();
      await target[Symbol.asyncDispose]();
    },
  };
}

onBothDatabases('the key of a store', (name) => {
  test('is the first that opens it; no other opens it afterwards', async () => {
    await using opened = await openStores(name, 1);
    const [store] = opened.stores;
    if (!store) throw new Error('no store');

    const check = createBrokerageKeyCheck(store);
    const before = await check.find();
    const first = await openCipher(check, key);
    const again = await openCipher(check, key);
    const wrong = await openCipher(check, other);

    expect([before, await check.find()]).toEqual([undefined, expect.stringMatching(/^enc:v1:/)]);
    expect(again?.decrypt(first?.encrypt(number, 'here') ?? '', 'here')).toBe(number);
    expect(wrong).toBeUndefined();
  });

  test('is one, whatever two processes that start at once bring', async () => {
    await using opened = await openStores(name, 2);

    const ciphers = await Promise.all(
      opened.stores.map((store, index) => openCipher(createBrokerageKeyCheck(store), index ? other : key)),
    );

    expect(ciphers.filter((cipher) => cipher === undefined)).toHaveLength(1);
  });
});
