import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { decideApproval } from '../../src/mcp/approvals/approvals.ts';
import { readEntry } from '../../src/mcp/audit/audit.ts';
import { verifyLog } from '../../src/mcp/audit/verify.ts';
import { builtInPolicy } from '../../src/mcp/policy/policy.ts';
import { readInstalledKey } from '../support/cipher.ts';
import { openToolMemory } from '../../src/store/memory/tool-memory.ts';
import { startAgent, startAgentProcess } from './support/agent.ts';
import { waybill } from './support/in-process.ts';
import { type Settings, temporaryFolder } from './support/waybill.ts';
import { plainCommands } from './support/plain-commands.ts';
import { call, databaseOf, deskIn, givenPendingDeletion, termNames } from './support/record.ts';

test('a person sees what waits, reads the plan, says yes, and the plan is carried out once', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);

  await using agent = await startAgent(settings);

  const listed = await waybill(['approvals', 'list'], settings);
  const shown = await waybill(['approvals', 'show', approvalId.toLowerCase()], settings);
  const early = await agent.call('run_approved', { approvalId });
  const approved = await waybill(['approvals', 'approve', approvalId, '--as', 'R. Vega'], settings, approver);
  const done = await call(settings, 'run_approved', { approvalId });
  const again = await agent.call('run_approved', { approvalId });

  expect(listed.stdout).toMatch(new RegExp(`^${approvalId}  pending  Delete payment term «Net 15»`));
  expect(shown.stdout).toContain('paymentTerms.delete');
  expect(early.data.error.code).toBe('APPROVAL_PENDING');
  expect([approved.code, approved.stdout]).toEqual([0, expect.stringMatching(/^Approved by R\. Vega \(user .*\): /m)]);
  expect([done.code, done.result.structuredContent.status]).toEqual([0, 'done']);
  expect(again.data.status).toBe('already_done');
  expect(await termNames(databaseOf(settings))).toEqual([]);
});

test('a no ends it: nothing runs, and the reason is kept', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);

  const denied = await waybill(['approvals', 'deny', approvalId, '--reason', 'still in use'], settings, approver);
  const run = await call(settings, 'run_approved', { approvalId });
  const shown = await waybill(['approvals', 'show', approvalId], settings);
  const listed = await waybill(['approvals', 'list'], settings);

  expect([denied.code, denied.stdout]).toEqual([0, expect.stringMatching(/^Denied by .*Nothing was changed\.\n$/m)]);
  expect(run.result.structuredContent.error.code).toBe('APPROVAL_DENIED');
  expect(shown.stdout).toContain('still in use');
  expect(listed.stdout).toBe(
    `No pending approvals. (--all includes decided ones.) This looked in ${path.join(folder.path, 'waybill.db')}; a tool server with another WAYBILL_HOME keeps its own.\n`,
  );
  expect(await termNames(databaseOf(settings))).toEqual(['Net 15']);
});

test('a plan whose record changed is shown as out of date, refused a yes and takes a no', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const { id, approvalId } = await givenPendingDeletion(settings);
  const secret = secretIn((await waybill(['approvals', 'secret'], settings, () => '')).stdout);
  const fresh = await waybill(['approvals', 'show', approvalId], settings);
  const renaming = await call(settings, 'api_write', {
    operation: 'paymentTerms.update',
    input: { id, name: 'Net 16' },
  });
  const { id: first } = renaming.result.structuredContent.approval;
  await waybill(['approvals', 'approve', first], settings, () => secret);
  await call(settings, 'run_approved', { approvalId: first });

  const shown = await waybill(['approvals', 'show', approvalId], settings);
  const approved = await waybill(['approvals', 'approve', approvalId], settings, () => secret);
  const elsewhere = await waybill(['approvals', 'show', approvalId], { home: folder.path });
  const denied = await waybill(['approvals', 'deny', approvalId], settings, () => secret);

  expect(fresh.stdout).toContain('Its records were unchanged at ');
  expect(shown.stdout).toMatch(
    /^OUT OF DATE: «Net 15»: name «Net 15» -> «Net 16» \(.* by .*\); this plan will not run\. Ask for a new one\.$/m,
  );
  expect([approved.code, approved.stderr]).toEqual([
    1,
    expect.stringContaining('this plan will not run. Ask for a new one.'),
  ]);
  expect(elsewhere.stdout).toContain('was not checked: this process works with another brokerage than the plan');
  expect([denied.code, denied.stdout]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
});

