import type { Database } from '../connection.ts';
import { randomBytes } from 'node:crypto';
import { type DatabaseOptions, openDatabase } from '../database.ts';
import { lock } from '../lock.ts';
import type { RowOfColumns, RowsOf } from '../migrations/table.ts';
import type { toolMemoryTables } from '../migrations/tool-memory/0001-tool-memory.ts';
import type { approvalColumns } from '../migrations/tool-memory/0003-approval-progress.ts';
import { toolMemoryMigrations } from '../migrations/tool-memory/index.ts';

type FirstTables = RowsOf<typeof toolMemoryTables>;
type ToolMemoryTables = Omit<FirstTables, 'tool_approval'> & {
  tool_approval: FirstTables['tool_approval'] & RowOfColumns<typeof approvalColumns>;
};
type Store = Database<ToolMemoryTables>;
type ApprovalRow = ToolMemoryTables['tool_approval'];
type AuditRow = ToolMemoryTables['tool_audit'];

const secretBytes = 32;

/** What the tool server remembers, on either database and shared by every process that opens the same one. */
export interface ToolMemoryStore extends AsyncDisposable {
  readonly approvals: ReturnType<typeof approvalsIn>;
  readonly audit: ReturnType<typeof auditIn>;
  readonly ledger: ReturnType<typeof ledgerIn>;
  readonly reservations: ReturnType<typeof reservationsIn>;
  secret(name: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openToolMemory(url: string, options: DatabaseOptions = {}): Promise<ToolMemoryStore> {
  const store: Store = await openDatabase<ToolMemoryTables>(url, toolMemoryMigrations, options);
  return {
    approvals: approvalsIn(store),
    audit: auditIn(store),
    ledger: ledgerIn(store),
    reservations: reservationsIn(store),
    secret: (name) => secretIn(store, name),
    close: () => store.close(),
    [Symbol.asyncDispose]: () => store.close(),
  };
}

interface ApprovalQuery {
  readonly requester?: string | undefined;
  readonly status?: ApprovalRow['status'] | undefined;
  readonly limit: number;
}

function approvalsIn(store: Store) {
  const all = () => store.reader.selectFrom('tool_approval').selectAll().orderBy('created_at', 'desc').orderBy('id');
  return {
    async insert(row: Readonly<ApprovalRow>): Promise<void> {
      await store.transaction((tx) => tx.insertInto('tool_approval').values(row).execute());
    },
    get: (id: string) => all().where('id', '=', id).executeTakeFirst(),
    list({ requester, status, limit }: ApprovalQuery): Promise<ApprovalRow[]> {
      let query = all().limit(limit);
      if (requester !== undefined) query = query.where('requester', '=', requester);
      if (status !== undefined) query = query.where('status', '=', status);
      return query.execute();
    },
    ofPlan: (planHash: string, requester: string) =>
      all().where('plan_hash', '=', planHash).where('requester', '=', requester).execute(),
    /** Compare-and-set on the status: false when another process was first. */
    async move(id: string, from: ApprovalRow['status'], change: Readonly<Partial<ApprovalRow>>): Promise<boolean> {
      const { numUpdatedRows } = await store.transaction((tx) =>
        tx.updateTable('tool_approval').set(change).where('id', '=', id).where('status', '=', from).executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },
  };
}

function auditIn(store: Store) {
  const all = () => store.reader.selectFrom('tool_audit').selectAll();
  return {
    /** Calls `chain` with the last entry while no other process can append, and stores what it returns. */
    append: (chain: (last: Pick<AuditRow, 'seq' | 'hash'> | null) => Readonly<AuditRow>) =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, 'waybill:audit');
        const last = await tx
          .selectFrom('tool_audit')
          .select(['seq', 'hash'])
          .orderBy('seq', 'desc')
          .executeTakeFirst();
        const entry = chain(last ?? null);
        await tx.insertInto('tool_audit').values(entry).execute();
        return entry;
      }),
    after: (seq: number, limit: number) => all().where('seq', '>', seq).orderBy('seq').limit(limit).execute(),
    latest({ who, limit }: { readonly who?: string | undefined; readonly limit: number }): Promise<AuditRow[]> {
      const query = all().orderBy('seq', 'desc').limit(limit);
      return (who === undefined ? query : query.where('who', '=', who)).execute();
    },
  };
}

function ledgerIn(store: Store) {
  return {
    /** True the first time a key is seen, false ever after (until it expired). */
    consume: (key: string, { at, expiresAt }: { readonly at: string; readonly expiresAt: string }) =>
      store.transaction(async (tx) => {
        await tx.deleteFrom('tool_used_key').where('expires_at', '<=', at).execute();
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('tool_used_key')
          .values({ key, used_at: at, expires_at: expiresAt })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .executeTakeFirst();
        return (numInsertedOrUpdatedRows ?? 0n) > 0n;
      }),
  };
}

interface ReservationRequest {
  readonly key: string;
  readonly id: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly again: boolean;
}

function reservationsIn(store: Store) {
  return {
    /** The reservation of a key: a new one when the key is free, else the one that is there. */
    take: ({ key, id, at, expiresAt, again }: ReservationRequest) =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, `waybill:reservation:${key}`);
        await tx.deleteFrom('tool_reservation').where('expires_at', '<=', at).execute();
        const found = await tx.selectFrom('tool_reservation').selectAll().where('key', '=', key).executeTakeFirst();
        // One in doubt is never given way: its id must stay, so that finishing it cannot create a second record.
        const isFree = found === undefined || (again && found.outcome !== null);
        if (!isFree) return { id: found.id, isNew: false, outcome: found.outcome };
        await tx.deleteFrom('tool_reservation').where('key', '=', key).execute();
        const row = { key, id, created_at: at, expires_at: expiresAt, outcome: null };
        await tx.insertInto('tool_reservation').values(row).execute();
        return { id, isNew: true, outcome: null };
      }),
    /** Keeps the first outcome: false when there is one. */
    async complete(key: string, id: string, outcome: string): Promise<boolean> {
      const { numUpdatedRows } = await store.transaction((tx) =>
        tx
          .updateTable('tool_reservation')
          .set({ outcome })
          .where('key', '=', key)
          .where('id', '=', id)
          .where('outcome', 'is', null)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },
    async release(key: string, id: string): Promise<void> {
      await store.transaction((tx) =>
        tx.deleteFrom('tool_reservation').where('key', '=', key).where('id', '=', id).execute(),
      );
    },
  };
}

/** Made by whichever process asks first. */
async function secretIn(store: Store, name: string): Promise<Uint8Array> {
  const find = () => store.reader.selectFrom('tool_secret').select('value').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return Buffer.from(known.value, 'base64');
  // Not injected like other randomness: a key that can be predicted is none.
  const value = randomBytes(secretBytes).toString('base64');
  await store.transaction((tx) =>
    tx
      .insertInto('tool_secret')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
  return Buffer.from((await find())?.value ?? value, 'base64');
}
