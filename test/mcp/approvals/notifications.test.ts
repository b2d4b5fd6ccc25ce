import { expect, test } from 'vitest';
import {
  formatDesktopNotification,
  buildNotificationData,
  notifyExpired,
} from '../../../src/mcp/approvals/notifications.ts';
import { toolsets } from '../../../src/mcp/policy/toolsets.ts';
import type { ApprovalNotification } from '../../../src/mcp/tool/notification.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { startTermDesk } from '../support/term-desk.ts';
import { createPayee } from '../../support/records/payables.ts';
import { termTools } from '../support/term-tools.ts';

const organization = { id: 'acme', name: 'Acme Brokerage', isSandbox: false };

/** A desk whose notices are kept. */
async function start(tools = termTools) {
  const notifications: ApprovalNotification[] = [];
  const desk = await startTermDesk({ tools, toolsets, notify: (notification) => notifications.push(notification) });
  return {
    desk,
    notifications,
    events: () => notifications.map(({ event, approval }) => `${approval.id} ${event}`),
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

test('an approval that nobody decides about in time is told of once, whoever looks', async () => {
  await using place = await start();
  const { desk, events } = place;
  const first = (await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 15')] })).data.approval.id;
  desk.clock.now = '2026-11-21T14:00:00.000Z';
  const second = (await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 30')] })).data.approval.id;
  await notifyExpired(desk.options);
  const before = events();

  desk.clock.now = '2026-11-21T15:00:00.000Z';
  await Promise.all([notifyExpired(desk.options), notifyExpired(desk.options)]);
  await notifyExpired(desk.options);

  expect(before).toEqual([`${first} APPROVAL_WAITING`, `${second} APPROVAL_WAITING`]);
  expect(events()).toEqual([...before, `${first} APPROVAL_EXPIRED`]);
});

test('what expired long before anybody listened is no news', async () => {
  await using place = await start();
  const { desk, events } = place;
  await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 15')] });
  desk.clock.now = '2026-12-20T15:00:00.000Z';

  await notifyExpired(desk.options);

  expect(events()).toEqual([expect.stringContaining('APPROVAL_WAITING')]);
});

test('what a person confirms in the form of a client never waited, and nobody is told', async () => {
  await using place = await start();
  const { desk, events } = place;
  const id = await desk.addTerm('Net 15');

  const { data } = await desk.callTool('rename_term', { id, name: 'Net 30' }, 'accept');

  expect([data.status, events()]).toEqual(['done', []]);
});

test('a no is told, a yes with what was left out, and the end once', async () => {
  await using place = await start();
  const { desk, notifications, events } = place;
  const ids = [await desk.addTerm('Net 15'), await desk.addTerm('Net 30')];
  const denied = (await desk.callTool('delete_terms', { ids })).data.approval.id;
  await desk.deny(denied, 'no');
  const { id } = (await desk.callTool('delete_terms', { ids, byLine: true })).data.approval;
  await desk.approve(id, 'morgan', ['Net 30']);
  await desk.callTool('run_approved', { approvalId: id });
  await desk.callTool('run_approved', { approvalId: id });

  expect(events()).toEqual([
    `${denied} APPROVAL_WAITING`,
    `${denied} APPROVAL_DECIDED`,
    `${id} APPROVAL_WAITING`,
    `${id} APPROVAL_DECIDED`,
    `${id} APPROVAL_RAN`,
  ]);
  expect(
    notifications
      .map((notification) => buildNotificationData(notification, organization))
      .map(({ status, leftOut }) => [status, leftOut]),
  ).toEqual([
    ['pending', []],
    ['denied', []],
    ['pending', []],
    ['approved', ['Net 30']],
    ['done', ['Net 30']],
  ]);
});

test('an account number of a plan is not told', async () => {
  await using place = await start([apiWrite]);
  const { desk, notifications } = place;
  const accountNumber = '000123456789';
  const { id } = await createPayee(desk, `Prairie Haul ${accountNumber}`);

  await desk.callTool('api_write', {
    operation: 'carrierPaymentMethods.create',
    input: { carrierId: id, paymentRecipientType: 'DIRECT', paymentMethodType: 'ACH', accountNumber },
  });

  const [data] = notifications.map((notification) => buildNotificationData(notification, organization));
  expect(data).toMatchObject({ tool: 'api_write', status: 'pending' });
  expect(JSON.stringify(data)).not.toContain(accountNumber);
});

test('on a desktop stand the organization, the title, the amount and the address, however long the title is', async () => {
  await using place = await start();
  const { desk, notifications } = place;
  await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 15')] });
  const [notification] = notifications;
  if (notification === undefined) throw new Error('nobody was told');
  const { approval } = notification;
  const format = (title: string, isSandbox: boolean) =>
    formatDesktopNotification(
      {
        ...notification,
        page: 'http://localhost:4711/approvals/APR-1',
        approval: {
          ...approval,
          id: 'APR-1',
          plan: { ...approval.plan, title },
          money: [{ currency: 'USD', amount: 1234 }],
        },
      },
      { ...organization, isSandbox },
    );

  expect(format('Pay BILL-1', true)).toEqual({
    heading: 'Approval needed: Acme Brokerage (sandbox)',
    text: 'APR-1: Pay BILL-1 · $1,234.00 · http://localhost:4711/approvals/APR-1',
  });
  const long = format(`Pay ${'BILL-1, '.repeat(50)}`, false);
  expect(long.heading).toBe('Approval needed: Acme Brokerage');
  expect(long.text).toHaveLength(200);
  expect(long.text).toMatch(/^APR-1: Pay BILL-1, .*… · \$1,234\.00 · http:\/\/localhost:4711\/approvals\/APR-1$/);
});
