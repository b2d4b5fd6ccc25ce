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
import { isDeep } from '../support/depth.ts';
import { startAgent, startAgentProcess } from './support/agent.ts';
import { runWaybill } from './support/in-process.ts';
import { type CommandSettings, createTemporaryFolder } from './support/waybill.ts';
import { simplifyCommands } from './support/plain-commands.ts';
import { call, formatDatabaseUrl, buildDeskSettings, givenPendingDeletion, listTermNames } from './support/record.ts';

test('a person sees what waits, reads the plan, says yes, and the plan is carried out once', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);

  await using agent = await startAgent(settings);

  const listed = await runWaybill(['approvals', 'list'], settings);
  const waitingView = await runWaybill(['approvals', 'show', approvalId.toLowerCase()], settings);
  const early = await agent.call('run_approved', { approvalId });
  const approved = await runWaybill(['approvals', 'approve', approvalId, '--as', 'R. Vega'], settings, enterSecret);
  const done = await call(settings, 'run_approved', { approvalId });
  const again = await agent.call('run_approved', { approvalId });

  expect(listed.stdout).toMatch(new RegExp(`^${approvalId}  pending  Delete payment term "Net 15"`));
  expect(waitingView.stdout).toContain(
    `\n\nDelete payment term "Net 15"\n\nDesk: My brokerage\n\n1 warning:\n- Can't be undone.\n\nUndo: `,
  );
  expect(early.data.error.code).toBe('APPROVAL_PENDING');
  expect([approved.code, approved.stdout]).toEqual([0, expect.stringMatching(/^Approved by R\. Vega \(user .*\): /m)]);
  expect([done.code, done.result.structuredContent.status]).toEqual([0, 'done']);
  expect(again.data.status).toBe('already_done');
  expect(await listTermNames(formatDatabaseUrl(settings))).toEqual([]);
});

test('a no ends it: nothing runs, and the reason is kept', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);

  const denied = await runWaybill(['approvals', 'deny', approvalId, '--reason', 'still in use'], settings, enterSecret);
  const run = await call(settings, 'run_approved', { approvalId });
  const runView = await runWaybill(['approvals', 'show', approvalId], settings);
  const listed = await runWaybill(['approvals', 'list'], settings);

  expect([denied.code, denied.stdout]).toEqual([0, expect.stringMatching(/^Denied by .*Nothing was changed\.\n$/m)]);
  expect(run.result.structuredContent.error.code).toBe('APPROVAL_DENIED');
  expect(runView.stdout).toContain('still in use');
  expect(listed.stdout).toBe(
    `No pending approvals. (--all includes decided ones.) This looked in ${path.join(folder.path, 'waybill.db')}; a tool server with another WAYBILL_HOME keeps its own.\n`,
  );
  expect(await listTermNames(formatDatabaseUrl(settings))).toEqual(['Net 15']);
});

test('a plan whose record changed is shown as out of date, refused a yes and takes a no', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const { id, approvalId } = await givenPendingDeletion(settings);
  const secret = findSecret((await runWaybill(['approvals', 'secret'], settings, () => '')).stdout);
  const fresh = await runWaybill(['approvals', 'show', approvalId], settings);
  const renaming = await call(settings, 'api_write', {
    operation: 'paymentTerms.update',
    input: { id, name: 'Net 16' },
  });
  const { id: first } = renaming.result.structuredContent.approval;
  await runWaybill(['approvals', 'approve', first], settings, () => secret);
  await call(settings, 'run_approved', { approvalId: first });

  const waitingView = await runWaybill(['approvals', 'show', approvalId], settings);
  const approved = await runWaybill(['approvals', 'approve', approvalId], settings, () => secret);
  const elsewhere = await runWaybill(['approvals', 'show', approvalId], { home: folder.path });
  const denied = await runWaybill(['approvals', 'deny', approvalId], settings, () => secret);

  expect(fresh.stdout).toContain('Its records were unchanged at ');
  expect(waitingView.stdout).toMatch(
    /^OUT OF DATE: "Net 15": name "Net 15" -> "Net 16" \(.* by .*\); this plan will not run\. Ask for a new one\.$/m,
  );
  expect([approved.code, approved.stderr]).toEqual([
    1,
    expect.stringContaining('this plan will not run. Ask for a new one.'),
  ]);
  expect(elsewhere.stdout).toContain('was not checked: this process works with another brokerage than the plan');
  expect([denied.code, denied.stdout]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
});

