import { sql } from 'kysely';
import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import type { TableName } from '../../../src/store/schema.ts';
import { tables } from '../../../src/store/schema.ts';
import { invariants } from '../../sandbox/invariants/index.ts';

interface OwnedRecords {
  readonly database: BrokerageDatabase;
  readonly organizationId: string;
}

/** Reads every row of an organization by table, without random values and the organization's id. */
export async function readRecords({ database, organizationId }: OwnedRecords): Promise<Record<string, unknown[]>> {
  const recordsByTable: Record<string, unknown[]> = {};
  const leftOut = new Set(['rate_window', 'idempotency', 'api_client']);
  for (const [table, { columns, primaryKey }] of Object.entries(tables)) {
    if (leftOut.has(table) || !('organization_id' in columns)) continue;
    const rows = await database.reader
      // One of the tables that have the column.
      .selectFrom(table as TableName as 'shipment')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy(sql.join(primaryKey.map((column) => sql.ref(column))))
      .execute();
    recordsByTable[table] = rows.map((row) => ({ ...row, organization_id: null, ...maskSecrets(row) }));
  }
  return recordsByTable;
}

const encrypted = ['account_number', 'wire', 'swift_code', 'aba_ach', 'eft_institution', 'eft_transit', 'clabe'];
const maskSecrets = (row: object) =>
  Object.fromEntries(
    Object.keys(row)
      .filter((column) => encrypted.includes(column) || column.endsWith('_fingerprint'))
      .map((column) => [column, null]),
  );

/** Lists the promises for every brokerage that the stored records break. */
export async function listBrokenInvariants(
  { database }: Pick<OwnedRecords, 'database'>,
  now: string,
): Promise<string[]> {
  const brokenPromises: string[] = [];
  for (const { promise, broken } of invariants) {
    const { rows } =
      await sql<object>`select 1 from (${sql.raw(broken.replaceAll(':now', `'${now}'`))}) x limit 1`.execute(
        database.reader,
      );
    if (rows.length > 0) brokenPromises.push(promise);
  }
  return brokenPromises;
}
