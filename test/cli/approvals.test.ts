import { expect, test } from 'vitest';
import { startAgent } from './support/agent.ts';
import { call, givenPendingDeletion, termNames } from './support/record.ts';
import { type Settings, temporaryFolder, waybill } from './support/waybill.ts';

const desk = (home: string): Settings => ({ home, environment: { WAYBILL_DATABASE_URL: 'sqlite:desk.db' } });

test('a person sees what waits, reads the plan, says yes, and the plan is carried out once', async () => {
  using folder = temporaryFolder();
  const settings = desk(folder.path);
  const { id, approvalId } = await givenPendingDeletion(settings);

  const listed = await waybill(['approvals', 'list'], settings);
  const shown = await waybill(['approvals', 'show', approvalId.toLowerCase()], settings);
  const early = await call(settings, 'run_approved', { approvalId });
  const approved = await waybill(['approvals', 'approve', approvalId, '--as', 'R. Vega'], settings);
  const done = await call(settings, 'run_approved', { approvalId });
  const again = await call(settings, 'run_approved', { approvalId });

  expect(listed.stdout).toMatch(new RegExp(`^${approvalId}  pending  .*${id}`));
  expect(shown.stdout).toContain('paymentTerms.delete');
  expect([early.code, early.result.structuredContent.error.code]).toEqual([1, 'APPROVAL_PENDING']);
  expect([approved.code, approved.stdout]).toEqual([0, expect.stringMatching(/^Approved by R\. Vega: /)]);
  expect([done.code, done.result.structuredContent.status]).toEqual([0, 'done']);
  expect([again.code, again.result.structuredContent.status]).toEqual([0, 'already_done']);
  expect(await termNames(settings)).toEqual([]);
});

test('a no ends it: nothing runs, and the reason is kept', async () => {
  using folder = temporaryFolder();
  const settings = desk(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);

  const denied = await waybill(['approvals', 'deny', approvalId, '--reason', 'still in use'], settings);
  const run = await call(settings, 'run_approved', { approvalId });
  const shown = await waybill(['approvals', 'show', approvalId], settings);
  const listed = await waybill(['approvals', 'list'], settings);

  expect([denied.code, denied.stdout]).toEqual([0, expect.stringMatching(/^Denied by .*Nothing was changed\.\n$/)]);
  expect(run.result.structuredContent.error.code).toBe('APPROVAL_DENIED');
  expect(shown.stdout).toContain('still in use');
  expect(listed.stdout).toBe('Nothing waits for a decision. (--all shows decided ones.)\n');
  expect(await termNames(settings)).toEqual(['Net 15']);
});

test('deciding twice, or about what is not there, is refused in one sentence with exit code 1', async () => {
  using folder = temporaryFolder();
  const settings = desk(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);
  await waybill(['approvals', 'approve', approvalId], settings);

  const twice = await waybill(['approvals', 'deny', approvalId], settings);
  const missing = await waybill(['approvals', 'approve', 'APR-00000000'], settings);
  const odd = await waybill(['approvals', 'show', '../../etc'], settings);

  expect([twice.code, twice.stderr]).toEqual([1, `${approvalId} is approved already.\n`]);
  expect(missing).toMatchObject({
    code: 1,
    stderr: 'There is no approval APR-00000000. `waybill approvals list` shows what waits.\n',
  });
  expect([odd.code, odd.stderr]).toEqual([1, expect.stringContaining('is not an approval id')]);
});

test('two yes at one moment count once', async () => {
  using folder = temporaryFolder();
  const settings = desk(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);

  const decisions = await Promise.all(
    ['A. Ito', 'R. Vega'].map((name) => waybill(['approvals', 'approve', approvalId, '--as', name], settings)),
  );

  expect(decisions.map(({ code }) => code).toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 1]);
});

test('an assistant killed between the yes and the execution is followed by another one that carries it out', async () => {
  using folder = temporaryFolder();
  const settings = desk(folder.path);
  const { approvalId } = await plannedByAgentThatIsKilled(settings);
  const approved = await waybill(['approvals', 'approve', approvalId], settings);

  await using next = await startAgent(settings);
  const done = await next.call('run_approved', { approvalId });
  const again = await next.call('run_approved', { approvalId });

  const verified = await waybill(['audit', 'verify'], settings);
  expect(approved.code).toBe(0);
  expect([done.data.status, again.data.status]).toEqual(['done', 'already_done']);
  expect(await termNames(settings)).toEqual([]);
  expect(verified.code).toBe(0);
});

test.each([0, 40])('killed %i ms into the execution, the plan still happens exactly once', async (delayMs) => {
  using folder = temporaryFolder();
  const settings = desk(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);
  await waybill(['approvals', 'approve', approvalId], settings);
  await using doomed = await startAgent(settings);
  await doomed.call('list_approvals');
  const interrupted = doomed.call('run_approved', { approvalId }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  process.kill(doomed.pid, 'SIGKILL');
  await interrupted;

  const resumed = await call(settings, 'run_approved', { approvalId });
  const again = await call(settings, 'run_approved', { approvalId });

  const log = await waybill(['audit', 'tail', '--json'], settings);
  const verified = await waybill(['audit', 'verify'], settings);
  const finished = log.stdout.split('\n').filter((line) => line.includes(approvalId) && line.includes('"finished"'));
  expect(resumed.result.structuredContent.status).toMatch(/^(done|already_done)$/);
  expect(again.result.structuredContent.status).toBe('already_done');
  expect(await termNames(settings)).toEqual([]);
  expect([finished.length, verified.code]).toEqual([1, 0]);
});

async function plannedByAgentThatIsKilled(settings: Settings) {
  await using agent = await startAgent(settings);
  const made = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 15' } });
  const { id } = made.data.record;
  const asked = await agent.call('api_write', { operation: 'paymentTerms.delete', input: { id } });
  process.kill(agent.pid, 'SIGKILL');
  return { approvalId: String(asked.data.approval.id) };
}
