import { tables, type TableName } from '../../../src/store/schema.ts';
import { sql } from 'kysely';
import type { TestService } from '../service/service.ts';

/** What is not about the brokerage, or differs from run to run. */
const leftOut: ReadonlySet<string> = new Set([
  'organization',
  'api_client',
  'rate_window',
  'idempotency',
  'setting',
  'webhook_subscription',
  'document_deadline',
]);

const compared = Object.entries(tables)
  .filter(([name, { columns }]) => 'organization_id' in columns && !leftOut.has(name))
  // The names of the table of tables.
  .map(([name]) => name as TableName);

type Owner = Pick<TestService, 'database' | 'organizationId'>;
type Row = Record<string, unknown>;

/** Everything an organization has, a text for each row. */
export const rowsOf = (owner: Owner): Promise<string[]> => textsOf(owner, (row) => JSON.stringify(row));

/**
 * Everything an organization has, in words that are the same for two organizations to which the same happened: ids and
 * numbers are blotted out, rows are sorted. Of a notification only its kind is told.
 */
export async function stateOf(owner: Owner): Promise<string[]> {
  const texts = await textsOf(owner, (row, table) =>
    table === 'webhook_delivery' ? String(row['event']) : steadyRow(row),
  );
  return texts.sort();
}

async function textsOf(
  { database, organizationId }: Owner,
  textOf: (row: Row, table: TableName) => string,
): Promise<string[]> {
  const parts = await Promise.all(
    compared.map(async (table) => {
      const { rows } =
        await sql<Row>`select * from ${sql.table(table)} where organization_id = ${organizationId}`.execute(
          database.reader,
        );
      return rows.map((row) => `${table} ${textOf(row, table)}`);
    }),
  );
  return parts.flat();
}

function steadyRow(row: Row): string {
  const columns = Object.entries(row).filter(([, value]) => value !== null);
  return (
    JSON.stringify(Object.fromEntries(columns.sort(([a], [b]) => (a < b ? -1 : 1))))
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
      .replaceAll(/\bwb_[0-9a-f]+\b/g, 'client')
      .replaceAll(/\b[A-Z]{1,5}-?[0-9a-f]{5,}\b/g, 'number')
      // A paper says its own number, so its bytes differ.
      .replaceAll(/"(sha256|file_size)":"?\w+"?/g, '"file"')
  );
}
