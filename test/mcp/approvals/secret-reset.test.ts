import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { decideApproval, getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { makeApproverSecret, requireApproverSecret } from '../../../src/mcp/approvals/approver.ts';
import { resetApproverSecret } from '../../../src/mcp/approvals/secret-reset.ts';
import { findSecretWait } from '../../../src/mcp/approvals/secret-wait.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import type { ApprovalNotification } from '../../../src/mcp/tool/notification.ts';
import type { ToolMemoryTables } from '../../../src/store/memory/tables.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { toolMemoryMigrations } from '../../../src/store/migrations/tool-memory/index.ts';
import { type DatabaseName, onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { openPages } from '../support/signed-in-pages.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';

const hourMs = 60 * 60_000;
const waits =
  "The approver's secret was reset on Nov 20, 9:00 AM CST by morgan, and decides nothing before Nov 21, 9:00 AM CST.";

const moveClock = (desk: TermDesk, hours: number): void => {
  desk.clock.now = new Date(Date.parse(desk.clock.now) + hours * hourMs).toISOString();
};

async function requestDeletion(desk: TermDesk, name: string): Promise<string> {
  const { data } = await desk.callTool('delete_terms', { ids: [await desk.addTerm(name)] });
  return String(data.approval.id);
}

/** A desk with a secret and its pages, in the zone of Chicago. */
async function openDesk(database: DatabaseName) {
  const notifications: ApprovalNotification[] = [];
  const notify = (notification: ApprovalNotification) => notifications.push(notification);
  const desk = await startTermDesk({ timeZone: 'America/Chicago', notify }, database);
  desk.clock.now = '2026-11-20T15:00:00.000Z';
  return { desk, notifications, pages: await openPages(desk), [Symbol.asyncDispose]: () => desk.close() };
}

/** Changes the memory of a desk as a program with its database would. */
async function changeMemory(
  { memoryUrl }: TermDesk,
  change: (tx: Transaction<ToolMemoryTables>) => Promise<unknown>,
): Promise<void> {
  const store = await openDatabase<ToolMemoryTables>(memoryUrl, toolMemoryMigrations);
  await store.transaction(change);
  await store.close();
}

const decide = (desk: TermDesk, id: string, decision: 'approve' | 'deny' = 'approve') =>
  decideApproval(desk.options, { id, decision, approver: 'morgan', user: 'morgan' }).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );

onBothDatabases('a secret that was reset', (database) => {
  test('voids what is pending, leaves what is approved, and is in the audit log', async () => {
    await using opened = await openDesk(database);
    const { desk, notifications } = opened;
    const approved = await requestDeletion(desk, 'Net 15');
    await desk.approve(approved);
    const pending = await requestDeletion(desk, 'Net 30');

    const { voided, secret } = await resetApproverSecret(desk.options, 'morgan');

    expect(voided).toEqual([pending]);
    expect((await getApproval(desk.options, pending)).status).toBe('void');
    expect((await desk.callTool('run_approved', { approvalId: approved })).data.status).toBe('done');
    expect((await desk.callTool('run_approved', { approvalId: pending })).text).toContain('secret was reset');
    await requireApproverSecret(desk.options, secret, { who: 'morgan' });
    expect(notifications.map(({ event, approval }) => `${event} ${approval.id}`)).toContain(
      `APPROVAL_WITHDRAWN ${pending}`,
    );
    const entries = (await desk.memory.audit.after(null, 1000)).map(readEntry);
    expect(entries.filter(({ status }) => status === 'secret_reset')).toMatchObject([{ who: 'morgan' }]);
  });

  test('decides nothing for a day, neither a yes nor a no, and then it does', async () => {
    await using opened = await openDesk(database);
    const { desk } = opened;
    await resetApproverSecret(desk.options, 'morgan');
    const id = await requestDeletion(desk, 'Net 15');

    const [yes, no] = [await decide(desk, id), await decide(desk, id, 'deny')];
    moveClock(desk, 23.9);
    const almost = await decide(desk, id);
    moveClock(desk, 0.2);
    const later = await requestDeletion(desk, 'Net 30');

    for (const text of [yes, no, almost]) expect(text).toContain(waits);
    expect(yes).toContain('confirm it on the approvals page, with a passkey that was added before the reset');
    expect(await decide(desk, later)).toBe('approved');
  });

  test('waits as long after a second reset, and neither a removed state nor a removed entry shortens it', async () => {
    await using opened = await openDesk(database);
    const { desk } = opened;
    await resetApproverSecret(desk.options, 'morgan');
    moveClock(desk, 20);
    await resetApproverSecret(desk.options, 'mallory');
    moveClock(desk, 10);
    const afterSecond = await findSecretWait(desk.options);
    await changeMemory(desk, (tx) =>
      tx.deleteFrom('tool_setting').where('name', '=', 'approver-secret-state').execute(),
    );
    const withoutState = await findSecretWait(desk.options);
    await resetApproverSecret(desk.options, 'mallory');
    await changeMemory(desk, (tx) => tx.deleteFrom('tool_audit').where('body', 'like', '%secret_reset%').execute());

    expect(afterSecond).toMatchObject({ by: 'mallory', until: '2026-11-22T11:00:00.000Z' });
    expect(withoutState).toEqual(afterSecond);
    expect(await findSecretWait(desk.options)).toMatchObject({ until: '2026-11-22T21:00:00.000Z' });
  });

  test('waits as well where its hash was removed and it was made again, or restored', async () => {
    await using opened = await openDesk(database);
    const { desk } = opened;
    await changeMemory(desk, (tx) => tx.deleteFrom('tool_approver').execute());
    await makeApproverSecret(desk.options, 'morgan');
    const first = await findSecretWait(desk.options);
    const hash = String(await desk.memory.approver.hash());
    await changeMemory(desk, (tx) => tx.deleteFrom('tool_approver').execute());

    const made = await makeApproverSecret(desk.options, 'mallory');
    const afterRemoval = await findSecretWait(desk.options);
    await changeMemory(desk, (tx) => tx.updateTable('tool_approver').set({ secret_hash: hash }).execute());

    expect(first).toBeUndefined();
    expect(made).toMatch(/^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}$/);
    expect(afterRemoval).toMatchObject({ by: 'mallory', until: '2026-11-21T15:00:00.000Z' });
    expect(await findSecretWait(desk.options)).toEqual(afterRemoval);
  });
});

