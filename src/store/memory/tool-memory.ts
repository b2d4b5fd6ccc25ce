import { type DatabaseOptions, openDatabase } from '../database.ts';
import { lock } from '../lock.ts';
import { toolMemoryMigrations } from '../migrations/tool-memory/index.ts';
import type { Cipher } from '../cipher.ts';
import type { KeyCheck } from '../encryption.ts';
import { approvalsIn } from './approvals.ts';
import { auditIn } from './audit-log.ts';
import { briefsIn } from './briefs.ts';
import { capabilitiesIn } from './capabilities.ts';
import { memoryKeyCheck } from './memory-key.ts';
import { movedMoneyIn } from './moved-money.ts';
import { passkeysIn } from './passkeys.ts';
import { waysBackIn } from './ways-back.ts';
import { writesStopIn } from './writes-stop.ts';
import type { Store, ToolMemoryTables } from './tables.ts';
import { isFuture, computeLatestEnd } from '../../domain/kit/instants.ts';

/** What the tool server remembers, on either database and shared by every process that opens the same one. */
export interface ToolMemoryStore extends AsyncDisposable {
  readonly approvals: ReturnType<typeof approvalsIn>;
  readonly approver: ReturnType<typeof approverIn>;
  readonly passkeys: ReturnType<typeof passkeysIn>;
  readonly audit: ReturnType<typeof auditIn>;
  readonly ledger: ReturnType<typeof ledgerIn>;
  readonly reservations: ReturnType<typeof reservationsIn>;
  readonly pages: ReturnType<typeof pagesIn>;
  readonly waysBack: ReturnType<typeof waysBackIn>;
  readonly briefs: ReturnType<typeof briefsIn>;
  readonly stop: ReturnType<typeof writesStopIn>;
  readonly movedMoney: ReturnType<typeof movedMoneyIn>;
  readonly capabilities: ReturnType<typeof capabilitiesIn>;
  readonly cipher: Cipher;
  /** Throws where its file was deleted, renamed or replaced. */
  requireInPlace(): void;
  /** Fails with what keeps it from being read and written. */
  requireReady(): Promise<void>;
  close(): Promise<void>;
}

/** `openKey` gives the cipher of this memory, or throws where the key is another one. */
export async function openToolMemory(
  url: string,
  openKey: (check: KeyCheck) => Promise<Cipher>,
  options: DatabaseOptions = {},
): Promise<ToolMemoryStore> {
  const store: Store = await openDatabase<ToolMemoryTables>(url, toolMemoryMigrations, {
    isNewerRefused: true,
    ...options,
  });
  try {
    return memoryIn(store, await openKey(memoryKeyCheck(store)));
  } catch (error) {
    await store.close();
    throw error;
  }
}

function memoryIn(store: Store, cipher: Cipher): ToolMemoryStore {
  return {
    approvals: approvalsIn(store, cipher),
    approver: approverIn(store),
    passkeys: passkeysIn(store, cipher),
    audit: auditIn(store, cipher),
    ledger: ledgerIn(store),
    reservations: reservationsIn(store),
    pages: pagesIn(store),
    waysBack: waysBackIn(store),
    briefs: briefsIn(store),
    stop: writesStopIn(store),
    movedMoney: movedMoneyIn(store),
    capabilities: capabilitiesIn(store),
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

function approverIn(store: Store) {
  return {
    async hash(): Promise<string | undefined> {
      const all = store.reader.selectFrom('tool_approver').select('secret_hash');
      return (await all.where('id', '=', theApprover).executeTakeFirst())?.secret_hash;
    },
    /** False when there is one: whichever process comes first makes it. */
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
    /** False when another one is kept than the one to replace. */
    async replace(hash: string, next: string): Promise<boolean> {
      const { numUpdatedRows } = await store.transaction((tx) =>
        tx.updateTable('tool_approver').set({ secret_hash: next }).where('secret_hash', '=', hash).executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
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
    async count(prefix: string, at: string): Promise<number> {
      const found = store.reader.selectFrom('tool_used_key').select('key').where('expires_at', '>', at);
      return (await found.where('key', 'like', `${prefix}%`).execute()).length;
    },
    async forget(key: string): Promise<void> {
      await store.transaction((tx) => tx.deleteFrom('tool_used_key').where('key', '=', key).execute());
    },
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
        // A result of the future would stand in the way of another wish until then.
        const isOver = found !== undefined && isFuture(found.created_at, at);
        const isFree = found === undefined || ((again || isOver) && found.outcome !== null);
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

interface KeptPage {
  readonly key: string;
  readonly body: string;
  readonly at: string;
  readonly expiresAt: string;
}

/** Kept among the reservations, which are texts by key that expire; what a page is, is its outcome. */
function pagesIn(store: Store) {
  return {
    async keep({ key, body, at, expiresAt }: KeptPage): Promise<void> {
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
    async find(key: string, at: string): Promise<Pick<KeptPage, 'body' | 'expiresAt'> | undefined> {
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
