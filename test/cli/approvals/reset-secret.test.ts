import { expect, test } from 'vitest';
import { waitUntil } from '../../support/wait-until.ts';
import { startAgent } from '../support/agent.ts';
import { buildListeningSettings, startReceiver } from '../support/hook-receiver.ts';
import { runWaybill, startWaybill } from '../support/in-process.ts';
import { givenPendingDeletion } from '../support/record.ts';
import { type CommandSettings, createTemporaryFolder } from '../support/waybill.ts';

/** Runs the reset at a terminal at which a person answers its question. */
async function answerReset(settings: CommandSettings, answer: string) {
  await using running = startWaybill(['approvals', 'secret', '--reset'], settings, () => '');
  running.write(`${answer}\n`);
  return await running.ended;
}

test('a lost secret is replaced in a terminal that says what happens, and everyone is told', async () => {
  using folder = createTemporaryFolder();
  await using receiver = await startReceiver();
  const settings = buildListeningSettings(folder.path, receiver.url);
  await givenPendingDeletion(settings);
  await runWaybill(['approvals', 'secret'], settings, () => '');
  const { stdout: list } = await runWaybill(['approvals', 'list'], settings);
  const id = /APR-\w+/.exec(list)?.[0] ?? '';

  const kept = await answerReset(settings, 'no');
  const before = receiver.received.length;
  const reset = await answerReset(settings, 'yes');
  const decided = await runWaybill(['approvals', 'approve', id], settings, () => 'x');
  const log = await runWaybill(['audit', 'tail'], settings);

  expect(kept.stdout).toContain('Nothing was changed.');
  expect(before).toBe(0);
  expect(kept.stderr).toContain('decides nothing for 24 hours');
  expect(reset.stdout).toMatch(/The approver's secret of this desk is (?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}\./);
  expect(reset.stdout).toContain(`Void now, to be asked for again: ${id}.`);
  expect(reset.stdout).toContain('Notifications go out by webhook.');
  await waitUntil(() => receiver.received.length === 2);
  const event = receiver.events().find((each) => each.event === 'APPROVER_SECRET_RESET');
  expect(event.data).toMatchObject({ voided: [id], organization: { name: 'My brokerage' } });
  expect(receiver.received.map(({ text }) => text).join()).not.toMatch(/(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}/);
  expect(decided.code).not.toBe(0);
  expect(log.stdout).toContain('secret was reset without the old one');
});

test('a new plan waits for the new secret, which is not even asked for', async () => {
  using folder = createTemporaryFolder();
  await using receiver = await startReceiver();
  const settings = buildListeningSettings(folder.path, receiver.url);
  await givenPendingDeletion(settings);
  await runWaybill(['approvals', 'secret'], settings, () => '');
  const reset = await runWaybill(['approvals', 'secret', '--reset', '--yes', '--json'], settings);
  await using agent = await startAgent(settings);
  const made = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 45' } });
  const planned = await agent.call('api_write', {
    operation: 'paymentTerms.delete',
    input: { id: made.data.record.id },
  });

  const asked: string[] = [];
  const denied = await runWaybill(['approvals', 'deny', String(planned.data.approval.id)], settings, (shown) => {
    asked.push(shown);
    return '';
  });

  expect(JSON.parse(reset.stdout)).toEqual({
    secret: expect.stringMatching(/^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}$/),
    until: expect.stringMatching(/Z$/),
    voided: [expect.stringMatching(/^APR-/)],
    notified: ['webhook'],
  });
  expect(denied.stderr).toContain('decides nothing before');
  expect(asked.join()).not.toContain("The approver's secret:");
});

test('without a secret nothing is reset, and without a terminal it takes --yes', async () => {
  using folder = createTemporaryFolder();
  await using receiver = await startReceiver();
  const settings = buildListeningSettings(folder.path, receiver.url);

  const none = await runWaybill(['approvals', 'secret', '--reset', '--yes'], settings);
  await runWaybill(['approvals', 'secret'], settings, () => '');
  const quiet = await runWaybill(['approvals', 'secret', '--reset'], settings);
  const misused = await runWaybill(['approvals', 'secret', '--json'], settings);

  expect(none.stderr).toContain('so none is lost');
  expect(none.stderr).toContain('This looked in');
  expect(quiet.stderr).toContain('Add --yes to confirm.');
  expect(misused.stderr).toContain('with --reset only');
  expect(receiver.received).toEqual([]);
});