onOneDatabase('a reset with a wrong clock, and one that is confirmed', (database) => {
  test('a clock that was set back for the reset shortens nothing below the newest entry of the audit log', async () => {
    await using opened = await openDesk(database);
    const { desk } = opened;
    await desk.approve(await requestDeletion(desk, 'Net 15'));
    moveClock(desk, -48);
    await resetApproverSecret(desk.options, 'mallory');
    moveClock(desk, 48);

    expect(await findSecretWait(desk.options)).toMatchObject({ until: '2026-11-21T15:00:00.000Z' });
  });

  test('a passkey that was added before the reset confirms it on the page, and one of later is not added', async () => {
    await using opened = await openDesk(database);
    const { desk, pages } = opened;
    const ann = await pages.signIn('ann');
    const phone = await ann.addPasskey('Phone');
    moveClock(desk, 1);
    await resetApproverSecret(desk.options, 'morgan');

    const shown = await ann.get('/approvals');
    const options = await ann.post('/approvals/passkeys/options', { secret: 'the secret of the approver' });
    const question = await ann.post('/approvals/secret/challenge', {});
    const confirmed = await ann.post('/approvals/secret', { signature: phone.sign(JSON.parse(question.text)) });

    expect(shown).toContain('secret was reset');
    expect(shown).toContain('Confirm the new secret');
    expect(options.text).toContain("not the approver's secret");
    expect(confirmed).toEqual({ status: 303, text: '' });
    expect(await findSecretWait(desk.options)).toBeUndefined();
    expect(await ann.get('/approvals')).not.toContain('secret was reset');
    const entries = (await desk.memory.audit.after(null, 1000)).map(readEntry);
    expect(entries.at(-1)).toMatchObject({ status: 'secret_confirmed', who: 'ann@example.com (user ann)' });
  });

  test('another approver who signs in confirms it, and the person who reset it does not', async () => {
    await using opened = await openDesk(database);
    const { desk, pages } = opened;
    await resetApproverSecret(desk.options, 'bob@example.com (user bob)');
    const [ann, bob, morgan] = [await pages.signIn('ann'), await pages.signIn('bob'), await pages.signInWithSecret()];

    const own = await bob.post('/approvals/secret', {});
    const bySecret = await morgan.post('/approvals/secret', {});
    const confirmed = await ann.post('/approvals/secret', {});
    const again = await ann.post('/approvals/secret', {});

    expect(own.text).toContain('Nothing was confirmed.');
    expect(bySecret.status).not.toBe(303);
    expect(confirmed.status).toBe(303);
    expect(again.text).toContain('nothing waits');
    const id = await requestDeletion(desk, 'Net 15');
    expect(await decide(desk, id)).toBe('approved');
  });

  test('a person who signs in decides meanwhile, because nothing of that rests on the secret', async () => {
    await using opened = await openDesk(database);
    const { desk, pages } = opened;
    await resetApproverSecret(desk.options, 'morgan');
    const id = await requestDeletion(desk, 'Net 15');
    const { plan } = await getApproval(desk.options, id);
    const ann = await pages.signIn('ann');

    await ann.post(`/approvals/${id}`, { plan: plan.hash, read: 'yes', decision: 'approve' });

    expect((await getApproval(desk.options, id)).status).toBe('approved');
  });
});
