import { expect, test } from 'vitest';
import { createSessions } from '../../../src/mcp/approvals-page/session/sessions.ts';
import { startDesk } from '../../support/desk.ts';
import { type DatabaseName, onBothDatabases } from '../../support/stores/databases.ts';
import { lendToolMemory } from '../../support/stores/lent-stores.ts';
import { termTools } from '../support/term-tools.ts';

const now = '2026-11-20T15:00:00.000Z';
const tomorrow = '2026-11-21T15:00:00.000Z';
const inAnHour = '2026-11-20T16:00:00.000Z';

const openClockDesk = (database: DatabaseName) =>
  startDesk({
    tools: termTools,
    offersNoOthers: true,
    database,
    now,
    server: { toolsets: ['desk', 'insight', 'control'] },
  });

type ClockDesk = Awaited<ReturnType<typeof openClockDesk>>;

/** Asks for a deletion while the clock stands at an instant. */
async function askAt(desk: ClockDesk, id: string, at: string): Promise<string> {
  desk.clock.now = at;
  const { data } = await desk.callTool('delete_terms', { ids: [id] });
  return String(data.approval.id);
}

const countTerms = async (desk: ClockDesk) => (await desk.api.paymentTerms.filter({})).data.length;

onBothDatabases('after the clock was set back', (database) => {
  test('what was asked for in the future is not approved, not executed, and closed when it is asked for again', async () => {
    await using desk = await openClockDesk(database);
    const { id } = await desk.api.paymentTerms.create({ name: 'Net 30' });
    const early = await askAt(desk, id, tomorrow);
    desk.clock.now = now;

    const approved = await desk.approve(early).catch((error: unknown) => String(error));
    const run = await desk.callTool('run_approved', { approvalId: early });
    const next = await askAt(desk, id, now);
    await desk.approve(next);
    const done = await desk.callTool('run_approved', { approvalId: next });
    desk.clock.now = tomorrow;
    const later = await desk.callTool('run_approved', { approvalId: early });

    const sentence = new RegExp(
      `${early} was requested in the future \\(Nov \\d+, .*\\): the clock of this machine was set back since\\. Nothing is done under it; ask again\\.`,
    );
    expect(approved).toMatch(sentence);
    expect(run.text).toContain(`NOT DONE. ${early}`);
    expect(next).not.toBe(early);
    expect(done.data.status).toBe('done');
    expect(later.text).toMatch(/^NOT DONE\. /);
    expect(later.text).toMatch(sentence);
    expect(await countTerms(desk)).toBe(0);
  });

  test('what was approved in the future is not executed', async () => {
    await using desk = await openClockDesk(database);
    const { id } = await desk.api.paymentTerms.create({ name: 'Net 30' });
    const approvalId = await askAt(desk, id, now);
    desk.clock.now = inAnHour;
    await desk.approve(approvalId);
    desk.clock.now = now;

    const run = await desk.callTool('run_approved', { approvalId });

    expect(run.text).toMatch(/was decided in the future \(Nov 20, 2026, \d+:\d\d [AP]M CST\)/);
    expect(await countTerms(desk)).toBe(1);
  });

  test('a run that was interrupted in the future is taken up, and done once', async () => {
    await using desk = await openClockDesk(database);
    const { id } = await desk.api.paymentTerms.create({ name: 'Net 30' });
    const approvalId = await askAt(desk, id, now);
    await desk.approve(approvalId);
    await desk.memory.approvals.move(approvalId, 'approved', {
      status: 'executing',
      started_at: inAnHour,
      leased_until: '2026-11-20T16:01:00.000Z',
      steps_sent: 1,
    });
    await desk.api.paymentTerms.update({ id, name: 'Net 31' });

    const answer = await desk.callTool('run_approved', { approvalId });

    expect(answer.text).not.toContain('under way in another process');
    expect(answer.data.status).toBe('changed');
  });

  test('a token of the future opens nothing, and the client gets another one by itself', async () => {
    await using desk = await openClockDesk(database);
    desk.clock.now = tomorrow;
    const { access_token: token } = (await (
      await desk.service.service.fetch(
        new Request('http://service.test/oauth2/token', {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: desk.credentials.clientId,
            client_secret: desk.credentials.clientSecret,
          }),
        }),
      )
    ).json()) as { readonly access_token: string };
    const ask = () =>
      desk.service.service.fetch(
        new Request('http://service.test/v1/payment-terms/filter', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
        }),
      );
    const ahead = await ask();
    await desk.api.paymentTerms.filter({});
    desk.clock.now = now;

    const back = await ask();

    expect([ahead.status, back.status]).toEqual([200, 401]);
    expect(await back.text()).toContain('was issued in the future: a clock was set back since');
    expect((await desk.api.paymentTerms.filter({})).data).toEqual([]);
  });

  test('cursors and addresses of files of the future are over', async () => {
    await using desk = await openClockDesk(database);
    await desk.api.paymentTerms.create({ name: 'Net 30' });
    await desk.api.paymentTerms.create({ name: 'Net 45' });
    desk.clock.now = tomorrow;
    const { pagination } = await desk.api.paymentTerms.filter({ pageSize: 1 });
    const { uploadUrl } = await desk.api.documents.create({
      type: 'OTHER',
      fileName: 'a.txt',
      contentType: 'text/plain',
    });
    desk.clock.now = now;

    const page = await desk.api.paymentTerms
      .filter({ pageSize: 1, cursor: pagination.endCursor ?? '' })
      .catch((error: unknown) => String(error));
    const upload = await desk.service.service.fetch(
      new Request(String(uploadUrl), { method: 'PUT', body: 'x', headers: { 'content-type': 'text/plain' } }),
    );

    expect(page).toContain('has expired (24 hours)');
    expect(upload.status).toBe(403);
  });

  test('pages, ways back and finished reservations of the future are not there, and one in doubt stays', async () => {
    await using lent = await lendToolMemory(database);
    const { pages, undos, reservations } = lent.store;
    const expiresAt = '2026-11-23T15:00:00.000Z';
    await pages.keep({ key: 'page', body: 'x', at: tomorrow, expiresAt });
    await undos.keep({ id: 'undo', requester: 'dana', body: 'x', at: tomorrow, expiresAt });
    const take = (key: string, at: string, id: string) => reservations.take({ key, id, at, expiresAt, again: false });
    await take('finished', tomorrow, 'first');
    await reservations.complete('finished', 'first', '{}');
    await take('in doubt', tomorrow, 'first');

    expect(await pages.find('page', now)).toBeUndefined();
    expect(await pages.find('page', tomorrow)).toEqual({ body: 'x', expiresAt });
    expect(await undos.list('dana', now)).toEqual([]);
    expect(await undos.list('dana', tomorrow)).toHaveLength(1);
    expect(await take('finished', now, 'second')).toMatchObject({ id: 'second', isNew: true });
    expect(await take('in doubt', now, 'second')).toMatchObject({ id: 'first', isNew: false });
  });
});

test('a session on the page that began in the future is over', async () => {
  const clock = { now: tomorrow };
  const sessions = createSessions(() => clock.now);
  const cookie = await sessions.start({ name: 'morgan', user: 'morgan', decides: 'everything' });
  const ahead = await sessions.find(cookie);
  clock.now = now;

  expect(ahead).toBeDefined();
  expect(await sessions.find(cookie)).toBeUndefined();
});