test('the list says what speaks against a plan, and its money', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  await using agent = await startAgent(settings);
  const write = (operation: string, input: object) => agent.call('api_write', { operation, input });
  const { id } = (await write('customers.create', { name: 'Acme Foods', status: 'ACTIVE' })).data.record;
  const term = (await write('paymentTerms.create', { name: 'Net 15' })).data.record;
  await write('paymentTerms.delete', { id: term.id });
  await write('creditMemos.create', { customerId: id, amount: 700, currency: 'USD', memoDate: '2026-11-20' });

  const { stdout } = await runWaybill(['approvals', 'list'], settings);

  expect(stdout).toContain("\n    WARNING: Can't be undone.\n");
  expect(stdout).toMatch(
    /Give A100001 "Acme Foods" \$700\.00 of credit {2}\(.*, asked [A-Z][a-z]{2} \d+, 20.*, expires [A-Z][a-z]{2} \d+, 20/,
  );
});

test('deciding twice, or about what is not there, is refused in one sentence with exit code 1', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);
  await runWaybill(['approvals', 'approve', approvalId], settings, enterSecret);

  const twice = await runWaybill(['approvals', 'deny', approvalId], settings, enterSecret);
  const missing = await runWaybill(['approvals', 'approve', 'APR-00000000'], settings, enterSecret);
  const odd = await runWaybill(['approvals', 'show', '../../etc'], settings);

  expect([twice.code, twice.stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^${approvalId} is approved already, by .+\\.\\n$`)),
  ]);
  expect([missing.code, simplifyCommands(missing.stderr)]).toEqual([
    1,
    `There is no approval APR-00000000. This looked in ${path.join(folder.path, 'waybill.db')}; a tool server with another WAYBILL_HOME keeps its own. \`waybill approvals list\` shows what waits.\n`,
  ]);
  expect([odd.code, odd.stderr]).toEqual([1, expect.stringContaining('is not an approval id')]);
});

test('two yes at one moment count once', async () => {
  using folder = createTemporaryFolder();
  const { approvalId } = await givenPendingDeletion(buildDeskSettings(folder.path));
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
    using folder = createTemporaryFolder();
    const settings = buildDeskSettings(folder.path);
    const { approvalId } = await givenPendingDeletion(settings);

    const ended = await runWaybill(['approvals', decision, approvalId], { ...settings, input: 'yes\nyes\n' });
    const secret = await runWaybill(['approvals', 'secret'], { ...settings, input: '\n' });

    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('is for a person at a terminal')]);
    expect([secret.code, secret.stdout]).toEqual([1, '']);
    expect((await runWaybill(['approvals', 'list'], settings)).stdout).toContain(`${approvalId}  pending`);
  },
);

test('the secret is made and shown once, at the first use, and every later decision asks for it', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);

  const first = await runWaybill(['approvals', 'secret'], settings, () => '');
  const guessed = await runWaybill(
    ['approvals', 'approve', approvalId, '--as', 'R. Vega'],
    settings,
    () => 'AAAAA-AAAAA-AAAAA-AAAAA',
  );
  const silent = await runWaybill(['approvals', 'approve', approvalId], settings, () => '');
  const secret = findSecret(first.stdout);
  const typed = await runWaybill(['approvals', 'approve', approvalId], settings, () => ` ${secret.toLowerCase()}`);

  const wrong = [1, expect.stringContaining("That is not the approver's secret; nothing was decided.")];
  expect([guessed.code, guessed.stderr]).toEqual(wrong);
  expect([silent.code, silent.stderr]).toEqual(wrong);
  expect([guessed, silent, typed].some(({ stdout, stderr }) => `${stdout}${stderr}`.includes(secret))).toBe(false);
  expect(typed.code).toBe(0);
  const tries = (await readAudit(folder.path)).entries.filter(({ status }) => status === 'wrong_secret');
  const entry = [approvalId, expect.stringContaining("The approver's secret was not known: Delete")];
  expect(tries.map(({ approvalId: approval, summary }) => [approval, summary])).toEqual([entry, entry]);
  expect((await readAudit(folder.path)).entries.some(({ who: person }) => /^R\. Vega \(user .+\)$/.test(person))).toBe(
    true,
  );
  expect(readFileSync(path.join(folder.path, 'waybill.db'), 'latin1')).not.toContain(secret);
});

