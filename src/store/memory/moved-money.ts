import type { Kysely, Transaction } from 'kysely';
import { lock } from '../lock.ts';
import type { Store, ToolMemoryTables } from './tables.ts';

type MovedRow = ToolMemoryTables['tool_moved_money'];
type NewMove = Omit<MovedRow, 'id' | 'nth' | 'at' | 'expires_at'>;
type Counted = Omit<NewMove, 'step'> & { readonly isWaiting: boolean };

interface Day {
  /** Now. */
  readonly at: string;
  /** Its beginning. */
  readonly since: string;
  /** Plans that are not counted. */
  readonly except: readonly string[];
}

interface Hold extends Omit<Day, 'except'> {
  readonly id: string;
  readonly moves: readonly NewMove[];
  /** Of an approved plan; null for one that runs. */
  readonly expiresAt: string | null;
}

/** Longer than any day that is asked for. */
const keptForMs = 3 * 24 * 60 * 60_000;

/** What a day has moved and what is approved to be moved, the same for all processes that share this memory. */
export function movedMoneyIn(store: Store) {
  return {
    counted: (day: Day): Promise<Counted[]> => countedIn(store.reader, day),
    /** Counts a plan in place of what was counted of it before, unless `judge` refuses beside all others: one plan at a time. */
    hold: ({ id, moves, expiresAt, ...day }: Hold, judge: (others: readonly Counted[]) => boolean): Promise<boolean> =>
      store.transaction(async (tx) => {
        await lock(store.kind, tx, 'waybill:moved-money');
        if (!judge(await countedIn(tx, { ...day, except: [id] }))) return false;
        const old = new Date(Date.parse(day.since) - keptForMs).toISOString();
        await tx.deleteFrom('tool_moved_money').where('at', '<', old).execute();
        await remove(tx, id);
        const rows = moves.map((move, nth) => ({ ...move, id, nth, at: day.at, expires_at: expiresAt }));
        if (rows.length > 0) await tx.insertInto('tool_moved_money').values(rows).execute();
        return true;
      }),
    /** Of a plan that has ended only what these steps moved stays counted. */
    settle: (id: string, steps: readonly number[]): Promise<void> =>
      store.transaction(async (tx) => {
        const others = tx.deleteFrom('tool_moved_money').where('id', '=', id);
        await (steps.length > 0 ? others.where('step', 'not in', [...steps]) : others).execute();
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

/** What ran since the day began, and what is approved and may still run. */
async function countedIn(db: Kysely<ToolMemoryTables>, { at, since, except }: Day): Promise<Counted[]> {
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