test('the list says what speaks against a plan, and its money', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  await using agent = await startAgent(settings);
  const write = (operation: string, input: object) => agent.call('api_write', { operation, input });
  const { id } = (await write('customers.create', { name: 'Acme Foods', status: 'ACTIVE' })).data.record;
  await write('customers.update', { id, creditLimit: 5000 });
  await write('creditMemos.create', { customerId: id, amount: 700, currency: 'USD', memoDate: '2026-11-20' });

  const { stdout } = await waybill(['approvals', 'list'], settings);

  expect(stdout).toContain('\n    WARNING: A rule reads it, or money or mail follows it: credit limit.\n');
  expect(stdout).toMatch(/Give A100001 «Acme Foods» \$700\.00 of credit {2}\(.*, asked 20.*, expires 20/);
});

test('deciding twice, or about what is not there, is refused in one sentence with exit code 1', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);
  await waybill(['approvals', 'approve', approvalId], settings, approver);

  const twice = await waybill(['approvals', 'deny', approvalId], settings, approver);
  const missing = await waybill(['approvals', 'approve', 'APR-00000000'], settings, approver);
  const odd = await waybill(['approvals', 'show', '../../etc'], settings);

  expect([twice.code, twice.stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^${approvalId} is approved already, by .+\\.\\n$`)),
  ]);
  expect([missing.code, plainCommands(missing.stderr)]).toEqual([
    1,
    `There is no approval APR-00000000. This looked in ${path.join(folder.path, 'waybill.db')}; a tool server with another WAYBILL_HOME keeps its own. \`waybill approvals list\` shows what waits.\n`,
  ]);
  expect([odd.code, odd.stderr]).toEqual([1, expect.stringContaining('is not an approval id')]);
});

test('two yes at one moment count once', async () => {
  using folder = temporaryFolder();
  const { approvalId } = await givenPendingDeletion(deskIn(folder.path));
  await using desks = new AsyncDisposableStack();
  const decide = async (approver: string) => {
    const memory = desks.use(
      await openToolMemory(`sqlite:${path.join(folder.path, 'waybill.db')}`, readInstalledKey(folder.path)),
    );
    const now = () => new Date().toISOString();
    const desk = { memory, policy: builtInPolicy, now, newId: randomUUID, log: () => {} };
    return decideApproval(desk, { id: approvalId, decision: 'approve', approver, user: approver });
  };

  const decisions = await Promise.allSettled(['A. Ito', 'R. Vega'].map(decide));

  expect(decisions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test.each(['approve', 'deny'])(
  'without a terminal nobody can %s, whatever is sent on standard input',
  async (decision) => {
    using folder = temporaryFolder();
    const settings = deskIn(folder.path);
    const { approvalId } = await givenPendingDeletion(settings);

    const ended = await waybill(['approvals', decision, approvalId], { ...settings, input: 'yes\nyes\n' });
    const secret = await waybill(['approvals', 'secret'], { ...settings, input: '\n' });

    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('is for a person at a terminal')]);
    expect([secret.code, secret.stdout]).toEqual([1, '']);
    expect((await waybill(['approvals', 'list'], settings)).stdout).toContain(`${approvalId}  pending`);
  },
);

test('the secret is made and shown once, at the first use, and every later decision asks for it', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);

  const first = await waybill(['approvals', 'secret'], settings, () => '');
  const guessed = await waybill(
    ['approvals', 'approve', approvalId, '--as', 'R. Vega'],
    settings,
    () => 'AAAAA-AAAAA-AAAAA-AAAAA',
  );
  const silent = await waybill(['approvals', 'approve', approvalId], settings, () => '');
  const secret = secretIn(first.stdout);
  const typed = await waybill(['approvals', 'approve', approvalId], settings, () => ` ${secret.toLowerCase()}`);

  const wrong = [1, expect.stringContaining("That is not the approver's secret; nothing was decided.")];
  expect([guessed.code, guessed.stderr]).toEqual(wrong);
  expect([silent.code, silent.stderr]).toEqual(wrong);
  expect([guessed, silent, typed].some(({ stdout, stderr }) => `${stdout}${stderr}`.includes(secret))).toBe(false);
  expect(typed.code).toBe(0);
  const tries = (await auditOf(folder.path)).entries.filter(({ status }) => status === 'wrong_secret');
  const entry = [approvalId, expect.stringContaining("The approver's secret was not known: Delete")];
  expect(tries.map(({ approvalId: about, summary }) => [about, summary])).toEqual([entry, entry]);
  expect((await auditOf(folder.path)).entries.some(({ who }) => /^R\. Vega \(user .+\)$/.test(who))).toBe(true);
  expect(readFileSync(path.join(folder.path, 'waybill.db'), 'latin1')).not.toContain(secret);
});

