import type { Client } from 'pg';

/** Copies every row of a brokerage so many times, under ids of its own, and has PostgreSQL count what is there. */
export async function multiplyRecords(client: Client, times: number): Promise<void> {
  // Triggers would index the words of each row again.
  await client.query("set session_replication_role = 'replica'");
  const { rows } = await client.query<{ name: string; columns: string[]; links: string[] }>(`
    select c.table_name as name, array_agg(c.column_name::text) as columns,
      array_agg(c.column_name::text) filter (where data_type = 'text' and column_name <> 'organization_id'
        and (column_name in ('id', 'friendly_id', 'key', 'value') or column_name like '%\\_id')) as links
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`);
  for (const { name, columns, links } of rows) {
    if (links === null || single.has(name) || name.startsWith('search_')) continue;
    const values = columns.map((column) => (links.includes(column) ? formatCopiedId(column) : `"${column}"`));
    await client.query(`insert into "${name}" (${columns.map((column) => `"${column}"`).join(', ')})
      select ${values.join(', ')} from "${name}", generate_series(1, ${times}) as nth`);
  }
  await client.query('analyze');
}

/** Sealed columns fit their own row alone, and an organization stays one. */
const single: ReadonlySet<string> = new Set([
  'access_token',
  'api_client',
  'carrier_factor',
  'carrier_payment_method',
  'counter',
  'organization',
  'registry_carrier',
  'setting',
  'vendor_payment_method',
  'webhook_subscription',
]);

/**
 * Formats the SQL of a copied id. The first digits of a uuid are its time, which many share, so they are replaced;
 * other ids get a number appended.
 */
const formatCopiedId = (column: string): string =>
  `case when "${column}" ~ '^[0-9a-f]{8}-' then overlay("${column}" placing lpad(to_hex(nth), 8, '0') from 1)
    else "${column}" || '-' || nth end`;
