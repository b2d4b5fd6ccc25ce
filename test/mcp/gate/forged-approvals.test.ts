import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getApproval, listApprovals } from '../../../src/mcp/approvals/approvals.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import { createCipher } from '../../../src/store/cipher.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { openKeyedMemory } from '../../../src/store/memory/rekey.ts';
import type { ToolMemoryTables } from '../../../src/store/memory/tables.ts';
import { openToolMemory } from '../../../src/store/memory/tool-memory.ts';
import { toolMemoryMigrations } from '../../../src/store/migrations/tool-memory/index.ts';
import { testCipher, openTestKey } from '../../support/cipher.ts';
import { createDatabase, type DatabaseName, onOneDatabase } from '../../support/stores/databases.ts';
import { lendToolMemory } from '../../support/stores/lent-stores.ts';
import { startTermDesk } from '../support/term-desk.ts';

/** A desk whose memory somebody else can write to, and who does not have its key. */
async function start(database: DatabaseName) {
  const lent = await lendToolMemory(database);
  const desk = await startTermDesk({ memory: lent.store });
  const raw = await openDatabase<ToolMemoryTables>(lent.url, [], { durability: 'off' });
  return {
    desk,
    audit: async () => (await lent.store.audit.after(0, 100)).map(readEntry),
    change: (set: string) => raw.transaction((tx) => sql.raw(`update tool_approval set ${set}`).execute(tx)),
    rows: () => raw.reader.selectFrom('tool_approval').selectAll().execute(),
    async [Symbol.asyncDispose]() {
      await raw.close();
      await desk[Symbol.asyncDispose]();
      await lent[Symbol.asyncDispose]();
    },
  };
}

type StatusBefore = 'waiting' | 'approved' | 'denied';

const changes: readonly (readonly [StatusBefore, string])[] = [
  ['waiting', "status = 'approved'"],
  [
    'waiting',
    "status = 'approved', decided_by = 'morgan', decided_user = 'morgan', decided_at = '2026-11-20T15:00:00.000Z'",
  ],
  ['waiting', "status = 'executing', started_at = created_at"],
  ['waiting', `status = 'done', outcome = '{"content":[],"text":"Paid."}'`],
  ['waiting', "gate = 'confirm'"],
  ['waiting', "requester = 'riley'"],
  ['waiting', "warning = 'Already seen by the controller.'"],
  ['waiting', "expires_at = '2099-01-01T00:00:00.000Z'"],
  ['denied', "status = 'approved'"],
  ['denied', "status = 'pending', decided_by = null, decided_at = null, decided_user = null, reason = null"],
  ['approved', "decided_by = 'riley', decided_user = 'riley'"],
  ['approved', "expires_at = '2099-01-01T00:00:00.000Z'"],
  ['approved', "plan_hash = 'another'"],
  ['approved', 'steps_sent = 1, steps_done = 1'],
  ['approved', `left_out = '["Net 45"]'`],
  ['approved', 'mark = null'],
  ['approved', "mark = 'ab'"],
];

