import { tables, type TableName } from '../../../src/store/schema.ts';
import { sql } from 'kysely';
import type { RowHome } from './fixtures.ts';

/** Tables that are not about the brokerage, or differ from run to run. */
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

type StoredRow = Record<string, unknown>;

/** Lists everything an organization has, a text for each row. */
export const listRowTexts = (owner: RowHome): Promise<string[]> => readTexts(owner, (row) => JSON.stringify(row));

/**
 * Lists everything an organization has, in words that are the same for two organizations to which the same happened:
 * ids and numbers are masked, rows are sorted, and of a notification only its kind is kept.
 */
export async function readState(owner: RowHome): Promise<string[]> {
  const texts = await readTexts(owner, (row, table) =>
    table === 'webhook_delivery' ? String(row['event']) : formatSteadyRow(row),
  );
  return texts.sort();
}

async function readTexts(
  { database, organizationId }: RowHome,
  formatRow: (row: StoredRow, table: TableName) => string,
): Promise<string[]> {
  const parts = await Promise.all(
    compared.map(async (table) => {
      const { rows } =
        await sql<StoredRow>`select * from ${sql.table(table)} where organization_id = ${organizationId}`.execute(
          database.reader,
        );
      return rows.map((row) => `${table} ${formatRow(row, table)}`);
    }),
  );
  return parts.flat();
}

function formatSteadyRow(row: StoredRow): string {
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
