import { expect, test } from 'vitest';
import { type AuditDetails, buildNextEntry } from '../../src/mcp/audit/audit.ts';
import { verifyLog } from '../../src/mcp/audit/verify.ts';
import { createCipher } from '../../src/store/cipher.ts';
import { openCipher } from '../../src/store/encryption.ts';
import { openKeyedMemory } from '../../src/store/memory/rekey.ts';
import { openToolMemory } from '../../src/store/memory/tool-memory.ts';
import { createKeyedBrokerage } from '../../src/store/rekey.ts';
import { openAccount } from '../../src/store/sealed-columns.ts';
import { testCipher, openTestKey } from '../support/cipher.ts';
import { startService } from '../support/service/service.ts';
import { createDatabase, onBothDatabases } from '../support/stores/databases.ts';

const newKey = Buffer.alloc(32, 9);
const [to, now] = [createCipher(newKey), '2026-11-20T16:00:00.000Z'];
const numbers = { accountNumber: '000123456789', wire: '111000026', clabe: '002010077777777771' };
const hook = { url: 'https://hooks.example/in', events: ['CUSTOMER_CREATED'], token: 'a-token-of-the-receiver' };

const details: AuditDetails = {
  kind: 'finished',
  attempt: 'a',
  at: now,
  who: 'dana',
  client: null,
  tool: 'create_term',
  planHash: null,
  approvalId: null,
  calls: [],
  status: 'done',
  summary: 'Created',
  undo: null,
};

onBothDatabases('a new key', (database) => {
  test('opens every number and secret of a brokerage, and the old one none', async () => {
    await using api = await startService(database, { hasOwnStore: true });
    const store = createKeyedBrokerage(api.database);
    await openTestKey(store.check);
    await api.request('POST', '/v1/carrier-factors', { companyName: 'Quick', ...numbers });
    await api.request('POST', '/v1/webhook-subscriptions', hook);

    await store.rekey(testCipher, to, now);

    const row = await api.database.reader.selectFrom('carrier_factor').selectAll().executeTakeFirstOrThrow();
    const sent = await api.database.reader.selectFrom('webhook_subscription').selectAll().executeTakeFirstOrThrow();
    expect(openAccount(to, 'carrier_factor', row)).toMatchObject({
      account_number: numbers.accountNumber,
      wire: numbers.wire,
      clabe: numbers.clabe,
    });
    expect(() => openAccount(testCipher, 'carrier_factor', row)).toThrow('cannot be decrypted');
    expect(to.decrypt(sent.token, `webhook_subscription.token ${sent.id}`)).toBe(hook.token);
    expect(await openCipher(store.check, newKey)).toBeDefined();
    await expect(openTestKey(store.check)).rejects.toThrow('another key');
  });

  test('without the old one ends numbers and subscriptions, and leaves the records', async () => {
    await using api = await startService(database, { hasOwnStore: true });
    await api.request('POST', '/v1/carrier-factors', { companyName: 'Quick', ...numbers, bankName: 'First Bank' });
    await api.request('POST', '/v1/webhook-subscriptions', hook);

    await createKeyedBrokerage(api.database).rekey(undefined, to, now);

    const { body } = await api.request('POST', '/v1/carrier-factors/filter');
    const subscriptions = await api.request('POST', '/v1/webhook-subscriptions/filter', {
      filter: { deletedAt: { isNull: true } },
    });
    const empty = { accountNumber: null, wire: null, clabe: null };
    expect(body.data).toMatchObject([{ companyName: 'Quick', bankName: 'First Bank', ...empty }]);
    expect(subscriptions.body.data).toEqual([]);
  });

  test('keeps what takes writes back, but for what nobody can read', async () => {
    await using target = await createDatabase(database, { blank: true });
    const row = { requester: 'dana', at: now, expiresAt: '2026-12-20T16:00:00.000Z' };
    const old = await openToolMemory(target.url, openTestKey, { durability: 'off' });
    await old.undos.keep({ ...row, id: 'one', body: old.cipher.encrypt('{"calls":[]}', 'way-back:one') });
    await old.undos.keep({ ...row, id: 'moved', body: old.cipher.encrypt('{}', 'way-back:one') });
    await old.close();

    const keyed = await openKeyedMemory(target.url);
    await keyed.rekey(testCipher, to, now);
    await keyed.close();
    await using memory = await openToolMemory(target.url, async () => to, { durability: 'off' });
    const [entry, ...otherEntries] = await memory.undos.list('dana', now);

    expect(to.decrypt(entry?.body ?? '', 'way-back:one')).toBe('{"calls":[]}');
    expect(otherEntries).toEqual([]);
  });

  test('signs the end of the audit log again', async () => {
    await using target = await createDatabase(database, { blank: true });
    const old = await openToolMemory(target.url, openTestKey, { durability: 'off' });
    await old.audit.append((last) => buildNextEntry(last, details));
    await old.close();

    const keyed = await openKeyedMemory(target.url);
    await keyed.rekey(testCipher, to, now);
    await keyed.close();

    await using memory = await openToolMemory(target.url, async () => to, { durability: 'off' });
    expect(await verifyLog(memory.audit)).toMatchObject({ ok: true, entries: 1 });
    await expect(openToolMemory(target.url, openTestKey, { durability: 'off' })).rejects.toThrow('another key');
  });
});
