import { readSetting, writeSetting } from './setting.ts';
import { type DatabaseOptions, openDatabase } from '../database.ts';
import { lock } from '../lock.ts';
import { toolMemoryMigrations } from '../migrations/tool-memory/index.ts';
import type { Cipher } from '../cipher.ts';
import type { KeyCheck } from '../encryption.ts';
import { createApprovalMemory } from './approvals.ts';
import { createAuditMemory } from './audit-log.ts';
import { createBriefMemory } from './briefs.ts';
import { createCapabilityMemory } from './capabilities.ts';
import { createMemoryKeyCheck } from './memory-key.ts';
import { createMovedMoneyMemory } from './moved-money.ts';
import { createPasskeyMemory } from './passkeys.ts';
import { createUndoMemory } from './undos.ts';
import { createWritesStopMemory } from './writes-stop.ts';
import type { ToolMemoryDatabase, ToolMemoryTables } from './tables.ts';
import { isFuture, computeLatestEnd } from '../../domain/kit/instants.ts';

/** The tool server's memory, on either database. All processes that open the same database share it. */
export interface ToolMemoryStore extends AsyncDisposable {
  readonly approvals: ReturnType<typeof createApprovalMemory>;
  readonly approver: ReturnType<typeof createApproverMemory>;
  readonly passkeys: ReturnType<typeof createPasskeyMemory>;
  readonly audit: ReturnType<typeof createAuditMemory>;
  readonly ledger: ReturnType<typeof createUsedKeyMemory>;
  readonly reservations: ReturnType<typeof createReservationMemory>;
  readonly pages: ReturnType<typeof createPageMemory>;
  readonly undos: ReturnType<typeof createUndoMemory>;
  readonly briefs: ReturnType<typeof createBriefMemory>;
  readonly stop: ReturnType<typeof createWritesStopMemory>;
  readonly movedMoney: ReturnType<typeof createMovedMoneyMemory>;
  readonly capabilities: ReturnType<typeof createCapabilityMemory>;
  readonly cipher: Cipher;
  /** Throws where its file was deleted, renamed or replaced. */
  requireInPlace(): void;
  /** Fails with what keeps it from being read and written. */
  requireReady(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the memory of a database. `openKey` returns its cipher, or throws if the memory has another key. */
export async function openToolMemory(
  url: string,
  openKey: (check: KeyCheck) => Promise<Cipher>,
  options: DatabaseOptions = {},
): Promise<ToolMemoryStore> {
  const store: ToolMemoryDatabase = await openDatabase<ToolMemoryTables>(url, toolMemoryMigrations, {
    isNewerRefused: true,
    ...options,
  });
  try {
    return createToolMemory(store, await openKey(createMemoryKeyCheck(store)));
  } catch (error) {
    await store.close();
    throw error;
  }
}

function createToolMemory(store: ToolMemoryDatabase, cipher: Cipher): ToolMemoryStore {
  return {
    approvals: createApprovalMemory(store, cipher),
    approver: createApproverMemory(store),
    passkeys: createPasskeyMemory(store, cipher),
    audit: createAuditMemory(store, cipher),
    ledger: createUsedKeyMemory(store),
    reservations: createReservationMemory(store),
    pages: createPageMemory(store),
    undos: createUndoMemory(store),
    briefs: createBriefMemory(store),
    stop: createWritesStopMemory(store),
    movedMoney: createMovedMoneyMemory(store),
    capabilities: createCapabilityMemory(store),
    cipher,
    requireInPlace: () => store.requireInPlace(),
    async requireReady() {
      const damage = store.damage();
      if (damage) throw damage;
      store.requireInPlace();
      await store.reader.selectFrom('tool_approver').select('id').execute();
    },
    close: () => store.close(),
    [Symbol.asyncDispose]: () => store.close(),
  };
}

const theApprover = 'desk';
const secretState = 'approver-secret-state';

function createApproverMemory(store: ToolMemoryDatabase) {
  return {
    async hash(): Promise<string | undefined> {
      const all = store.reader.selectFrom('tool_approver').select('secret_hash');
      return (await all.where('id', '=', theApprover).executeTakeFirst())?.secret_hash;
    },
    /** Stores the approver's secret. Returns false if there is one: the first process creates it. */
    async keep(hash: string): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await store.transaction((tx) =>
        tx
          .insertInto('tool_approver')
          .values({ id: theApprover, secret_hash: hash })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst(),
      );
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    /** Replaces the approver's secret. Returns false if the stored secret isn't the one to replace. */
    async replace(hash: string, next: string): Promise<boolean> {
      const { numUpdatedRows } = await store.transaction((tx) =>
        tx.updateTable('tool_approver').set({ secret_hash: next }).where('secret_hash', '=', hash).executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },
    /** Puts a secret in place of whichever there is, with its state. */
    async reset(hash: string, state: string): Promise<void> {
      await store.transaction(async (tx) => {
        await tx
          .insertInto('tool_approver')
          .values({ id: theApprover, secret_hash: hash })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ secret_hash: hash }))
          .execute();
        await writeSetting(tx, secretState, state);
      });
    },
    findState: () => readSetting(store.reader, secretState),
    async keepState(state: string): Promise<void> {
      await store.transaction((tx) => writeSetting(tx, secretState, state));
    },
  };
}

