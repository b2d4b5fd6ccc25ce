import type { Kysely, Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { lock } from '../lock.ts';
import { hasMark, markOf } from './mark.ts';
import type { Store, ToolMemoryTables } from './tables.ts';

type MarkedRow = ToolMemoryTables['tool_approval'];
type ApprovalRow = Omit<MarkedRow, 'mark'>;

/** `isGenuine` is false for what was written without the key, whatever it says. */
type FoundApproval = ApprovalRow & { readonly isGenuine: boolean };

const purpose = 'approval';

/** All that a row says. What is empty is left out, so that a column of a later version changes no mark. */
const textOf = (row: ApprovalRow): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name, value]) => name !== 'mark' && value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const withMark = (row: ApprovalRow, cipher: Cipher): MarkedRow => ({
  ...row,
  mark: markOf(cipher, purpose, textOf(row)),
});

function found({ mark, ...row }: MarkedRow, cipher: Cipher): FoundApproval {
  return { ...row, isGenuine: hasMark(cipher, purpose, textOf(row), mark) };
}

interface ApprovalQuery {
  readonly requester?: string | undefined;
  readonly status?: ApprovalRow['status'] | undefined;
  readonly limit: number;
}

/** Judges the genuine rows of the same plan and requester; it runs alone among all that ask this of that plan. */
type JudgeSame = (others: readonly FoundApproval[]) => boolean;

export function approvalsIn(store: Store, cipher: Cipher) {
  const all = () => inOrder(store.reader);
  const look = (rows: readonly MarkedRow[]) => rows.map((row) => found(row, cipher));
  return {
    /** False, and nothing is written, where the rows of the same plan are judged to stand against it. */
    insert: (row: Readonly<ApprovalRow>, judge?: JudgeSame): Promise<boolean> =>
      store.transaction(async (tx) => {
        if (judge && !(await isJudgedWell(tx, row, judge))) return false;
        await tx.insertInto('tool_approval').values(withMark(row, cipher)).execute();
        return true;
      }),
    async get(id: string): Promise<FoundApproval | undefined> {
      return look(await all().where('id', '=', id).execute())[0];
    },
    async list({ requester, status, limit }: ApprovalQuery): Promise<FoundApproval[]> {
      let query = all().limit(limit);
      if (requester !== undefined) query = query.where('requester', '=', requester);
      if (status !== undefined) query = query.where('status', '=', status);
      return look(await query.execute());
    },
    ofPlan: (planHash: string, requester: string) => genuineOf(store.reader, { plan_hash: planHash, requester }),
    /** What was confirmed in clients' forms since then, unless nothing came of it. */
    confirmedSince: (since: string) =>
      store.reader
        .selectFrom('tool_approval')
        .select(['requester', 'confirmed'])
        .where('created_at', '>=', since)
        .where('confirmed', 'is not', null)
        .where('status', '!=', 'void')
        .execute(),
    /**
     * Compare-and-set on the status: false when another process was first, for a row that is not genuine, and where the
     * other rows of the same plan are judged to stand against it.
     */
    move: (
      id: string,
      from: ApprovalRow['status'],
      change: Readonly<Partial<ApprovalRow>>,
      judge?: JudgeSame,
    ): Promise<boolean> =>
      store.transaction(async (tx) => {
        // The mark covers the whole row, so nobody may change it between reading and writing.
        await lock(store.kind, tx, `waybill:approval:${id}`);
        const rows = tx.selectFrom('tool_approval').selectAll().where('id', '=', id).where('status', '=', from);
        const row = await rows.executeTakeFirst();
        if (row === undefined || !found(row, cipher).isGenuine) return false;
        if (judge && !(await isJudgedWell(tx, row, judge))) return false;
        await replace(tx, withMark({ ...row, ...change }, cipher));
        return true;
      }),
  };

  async function isJudgedWell(tx: Transaction<ToolMemoryTables>, row: Readonly<ApprovalRow>, judge: JudgeSame) {
    await lock(store.kind, tx, `waybill:plan:${row.plan_hash}`);
    return judge((await genuineOf(tx, row)).filter(({ id }) => id !== row.id));
  }

  /** Newest first. */
  async function genuineOf(
    db: Kysely<ToolMemoryTables>,
    { plan_hash: hash, requester }: Pick<ApprovalRow, 'plan_hash' | 'requester'>,
  ): Promise<FoundApproval[]> {
    const rows = await inOrder(db).where('plan_hash', '=', hash).where('requester', '=', requester).execute();
    return look(rows).filter(({ isGenuine }) => isGenuine);
  }
}

/** Encrypts and marks again with another key what was genuine under the old one; the rest stays without a mark that fits. */
export async function rekeyApprovals(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  const rows = await tx.selectFrom('tool_approval').selectAll().where('sealed', 'like', 'enc:%').execute();
  for (const row of rows.filter((row) => found(row, from).isGenuine)) {
    const place = `tool_approval.sealed ${row.id}`;
    await replace(tx, withMark({ ...row, sealed: to.encrypt(from.decrypt(row.sealed, place), place) }, to));
  }
}

const inOrder = (db: Kysely<ToolMemoryTables>) =>
  db.selectFrom('tool_approval').selectAll().orderBy('created_at', 'desc').orderBy('id');

const replace = (tx: Transaction<ToolMemoryTables>, row: MarkedRow) =>
  tx.updateTable('tool_approval').set(row).where('id', '=', row.id).execute();
