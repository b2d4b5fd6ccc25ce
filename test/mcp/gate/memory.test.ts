import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type AuditDetails, buildNextEntry, readEntry } from '../../../src/mcp/audit/audit.ts';
import { isOnlyOne } from '../../../src/mcp/gate/duplicate-plan.ts';
import { verifyLog } from '../../../src/mcp/audit/verify.ts';
import type { ApprovalRow, ToolMemory } from '../../../src/mcp/tool/memory.ts';
import { makeApproverSecret, renewApproverSecret, requireApproverSecret } from '../../../src/mcp/approvals/approver.ts';
import { openToolMemory, type ToolMemoryStore } from '../../../src/store/memory/tool-memory.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { openTestKey } from '../../support/cipher.ts';
import { lendToolMemory } from '../../support/stores/lent-stores.ts';

const at = '2026-11-20T15:00:00.000Z';
const soon = '2026-11-20T15:10:00.000Z';

const details: AuditDetails = {
  kind: 'finished',
  attempt: 'a',
  at,
  who: 'dana',
  client: null,
  tool: 'create_term',
  planHash: null,
  approvalId: null,
  calls: [],
  status: 'done',
  summary: 'Created',
  undo: null,
};

const approval: ApprovalRow = {
  id: 'APR-1',
  status: 'pending',
  tool: 'delete_terms',
  gate: 'approve',
  requester: 'dana',
  client: null,
  plan_hash: 'h',
  sealed: 's',
  created_at: at,
  expires_at: soon,
  decided_by: null,
  decided_at: null,
  reason: null,
  started_at: null,
  finished_at: null,
  outcome: null,
  steps_sent: 0,
  steps_done: 0,
  leased_until: null,
  decided_user: null,
  warning: null,
  left_out: null,
  confirmed: null,
};

