import type { Queries, Tx } from './connection.ts';

/** Amount of freight: a number of shipments, over so many days where they are named, or so many loads a business day. */
export type BrokerageSize =
  | { readonly shipments: number; readonly days?: number | undefined }
  | { readonly days: number; readonly loadsPerDay: number };

/** The inputs that a sandbox was generated from. The same inputs generate the same records. */
export interface SandboxOrigin {
  readonly seed: number | string;
  /** RFC 3339; the brokerage's generated past ends here. */
  readonly now: string;
  readonly size: 'small' | BrokerageSize;
  /** Version of the generator. Another version makes other records from the same seed. */
  readonly version: number;
}

export interface SandboxSettings {
  readonly origin: SandboxOrigin;
  /** Time that the sandbox is ahead of the machine's clock. */
  readonly advancedMs: number;
  /** RFC 3339, in the sandbox's time: trucks, papers and money are where they are at this instant. */
  readonly movedTo: string;
}

/** The row of `setting` that makes a store a sandbox: JSON of its origin. */
const sandboxSetting = 'sandbox';
const clockSetting = 'sandbox-clock';
const movedSetting = 'sandbox-moved';

/** Reads the settings of the sandbox. Returns undefined if the store isn't a sandbox. */
export async function readSandbox(db: Pick<Queries, 'selectFrom'>): Promise<SandboxSettings | undefined> {
  const names = [sandboxSetting, clockSetting, movedSetting];
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', names).execute();
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const text = values.get(sandboxSetting);
  if (text === undefined) return undefined;
  // Written by writeOrigin only.
  const origin = JSON.parse(text) as SandboxOrigin;
  return {
    origin,
    advancedMs: Number(values.get(clockSetting) ?? 0),
    movedTo: values.get(movedSetting) ?? origin.now,
  };
}

/** Writes a new origin, whose time starts at the machine's. */
export async function writeOrigin(tx: Tx, origin: SandboxOrigin): Promise<void> {
  await tx.deleteFrom('setting').where('name', 'in', [clockSetting, movedSetting]).execute();
  await put(tx, sandboxSetting, JSON.stringify(origin));
}

export const writeAdvance = (db: Queries, advancedMs: number): Promise<void> =>
  put(db, clockSetting, String(advancedMs));

export const writeMovedTo = (db: Queries, movedTo: string): Promise<void> => put(db, movedSetting, movedTo);

async function put(db: Queries, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