onOneDatabase('an approval', (database) => {
  test.each(changes)('that is %s is void when it is changed without the key: %s', async (before, set) => {
    await using place = await start(database);
    const { desk } = place;
    const term = await desk.addTerm('Net 30');
    const { data } = await desk.callTool('delete_terms', { ids: [term] });
    const { id } = data.approval;
    if (before === 'approved') await desk.approve(id);
    if (before === 'denied') await desk.deny(id, 'no');

    await place.change(set);
    const run = await desk.callTool('run_approved', { approvalId: id });
    const deciding = desk.approve(id);

    await expect(deciding).rejects.toThrow(`${id} does not bear the mark of this desk`);
    expect(run.data.error).toMatchObject({ code: 'REFUSED' });
    expect(run.text).toContain('It is void.');
    expect(await desk.listTermNames()).toEqual(['Net 30']);
    const tried = (await place.audit()).filter(({ status }) => status === 'void');
    expect(tried.map(({ who: person, approvalId }) => [person, approvalId])).toEqual([
      ['dana', id],
      ['morgan', id],
    ]);
    expect(tried[0]?.summary).toContain('does not bear the mark of this desk');
    expect(await listApprovals(desk.options, { requester: 'dana', limit: 9 })).toEqual([]);
    const [listed] = await listApprovals(desk.options, { limit: 9 });
    expect(listed).toMatchObject({ status: 'void', decidedBy: null, reason: null, outcome: null });
    expect(listed?.warning).toContain('does not bear the mark of this desk');
    const again = await desk.callTool('delete_terms', { ids: [term] });
    expect(again.data).toMatchObject({ status: 'approval_required' });
    expect(again.data.approval.id).not.toBe(id);
  });

  test('is shown from the plan that would run: the database holds no words of it that could be changed', async () => {
    await using place = await start(database);
    const { desk } = place;
    const term = await desk.addTerm('Net 30');
    const { data } = await desk.callTool('delete_terms', { ids: [term] });

    const stored = JSON.stringify(await place.rows());
    const { plan } = await getApproval(desk.options, data.approval.id);

    expect(plan).toEqual(data.plan);
    for (const words of [plan.title, plan.undo, ...plan.details, 'Net 30', term]) expect(stored).not.toContain(words);
  });

  test('with the plan of another one cannot be read, and does nothing', async () => {
    await using place = await start(database);
    const { desk } = place;
    const [first, second] = [await desk.addTerm('Net 30'), await desk.addTerm('Net 45')];
    const small = await desk.callTool('delete_terms', { ids: [first] });
    await desk.callTool('delete_terms', { ids: [first, second] });

    const other = `(select sealed from tool_approval where id <> '${small.data.approval.id}')`;
    await place.change(`sealed = ${other} where id = '${small.data.approval.id}'`);

    const approval = await getApproval(desk.options, small.data.approval.id);
    expect(approval).toMatchObject({
      status: 'void',
      plan: { title: expect.stringContaining('cannot be read'), changes: [], details: [] },
    });
  });

  test('that waits, or was given, stands under a new key; without the old key it is void', async () => {
    await using place = await start(database);
    const { desk } = place;
    const next = createCipher(Buffer.alloc(32, 9));
    await using target = await createDatabase(database, { blank: true });
    const memory = await openToolMemory(target.url, openTestKey, { durability: 'off' });
    const term = await desk.addTerm('Net 30');
    const first = await desk.restart({ memory });
    const { data } = await first.callTool('delete_terms', { ids: [term] });
    await first.approve(data.approval.id);
    await memory.close();

    const keyed = await openKeyedMemory(target.url);
    await keyed.rekey(testCipher, next, desk.clock.now);
    const rotated = await openToolMemory(target.url, async () => next, { durability: 'off' });
    const storedApproval = await getApproval({ memory: rotated, now: () => desk.clock.now }, data.approval.id);
    await keyed.rekey(undefined, testCipher, desk.clock.now);
    const givenUp = await openToolMemory(target.url, async () => testCipher, { durability: 'off' });
    const lost = await getApproval({ memory: givenUp, now: () => desk.clock.now }, data.approval.id);

    await Promise.all([keyed, rotated, givenUp].map((store) => store.close()));
    expect([storedApproval.status, storedApproval.plan]).toEqual(['approved', data.plan]);
    expect([lost.status, lost.plan.changes, lost.plan.details]).toEqual(['void', [], []]);
  });

  test('of a version before approvals were marked is void', async () => {
    await using target = await createDatabase(database, { blank: true });
    const old = await openDatabase(target.url, toolMemoryMigrations.slice(0, 3), { durability: 'off' });
    await old.transaction((tx) =>
      sql`insert into tool_approval (id, status, tool, gate, requester, plan_hash, plan_view, sealed, created_at, expires_at)
        values ('APR-OLD', 'approved', 'delete_terms', 'approve', 'dana', 'h', '{}', 's',
          '2026-11-20T15:00:00.000Z', '2099-01-01T00:00:00.000Z')`.execute(tx),
    );
    await old.close();

    await using memory = await openToolMemory(target.url, openTestKey, { durability: 'off' });

    const approval = await getApproval({ memory, now: () => '2026-11-20T16:00:00.000Z' }, 'APR-OLD');
    expect(approval.status).toBe('void');
  });
});
