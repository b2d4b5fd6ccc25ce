import type { Kysely, Transaction } from 'kysely';
import type { Cipher } from '../cipher.ts';
import { lock } from '../lock.ts';
import { hasMark, computeMark } from './mark.ts';
import type { ToolMemoryDatabase, ToolMemoryTables } from './tables.ts';

type MarkedApproval = ToolMemoryTables['tool_approval'];
type StoredApproval = Omit<MarkedApproval, 'mark'>;

/** An approval as it was read. `isGenuine` is false if the row was written without the encryption key. */
type CheckedApproval = StoredApproval & { readonly isGenuine: boolean };

const purpose = 'approval';

/**
 * Formats all values of a row for its mark. Empty values are left out, so that a column of a later version changes no
 * mark.
 */
const formatMarkedText = (row: StoredApproval): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name, value]) => name !== 'mark' && value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const addMark = (row: StoredApproval, cipher: Cipher): MarkedApproval => ({
  ...row,
  mark: computeMark(cipher, purpose, formatMarkedText(row)),
});

function checkMark({ mark, ...row }: MarkedApproval, cipher: Cipher): CheckedApproval {
  return { ...row, isGenuine: hasMark(cipher, purpose, formatMarkedText(row), mark) };
}

interface ApprovalFilter {
  readonly requester?: string | undefined;
  readonly status?: StoredApproval['status'] | undefined;
  readonly limit: number;
}

/** Judges the genuine rows of the same plan and requester; it runs alone among all that ask this of that plan. */
type JudgeSame = (others: readonly CheckedApproval[]) => boolean;

export function createApprovalMemory(store: ToolMemoryDatabase, cipher: Cipher) {
  const selectApprovals = () => selectNewestFirst(store.reader);
  const checkMarks = (rows: readonly MarkedApproval[]) => rows.map((row) => checkMark(row, cipher));
  return {
    /** False, and nothing is written, where the rows of the same plan are judged to stand against it. */
    insert: (row: Readonly<StoredApproval>, judge?: JudgeSame): Promise<boolean> =>
      store.transaction(async (tx) => {
        if (judge && !(await isJudgedWell(tx, row, judge))) return false;
        await tx.insertInto('tool_approval').values(addMark(row, cipher)).execute();
        return true;
      }),
    async get(id: string): Promise<CheckedApproval | undefined> {
      return checkMarks(await selectApprovals().where('id', '=', id).execute())[0];
    },
    async list({ requester, status, limit }: ApprovalFilter): Promise<CheckedApproval[]> {
      let query = selectApprovals().limit(limit);
      if (requester !== undefined) query = query.where('requester', '=', requester);
      if (status !== undefined) query = query.where('status', '=', status);
      return checkMarks(await query.execute());
    },
    listByPlan: (planHash: string, requester: string) => listGenuine(store.reader, { plan_hash: planHash, requester }),
    /** Lists what was confirmed in clients' forms since an instant, except voided approvals. */
    listConfirmedSince: (since: string) =>
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
      from: StoredApproval['status'],
      change: Readonly<Partial<StoredApproval>>,
      judge?: JudgeSame,
    ): Promise<boolean> =>
      store.transaction(async (tx) => {
        // The mark covers the whole row, so nobody may change it between reading and writing.
        await lock(store.kind, tx, `waybill:approval:${id}`);
        const rows = tx.selectFrom('tool_approval').selectAll().where('id', '=', id).where('status', '=', from);
        const row = await rows.executeTakeFirst();
        if (row === undefined || !checkMark(row, cipher).isGenuine) return false;
        if (judge && !(await isJudgedWell(tx, row, judge))) return false;
        await replace(tx, addMark({ ...row, ...change }, cipher));
        return true;
      }),
  };

  async function isJudgedWell(tx: Transaction<ToolMemoryTables>, row: Readonly<StoredApproval>, judge: JudgeSame) {
    await lock(store.kind, tx, `waybill:plan:${row.plan_hash}`);
    return judge((await listGenuine(tx, row)).filter(({ id }) => id !== row.id));
  }

  /** Lists the genuine approvals of a plan, newest first. */
  async function listGenuine(
    db: Kysely<ToolMemoryTables>,
    { plan_hash: hash, requester }: Pick<StoredApproval, 'plan_hash' | 'requester'>,
  ): Promise<CheckedApproval[]> {
    const rows = await selectNewestFirst(db).where('plan_hash', '=', hash).where('requester', '=', requester).execute();
    return checkMarks(rows).filter(({ isGenuine }) => isGenuine);
  }
}

/** Encrypts and marks again with another key what was genuine under the old one; the rest stays without a mark that fits. */
export async function rekeyApprovals(tx: Transaction<ToolMemoryTables>, from: Cipher, to: Cipher): Promise<void> {
  const rows = await tx.selectFrom('tool_approval').selectAll().where('sealed', 'like', 'enc:%').execute();
  for (const row of rows.filter((row) => checkMark(row, from).isGenuine)) {
    const place = `tool_approval.sealed ${row.id}`;
    await replace(tx, addMark({ ...row, sealed: to.encrypt(from.decrypt(row.sealed, place), place) }, to));
  }
}

const selectNewestFirst = (db: Kysely<ToolMemoryTables>) =>
  db.selectFrom('tool_approval').selectAll().orderBy('created_at', 'desc').orderBy('id');

const replace = (tx: Transaction<ToolMemoryTables>, row: MarkedApproval) =>
  tx.updateTable('tool_approval').set(row).where('id', '=', row.id).execute();
