import path from 'node:path';
import { expect, test } from 'vitest';
import { openToolMemory } from '../../../src/store/memory/tool-memory.ts';
import { startTermDesk } from '../../mcp/support/term-desk.ts';
import { readInstalledKey } from '../../support/cipher.ts';
import { runWaybill } from '../support/in-process.ts';
import { buildDeskSettings, givenPendingDeletion } from '../support/record.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

test('at the terminal lines are left out by their names, and the rest is carried out', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  await givenPendingDeletion(settings);
  await using memory = await openToolMemory(
    `sqlite:${path.join(folder.path, 'waybill.db')}`,
    readInstalledKey(folder.path),
  );
  await using desk = await startTermDesk({ memory, now: () => new Date().toISOString() });
  const ids: string[] = [];
  for (const name of ['Net10', 'Net20', 'Net30']) ids.push(await desk.addTerm(name));
  const { data } = await desk.callTool('delete_terms', { ids, byLine: true });
  const approvalId = String(data.approval.id);
  const { stdout } = await runWaybill(['approvals', 'secret'], settings, () => '');
  const secret = /secret of this desk is ([0-9A-Z-]{23})/.exec(stdout)?.[1] ?? '';
  const approve = (...lines: string[]) =>
    runWaybill(['approvals', 'approve', approvalId, '--as', 'R. Vega', ...lines], settings, () => secret);

  const waitingView = await runWaybill(['approvals', 'show', approvalId], settings);
  const unknown = await approve('--without', 'Net99');
  const approved = await approve('--without', 'net20', '--without', 'Net30');
  const after = await runWaybill(['approvals', 'show', approvalId], settings);

  expect(waitingView.stdout).toContain('3 lines:\n- Net10 | deleted\n- Net20 | deleted\n- Net30 | deleted\n');
  expect(waitingView.stdout).toMatch(new RegExp(`approvals approve ${approvalId} --without Net10\n`));
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('Net99 cannot be left out: the lines of'),
  ]);
  expect(approved.stdout).toMatch(
    /^Approved by R\. Vega \(user .+\): Delete 3 .+\. Left out by R\. Vega \(user .+\): Net20, Net30\. /m,
  );
  expect(after.stdout).toMatch(/^Left out by R\. Vega \(user .+\): Net20, Net30\.$/m);
  await desk.callTool('run_approved', { approvalId });
  expect(await desk.listTermNames()).toEqual(['Net20', 'Net30']);
});
