import { type Kysely, sql } from 'kysely';

const tables = ['carrier_factor', 'carrier_payment_method', 'vendor_payment_method'];
const columns = ['wire', 'eft_institution', 'eft_transit', 'clabe'];

/**
 * Deletes the stored keys of the service, which are now derived from the encryption key. A setting says that there are
 * account numbers in plain text: the next process that opens the store with its key encrypts them.
 */
export async function endPlainSecrets(db: Kysely<unknown>): Promise<void> {
  await sql`drop table secret`.execute(db);
  for (const table of tables) {
    const hasValue = sql.join(
      columns.map((column) => sql`${sql.ref(column)} is not null`),
      sql` or `,
    );
    await sql`insert into setting (name, value) select 'plain accounts', 'yes'
      where exists (select 1 from ${sql.table(table)} where ${hasValue})
      and not exists (select 1 from setting where name = 'plain accounts')`.execute(db);
  }
}
