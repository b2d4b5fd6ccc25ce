import type { Queries, Tx } from './connection.ts';

/** How much freight: a number of shipments, or so many loads a business day over so many days. */
export type BrokerageSize = { readonly shipments: number } | { readonly days: number; readonly loadsPerDay: number };

/** What a sandbox was made from; the same again makes the same records. */
export interface SandboxOrigin {
  readonly seed: number | string;
  /** RFC 3339; the brokerage's past ends here. */
  readonly now: string;
  readonly size: 'small' | BrokerageSize;
}

export interface SandboxSettings {
  readonly origin: SandboxOrigin;
  /** How far its time is ahead of the machine's. */
  readonly advancedMs: number;
}

/** The row of `setting` that makes a store a sandbox: JSON of its origin. */
const sandboxSetting = 'sandbox';
const clockSetting = 'sandbox-clock';

/** Undefined when the store is no sandbox. */
export async function readSandbox(db: Pick<Queries, 'selectFrom'>): Promise<SandboxSettings | undefined> {
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', [sandboxSetting, clockSetting]).execute();
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const origin = values.get(sandboxSetting);
  if (origin === undefined) return undefined;
  // Written by writeOrigin only.
  return { origin: JSON.parse(origin) as SandboxOrigin, advancedMs: Number(values.get(clockSetting) ?? 0) };
}

/** A new origin begins at the machine's own time. */
export async function writeOrigin(tx: Tx, origin: SandboxOrigin): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', clockSetting).execute();
  await put(tx, sandboxSetting, JSON.stringify(origin));
}

export const writeAdvance = (db: Queries, advancedMs: number): Promise<void> =>
  put(db, clockSetting, String(advancedMs));

async function put(db: Queries, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