test('only who knows the present secret makes another one', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);
  const first = secretIn((await waybill(['approvals', 'secret'], settings, () => '')).stdout);

  const refused = await waybill(['approvals', 'secret'], settings, () => 'no idea');
  const renewed = secretIn((await waybill(['approvals', 'secret'], settings, () => first)).stdout);
  const old = await waybill(['approvals', 'approve', approvalId], settings, () => first);
  const now = await waybill(['approvals', 'approve', approvalId], settings, () => renewed);

  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect([old.code, now.code]).toEqual([1, 0]);
});

test("with separation of duties a claimed name does not hide the operating system's user", async () => {
  using folder = temporaryFolder();
  const policy = path.join(folder.path, 'policy.json');
  writeFileSync(policy, JSON.stringify({ separationOfDuties: true }));
  const settings = deskIn(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);
  const strict = { ...settings, environment: { ...settings.environment, WAYBILL_POLICY: policy } };

  const ended = await waybill(['approvals', 'approve', approvalId, '--as', 'R. Vega'], strict, approver);

  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('somebody else approves it')]);
});

/** Types the secret that the command has just made and shown. */
function approver(shown: string): string {
  return secretIn(shown);
}

const secretIn = (shown: string): string => /secret of this desk is ([0-9A-Z-]{23})/.exec(shown)?.[1] ?? '';

test('an assistant killed between the yes and the execution is followed by another one that carries it out', async () => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const { approvalId } = await plannedByAgentThatIsKilled(settings);
  const approved = await waybill(['approvals', 'approve', approvalId], settings, approver);

  await using next = await startAgent(settings);
  const done = await next.call('run_approved', { approvalId });
  const again = await next.call('run_approved', { approvalId });

  expect(approved.code).toBe(0);
  expect([done.data.status, again.data.status]).toEqual(['done', 'already_done']);
  expect(await termNames(databaseOf(settings))).toEqual([]);
  expect((await auditOf(folder.path)).isWhole).toBe(true);
});

test.each([0, 40])('killed %i ms into the execution, the plan still happens exactly once', async (delayMs) => {
  using folder = temporaryFolder();
  const settings = deskIn(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);
  await waybill(['approvals', 'approve', approvalId], settings, approver);
  await using doomed = await startAgentProcess(settings);
  await doomed.call('list_approvals');
  const interrupted = doomed.call('run_approved', { approvalId }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  process.kill(doomed.pid, 'SIGKILL');
  await interrupted;

  await using next = await startAgent(settings);
  const resumed = await next.call('run_approved', { approvalId });
  const again = await next.call('run_approved', { approvalId });

  const { entries, isWhole } = await auditOf(folder.path);
  const finished = entries.filter((entry) => entry.kind === 'finished' && JSON.stringify(entry).includes(approvalId));
  expect(resumed.data.status).toMatch(/^(done|already_done)$/);
  expect(again.data.status).toBe('already_done');
  expect(await termNames(databaseOf(settings))).toEqual([]);
  expect([finished.length, isWhole]).toEqual([1, true]);
});

async function auditOf(home: string) {
  await using memory = await openToolMemory(`sqlite:${path.join(home, 'waybill.db')}`, readInstalledKey(home));
  const { ok } = await verifyLog(memory.audit);
  return { isWhole: ok, entries: (await memory.audit.after(0, 100)).map(readEntry) };
}

async function plannedByAgentThatIsKilled(settings: Settings) {
  await using agent = await startAgentProcess(settings);
  const made = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 15' } });
  const { id } = made.data.record;
  const asked = await agent.call('api_write', { operation: 'paymentTerms.delete', input: { id } });
  process.kill(agent.pid, 'SIGKILL');
  return { approvalId: String(asked.data.approval.id) };
}
