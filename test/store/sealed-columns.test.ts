import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bankFields } from '../../src/contract/kit/shapes.ts';
import { accountNumberFields } from '../../src/domain/payments/account-number.ts';
import { openBrokerage, openDatabase } from '../../src/store/database.ts';
import { brokerageMigrations } from '../../src/store/migrations/brokerage/index.ts';
import { type Tables, tables } from '../../src/store/schema.ts';
import { openAccount, sealedColumns } from '../../src/store/sealed-columns.ts';
import { sealPlainAccounts } from '../../src/store/seal-plain.ts';
import { testCipher } from '../support/cipher.ts';
import { createDatabase, onBothDatabases } from '../support/stores/databases.ts';

/** Words in the name of a column that holds a number of an account or a secret. */
const telling = /account|clabe|iban|wire|eft|aba|swift|routing|token|secret|password|private|hmac|(^|_)key$/;

/** Columns whose names sound like it and that hold neither. */
const open = new Set([
  // The client's own name of a record, and the name under which a request is repeated.
  'key',
  // Who holds the account, and the public routing numbers of banks.
  'account_name',
  'aba_ach',
  'swift_code',
  // What can be shown of a token, and the hash of a long random secret.
  'token_last_four',
  'secret_hash',
]);

test('every column that holds the number of an account or a secret is encrypted', () => {
  const sealed = new Set(sealedColumns.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)));

  const plain = Object.entries(tables).flatMap(([table, { columns }]) =>
    Object.keys(columns)
      .filter((column) => telling.test(column) && !open.has(column))
      .map((column) => `${table}.${column}`)
      .filter((column) => !sealed.has(column)),
  );

  expect(plain).toEqual([]);
});

test('every field of a bank account is either the number of an account or public', () => {
  const isPublic = ['bankName', 'bankAddress', 'accountName', 'abaAch', 'swiftCode', 'currency'];

  expect(Object.keys(bankFields).toSorted()).toEqual([...accountNumberFields, ...isPublic].toSorted());
});

const plain = { account_number: null, wire: '111000026', eft_institution: null, eft_transit: '00012', clabe: null };

onBothDatabases('numbers that an earlier version left in plain text', (database) => {
  test('are encrypted when the store is opened, and masked in notifications', async () => {
    await using target = await createDatabase(database, { blank: true });
    const old = await openDatabase<Tables>(target.url, brokerageMigrations.slice(0, 8), { durability: 'off' });
    await old.transaction(async (tx) => {
      const factor = { organization_id: 'org', company_name: 'Quick', created_at: '2026-01-01T00:00:00.000Z' };
      await tx
        .insertInto('carrier_factor')
        .values({ id: 'f', ...factor, ...plain })
        .execute();
      const payload = JSON.stringify({ data: { wire: '111000026', clabe: null, accountNumber: '****6789' } });
      await sql`insert into webhook_delivery
        (id, organization_id, subscription_id, event, payload, status, attempts, created_at)
        values ('d', 'org', 's', 'CARRIER_FACTOR_CREATED', ${payload}, 'PENDING', 0, '2026-01-01')`.execute(tx);
    });
    await old.close();

    const store = await openBrokerage(target.url, { durability: 'off' });
    await sealPlainAccounts(store, testCipher);
    await sealPlainAccounts(store, testCipher);

    const row = await store.reader.selectFrom('carrier_factor').selectAll().executeTakeFirstOrThrow();
    const { payload } = await store.reader.selectFrom('webhook_delivery').select('payload').executeTakeFirstOrThrow();
    await store.close();
    expect([row.wire, row.eft_transit]).toEqual([expect.stringMatching(/^enc:v1:/), expect.stringMatching(/^enc:v1:/)]);
    expect(openAccount(testCipher, 'carrier_factor', row)).toEqual(plain);
    expect(JSON.parse(payload)).toEqual({ data: { wire: '****0026', clabe: null, accountNumber: '****6789' } });
  });
});