function createUsedKeyMemory(store: ToolMemoryDatabase) {
  return {
    /** Returns true the first time a key is seen, and false after that until it expires. */
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
    async count(prefix: string, at: string): Promise<number> {
      const usedKeys = store.reader.selectFrom('tool_used_key').select('key').where('expires_at', '>', at);
      return (await usedKeys.where('key', 'like', `${prefix}%`).execute()).length;
    },
    async forget(key: string): Promise<void> {
      await store.transaction((tx) => tx.deleteFrom('tool_used_key').where('key', '=', key).execute());
    },
  };
}

interface ReservationInput {
  readonly key: string;
  readonly id: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly again: boolean;
}

function createReservationMemory(store: ToolMemoryDatabase) {
  return {
    /** Reserves a key. Returns a new reservation if the key is free, and the existing one if not. */
    take: ({ key, id, at, expiresAt, again }: ReservationInput) =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, `waybill:reservation:${key}`);
        await tx.deleteFrom('tool_reservation').where('expires_at', '<=', at).execute();
        const existing = await tx.selectFrom('tool_reservation').selectAll().where('key', '=', key).executeTakeFirst();
        // One in doubt is never given way: its id must stay, so that finishing it cannot create a second record.
        // A result of the future would stand in the way of another wish until then.
        const isOver = existing !== undefined && isFuture(existing.created_at, at);
        const isFree = existing === undefined || ((again || isOver) && existing.outcome !== null);
        if (!isFree) return { id: existing.id, isNew: false, outcome: existing.outcome };
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

interface StoredPage {
  readonly key: string;
  readonly body: string;
  readonly at: string;
  readonly expiresAt: string;
}

/**
 * Creates the memory of pages. They are stored as reservations, which are texts with a key and an expiry: the page is
 * the outcome.
 */
function createPageMemory(store: ToolMemoryDatabase) {
  return {
    async keep({ key, body, at, expiresAt }: StoredPage): Promise<void> {
      const row = { key, id: 'page', created_at: at, expires_at: expiresAt, outcome: body };
      await store.transaction(async (tx) => {
        await tx.deleteFrom('tool_reservation').where('expires_at', '<=', at).execute();
        await tx
          .insertInto('tool_reservation')
          .values(row)
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({ created_at: at, expires_at: expiresAt, outcome: body }),
          )
          .execute();
      });
    },
    async find(key: string, at: string): Promise<Pick<StoredPage, 'body' | 'expiresAt'> | undefined> {
      const row = await store.reader
        .selectFrom('tool_reservation')
        .select(['outcome', 'expires_at'])
        .where('key', '=', key)
        .where('expires_at', '>', at)
        .where('created_at', '<=', computeLatestEnd(at, 0))
        .executeTakeFirst();
      return row === undefined || row.outcome === null ? undefined : { body: row.outcome, expiresAt: row.expires_at };
    },
  };
}