onBothDatabases('what the tool server remembers', (database) => {
  test('the last brief of each person in each role is found by every process, and no other', async () => {
    await using target = await lendToolMemory(database);
    await using other = await openToolMemory(target.url, openTestKey, { durability: 'off' });
    const brief = { requester: 'dana', role: 'dispatch', at, body: '{"late":["SHP-1"]}' };

    await target.store.briefs.keep(brief);
    await target.store.briefs.keep({ ...brief, role: 'sales', body: '{}' });
    await other.briefs.keep({ ...brief, at: soon, body: '{"late":["SHP-2"]}' });

    expect(await target.store.briefs.last('dana', 'dispatch')).toEqual({ at: soon, body: '{"late":["SHP-2"]}' });
    expect(await other.briefs.last('dana', 'sales')).toEqual({ at, body: '{}' });
    expect(await other.briefs.last('morgan', 'dispatch')).toBeUndefined();
  });

  test('the page of a cursor is found by every process until it expires, and kept again it lives longer', async () => {
    await using target = await lendToolMemory(database);
    await using other = await openToolMemory(target.url, openTestKey, { durability: 'off' });
    const page = { key: 'page:dana:1', body: '{"skip":25}', at, expiresAt: soon };

    await target.store.pages.keep(page);

    expect((await other.pages.find('page:dana:1', at))?.body).toBe('{"skip":25}');
    expect(await other.pages.find('page:dana:1', soon)).toBeUndefined();
    expect(await other.pages.find('page:robin:1', at)).toBeUndefined();
    await other.pages.keep({ ...page, expiresAt: '2026-11-20T15:20:00.000Z' });
    expect((await target.store.pages.find('page:dana:1', soon))?.body).toBe('{"skip":25}');
  });

  test('of what was confirmed in forms a day later only that day counts, and nothing that came to nothing', async () => {
    await using target = await lendToolMemory(database);
    const { approvals } = target.store;
    const confirmed = JSON.stringify({ money: [{ currency: 'USD', amountCents: 100 }], payees: ['p'] });
    await approvals.insert({ ...approval, id: 'A', status: 'done', confirmed });
    await approvals.insert({ ...approval, id: 'B', status: 'void', confirmed });
    await approvals.insert({ ...approval, id: 'C', status: 'done' });

    expect(await approvals.listConfirmedSince(at)).toEqual([{ requester: 'dana', confirmed }]);
    expect(await approvals.listConfirmedSince(soon)).toEqual([]);
  });

  test("the approver's secret is made once, by whichever process comes first, and only its hash is kept", async () => {
    await using target = await lendToolMemory(database);
    const { store } = target;

    const made = await Promise.all([1, 2, 3].map(() => makeApproverSecret(buildDesk(store, noon), 'morgan')));
    const secret = made.find((text) => text !== undefined) ?? '';

    expect(made.filter((text) => text !== undefined)).toHaveLength(1);
    const desk = buildDesk(store, noon);
    const isRight = (typed: string) => isAccepted(requireApproverSecret(desk, typed, { who: 'mallory' }));
    expect(await isRight(secret.toLowerCase().replaceAll('-', ' '))).toBe(true);
    expect(await isRight('')).toBe(false);
    expect(await store.approver.hash()).not.toContain(secret);
    expect(await isAccepted(renewApproverSecret(desk, 'guess', 'mallory'))).toBe(false);
    const next = await renewApproverSecret(desk, secret, 'morgan');
    expect([await isRight(secret), await isRight(next)]).toEqual([false, true]);
  });

  test('after five wrong secrets the right one does not help either, for ten minutes and at once or one by one', async () => {
    await using target = await lendToolMemory(database);
    const { store } = target;
    const secret = (await makeApproverSecret(buildDesk(store, noon), 'morgan')) ?? '';
    const trySecret = (typed: string, at: string) =>
      isAccepted(requireApproverSecret(buildDesk(store, at), typed, { who: 'mallory' }));

    const right = [await trySecret(secret, noon), await trySecret(secret, noon)];
    const guesses = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((nth) => trySecret(`guess ${nth}`, noon)));
    const [during, after] = [await trySecret(secret, noon), await trySecret(secret, '2026-11-20T12:10:00.000Z')];
    const entries = (await store.audit.after(0, 100)).map(readEntry);

    expect([right, guesses.includes(true), during, after]).toEqual([[true, true], false, false, true]);
    expect(entries.map(({ who: person }) => person)).toEqual(Array(8).fill('mallory'));
    expect(entries.filter(({ status }) => status === 'wrong_secret').length).toBeLessThanOrEqual(5);
  });

  test('how far an execution came is there for the next process', async () => {
    await using target = await lendToolMemory(database);
    const { approvals } = target.store;
    await approvals.insert({ ...approval, status: 'executing' });

    await approvals.move('APR-1', 'executing', { steps_sent: 2, steps_done: 1, leased_until: soon });

    expect(await approvals.get('APR-1')).toMatchObject({ steps_sent: 2, steps_done: 1, leased_until: soon });
  });

  test('audit entries of three processes form one chain', async () => {
    await using target = await lendToolMemory(database);
    const stores = await Promise.all(
      [1, 2, 3].map(() => openToolMemory(target.url, openTestKey, { durability: 'off' })),
    );
    // The store fits the interface by its shape; this line is where that is checked.
    const memories: readonly ToolMemory[] = stores;

    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        Promise.resolve(
          memories[n % 3]?.audit.append((last) => buildNextEntry(last, { ...details, attempt: `a${n}` })),
        ),
      ),
    );

    const [memory] = stores;
    expect(memory && (await verifyLog(memory.audit))).toMatchObject({ ok: true, entries: 60 });
    await Promise.all(stores.map((store) => store.close()));
  });

  test('of several processes that move an approval, one succeeds', async () => {
    await using target = await lendToolMemory(database);
    const stores = await Promise.all(
      [1, 2, 3].map(() => openToolMemory(target.url, openTestKey, { durability: 'off' })),
    );
    await stores[0]?.approvals.insert(approval);

    const moved = await Promise.all(
      stores.map((store) => store.approvals.move('APR-1', 'pending', { status: 'approved' })),
    );

    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await stores[1]?.approvals.get('APR-1')).toMatchObject({ status: 'approved' });
    await Promise.all(stores.map((store) => store.close()));
  });

  test('of several yeses to one plan in several processes one begins, whether it was waited for or confirmed', async () => {
    await using target = await lendToolMemory(database);
    const stores = await Promise.all(
      [1, 2, 3].map(() => openToolMemory(target.url, openTestKey, { durability: 'off' })),
    );
    for (const id of ['APR-1', 'APR-2', 'APR-3']) await target.store.approvals.insert({ ...approval, id });
    const alone = isOnlyOne({ since: at, now: at });

    const begun = await Promise.all(
      stores.flatMap(({ approvals }, nth) => [
        approvals.move(`APR-${nth + 1}`, 'pending', { status: 'executing' }, alone),
        approvals.insert({ ...approval, id: `APR-1${nth}`, status: 'executing' }, alone),
        approvals.insert({ ...approval, id: `APR-2${nth}`, status: 'executing', requester: `riley ${nth}` }, alone),
      ]),
    );

    const ofRiley = begun.filter((_, place) => place % 3 === 2);
    expect(ofRiley).toEqual([true, true, true]);
    expect(begun.filter(Boolean)).toHaveLength(1 + ofRiley.length);
    expect(await target.store.approvals.list({ requester: 'dana', status: 'executing', limit: 9 })).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a key counts once for everybody, and again after it expired', async () => {
    await using target = await lendToolMemory(database);
    const stores = await Promise.all([1, 2].map(() => openToolMemory(target.url, openTestKey, { durability: 'off' })));

    const first = await Promise.all(stores.map((store) => store.ledger.consume('k', { at, expiresAt: soon })));

    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await stores[0]?.ledger.consume('k', { at: soon, expiresAt: soon })).toBe(true);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a reservation in doubt keeps its id even when a second record is meant', async () => {
    await using target = await lendToolMemory(database);
    await using memory = await openToolMemory(target.url, openTestKey, { durability: 'off' });
    const take = (id: string, again: boolean) => memory.reservations.take({ key: 'k', id, at, expiresAt: soon, again });

    expect(await take('one', false)).toEqual({ id: 'one', isNew: true, outcome: null });
    expect(await take('two', true)).toEqual({ id: 'one', isNew: false, outcome: null });
    await memory.reservations.complete('k', 'one', '{}');
    expect(await take('three', false)).toEqual({ id: 'one', isNew: false, outcome: '{}' });
    expect(await take('four', true)).toEqual({ id: 'four', isNew: true, outcome: null });
    await memory.reservations.release('k', 'four');
    expect(await take('five', false)).toMatchObject({ id: 'five', isNew: true });
  });

  test('a key for one purpose is the same in every process, and stored in none', async () => {
    await using target = await lendToolMemory(database);
    const stores = await Promise.all(
      [1, 2, 3].map(() => openToolMemory(target.url, openTestKey, { durability: 'off' })),
    );

    const secrets = await Promise.all(stores.map(async (store) => store.cipher.derive('plan')));

    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(secrets[0]).toHaveLength(32);
    await Promise.all(stores.map((store) => store.close()));
  });
});

const noon = '2026-11-20T12:00:00.000Z';
const buildDesk = (memory: ToolMemoryStore, at: string) => ({
  memory,
  now: () => at,
  newId: randomUUID,
  log: () => {},
});
const isAccepted = (checked: Promise<unknown>) =>
  checked.then(
    () => true,
    () => false,
  );