test('only who knows the present secret makes another one', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);
  const first = findSecret((await runWaybill(['approvals', 'secret'], settings, () => '')).stdout);

  const refused = await runWaybill(['approvals', 'secret'], settings, () => 'no idea');
  const renewed = findSecret((await runWaybill(['approvals', 'secret'], settings, () => first)).stdout);
  const old = await runWaybill(['approvals', 'approve', approvalId], settings, () => first);
  const now = await runWaybill(['approvals', 'approve', approvalId], settings, () => renewed);

  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect([old.code, now.code]).toEqual([1, 0]);
});

test("with separation of duties a claimed name does not hide the operating system's user", async () => {
  using folder = createTemporaryFolder();
  const policy = path.join(folder.path, 'policy.json');
  writeFileSync(policy, JSON.stringify({ separationOfDuties: true }));
  const settings = buildDeskSettings(folder.path);
  const { approvalId } = await givenPendingDeletion(settings);
  const strict = { ...settings, environment: { ...settings.environment, WAYBILL_POLICY: policy } };

  const ended = await runWaybill(['approvals', 'approve', approvalId, '--as', 'R. Vega'], strict, enterSecret);

  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('another person approves it')]);
});

/** Types the secret that the command has just made and shown. */
function enterSecret(prompt: string): string {
  return findSecret(prompt);
}

const findSecret = (prompt: string): string => /secret of this desk is ([0-9A-Z-]{23})/.exec(prompt)?.[1] ?? '';

test('an assistant killed between the yes and the execution is followed by another one that carries it out', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const { approvalId } = await planAndKillAgent(settings);
  const approved = await runWaybill(['approvals', 'approve', approvalId], settings, enterSecret);

  await using next = await startAgent(settings);
  const done = await next.call('run_approved', { approvalId });
  const again = await next.call('run_approved', { approvalId });

  expect(approved.code).toBe(0);
  expect([done.data.status, again.data.status]).toEqual(['done', 'already_done']);
  expect(await listTermNames(formatDatabaseUrl(settings))).toEqual([]);
  expect((await readAudit(folder.path)).isWhole).toBe(true);
});

test.each(isDeep ? [0, 40] : [0])(
  'killed %i ms into the execution, the plan still happens exactly once',
  async (delayMs) => {
    using folder = createTemporaryFolder();
    const settings = buildDeskSettings(folder.path);
    const { approvalId } = await givenPendingDeletion(settings);
    await runWaybill(['approvals', 'approve', approvalId], settings, enterSecret);
    await using doomed = await startAgentProcess(settings);
    await doomed.call('list_approvals');
    const interrupted = doomed.call('run_approved', { approvalId }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    process.kill(doomed.pid, 'SIGKILL');
    await interrupted;

    await using next = await startAgent(settings);
    const resumed = await next.call('run_approved', { approvalId });
    const again = await next.call('run_approved', { approvalId });

    const { entries, isWhole } = await readAudit(folder.path);
    const finished = entries.filter((entry) => entry.kind === 'finished' && JSON.stringify(entry).includes(approvalId));
    expect(resumed.data.status).toMatch(/^(done|already_done)$/);
    expect(again.data.status).toBe('already_done');
    expect(await listTermNames(formatDatabaseUrl(settings))).toEqual([]);
    expect([finished.length, isWhole]).toEqual([1, true]);
  },
);

async function readAudit(home: string) {
  await using memory = await openToolMemory(`sqlite:${path.join(home, 'waybill.db')}`, readInstalledKey(home));
  const { ok } = await verifyLog(memory.audit);
  return { isWhole: ok, entries: (await memory.audit.after(0, 100)).map(readEntry) };
}

async function planAndKillAgent(settings: CommandSettings) {
  await using agent = await startAgentProcess(settings);
  const made = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 15' } });
  const { id } = made.data.record;
  const planned = await agent.call('api_write', { operation: 'paymentTerms.delete', input: { id } });
  process.kill(agent.pid, 'SIGKILL');
  return { approvalId: String(planned.data.approval.id) };
}
