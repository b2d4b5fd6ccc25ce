import type { Kysely, Transaction } from 'kysely';
import { lock } from '../lock.ts';
import type { ToolMemoryDatabase, ToolMemoryTables } from './tables.ts';

type MovedRow = ToolMemoryTables['tool_moved_money'];
type NewMove = Omit<MovedRow, 'id' | 'nth' | 'at' | 'expires_at'>;
type CountedMove = Omit<NewMove, 'step'> & { readonly isWaiting: boolean };

interface MoneyDay {
  /** Now. */
  readonly at: string;
  /** Its beginning. */
  readonly since: string;
  /** Plans that are not counted. */
  readonly except: readonly string[];
}

interface MoneyHold extends Omit<MoneyDay, 'except'> {
  readonly id: string;
  readonly moves: readonly NewMove[];
  /** Expiry of an approved plan; null for a plan that is running. */
  readonly expiresAt: string | null;
}

/** Longer than any day that is asked for. */
const keptForMs = 3 * 24 * 60 * 60_000;

/**
 * Creates the memory of the money that a day has moved and that approved plans may still move. All processes that share
 * this memory see the same amounts.
 */
export function createMovedMoneyMemory(store: ToolMemoryDatabase) {
  return {
    listCounted: (day: MoneyDay): Promise<CountedMove[]> => listCountedMoves(store.reader, day),
    /** Counts a plan in place of what was counted of it before, unless `judge` refuses beside all others: one plan at a time. */
    hold: (
      { id, moves, expiresAt, ...day }: MoneyHold,
      judge: (otherMoves: readonly CountedMove[]) => boolean,
    ): Promise<boolean> =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, 'waybill:moved-money');
        if (!judge(await listCountedMoves(tx, { ...day, except: [id] }))) return false;
        const old = new Date(Date.parse(day.since) - keptForMs).toISOString();
        await tx.deleteFrom('tool_moved_money').where('at', '<', old).execute();
        await remove(tx, id);
        const rows = moves.map((move, nth) => ({ ...move, id, nth, at: day.at, expires_at: expiresAt }));
        if (rows.length > 0) await tx.insertInto('tool_moved_money').values(rows).execute();
        return true;
      }),
    /** Ends the hold of a plan. Only the money that these steps moved stays counted. */
    settle: (id: string, steps: readonly number[]): Promise<void> =>
      store.transaction(async (tx) => {
        const planMoves = tx.deleteFrom('tool_moved_money').where('id', '=', id);
        await (steps.length > 0 ? planMoves.where('step', 'not in', [...steps]) : planMoves).execute();
      }),
    /** It waits again, and may run until then. */
    postpone: async (id: string, expiresAt: string): Promise<void> => {
      await store.transaction((tx) =>
        tx.updateTable('tool_moved_money').set({ expires_at: expiresAt }).where('id', '=', id).execute(),
      );
    },
  };
}

const remove = (tx: Transaction<ToolMemoryTables>, id: string) =>
  tx.deleteFrom('tool_moved_money').where('id', '=', id).execute();

/** Lists the moves that ran since the day began, and those that are approved and may still run. */
async function listCountedMoves(db: Kysely<ToolMemoryTables>, { at, since, except }: MoneyDay): Promise<CountedMove[]> {
  const rows = await db
    .selectFrom('tool_moved_money')
    .select(['id', 'operation', 'who', 'payee', 'currency', 'amount_cents', 'expires_at'])
    .where((where) =>
      where.or([where.and([where('expires_at', 'is', null), where('at', '>=', since)]), where('expires_at', '>', at)]),
    )
    .execute();
  return rows
    .filter(({ id }) => !except.includes(id))
    .map(({ id: _id, expires_at: expiresAt, ...row }) => ({ ...row, isWaiting: expiresAt !== null }));
}
