import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, onOneDatabase } from '../../support/stores/databases.ts';
import { decideOnPage, signInAs } from './browser-visit.ts';
import { type SignedInDesk, staff, startSignedInDesk } from './signed-in-desk.ts';

const accounts = { ...staff, mia: { ...staff.ada, email: 'mia@example.com' } };

onOneDatabase('three processes behind a balancer, on one database', (kind) => {
  const open = new AsyncDisposableStack();
  let desk: SignedInDesk;
  beforeAll(async () => {
    const database = open.use(await createDatabase(kind, { blank: true }));
    const environment = { WAYBILL_DATABASE_URL: database.url };
    // Each request comes to another one than the request before.
    desk = open.use(await startSignedInDesk({ accounts, environment, processes: 3 }));
  });
  afterAll(() => open.disposeAsync());

  test('a plan of one is approved at another and carried out at a third, once', async () => {
    await using ada = await desk.connect('ada');
    const created = await ada.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 17' } });
    expect(created.text).toMatch(/^DONE/);
    const { data } = await ada.call('api_write', { operation: 'paymentTerms.delete', input: { id: 'Net 17' } });
    const { id } = (data as { approval: { id: string } }).approval;

    const { visit, arrived } = await signInAs(desk, 'mia');
    expect(arrived.html).toContain(id);
    expect((await decideOnPage(visit, id, 'approve')).status).toBe(303);
    const [first, second] = await Promise.all([1, 2].map(() => ada.call('run_approved', { approvalId: id })));
    const again = await ada.call('run_approved', { approvalId: id });

    expect([first, second].map((answer) => answer?.isError)).toEqual([undefined, undefined]);
    expect(new Set([first, second].map((answer) => answer?.data.status))).toEqual(new Set(['done', 'already_done']));
    expect(again.data).toMatchObject({ status: 'already_done' });
    expect((await ada.call('audit_log', { limit: 20 })).text).toContain('mia@example.com');
  });

  test('a question of one is answered at another, and counts once', async () => {
    const shownForms: string[] = [];
    await using ada = await desk.connect('ada', { shown: shownForms });
    await ada.call('api_write', { operation: 'customers.create', input: { name: 'Acme Foods', status: 'ACTIVE' } });
    const answer = await ada.call('api_write', {
      operation: 'customers.create',
      input: { name: 'Acme Food', status: 'ACTIVE' },
    });

    expect(shownForms).toHaveLength(1);
    expect(answer.text).toMatch(/^DONE/);
    const { data } = await ada.call('api_read', { operation: 'customers.filter', input: { pageSize: 100 } });
    expect(JSON.stringify(data).match(/"name":"Acme Foods?"/g)).toHaveLength(2);
  });
});
