import { expect, test } from 'vitest';
import { computeVersion } from '../../../src/contract/kit/record-version.ts';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { hashPlan, type Plan, toPlanView } from '../../../src/mcp/tool/plan.ts';
import { startTermDesk } from '../support/term-desk.ts';

const plan: Plan = {
  tool: 'delete_terms',
  gate: 'approve',
  title: 'Delete one payment term',
  steps: [
    {
      operation: 'paymentTerms.delete',
      input: { id: 'term-1' },
      label: 'Delete Net 30',
      about: { id: 'term-1', friendlyId: 'T1' },
    },
  ],
  records: [{ kind: 'payment term', id: 'term-1', friendlyId: 'T1', name: 'Net 30' }],
  lines: ['Deletes Net 30', { label: 'Status', before: 'in use', after: 'gone' }],
  items: [
    {
      key: 'T1',
      cells: { number: 'T1', party: 'Acme', paidTo: 'Apex', freight: 'SHP-1', date: 'Nov 20', details: 'unused' },
      findings: ['It is in use.'],
      money: [{ currency: 'USD', amountCents: 100 }],
    },
  ],
  money: [{ currency: 'USD', amountCents: 100 }],
  emails: ['ap@acme.test'],
  sideEffects: ['Nobody is told.'],
  undo: 'Cannot be undone.',
  policyHits: ['Several at once.'],
  reason: 'it deletes',
  input: { ids: ['term-1'] },
  readings: [{ operation: 'paymentTerms.get', id: 'term-1', version: 'v1' }],
};

/** Lists every way to change one text or number of a value. */
function* listChanges(value: unknown, path = ''): Generator<[path: string, changed: unknown], void, undefined> {
  if (typeof value === 'string') yield [path, `${value} changed`];
  else if (typeof value === 'number') yield [path, value + 1];
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      for (const [at, changed] of listChanges(member, `${path}/${name}`))
        yield [at, Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }];
}

test.each([...listChanges(plan)])('another %s makes another plan', (_path, changed) => {
  // A change of one text leaves the shape as it was.
  expect(hashPlan(changed as Plan)).not.toBe(hashPlan(plan));
});

/** Where a plan has what its view shows, by the paths of both. */
const sources = [
  [/^\/lines\/0\/text$/, '/items/0/cells/number'],
  [/^\/lines\/0\/(key|money)/, '/items/0/$1'],
  [/^\/lines\/0\//, '/items/0/cells/'],
  [/^\/details\/0$/, '/lines/0'],
  [/^\/changes\/0\//, '/lines/1/'],
  [/^\/recipients\//, '/emails/'],
  [/^\/warnings\/0\/text$/, '/policyHits/0'],
  [/^\/warnings\/1\/text$/, '/items/0/findings/0'],
  [/^\/warnings\/1\/lines\/0$/, '/items/0/key'],
] as const;

/** Converts the path of a text of a view to its path in the plan. */
function toPlanPath(path: string): string {
  const [pattern, replacement] = sources.find(([shown]) => shown.test(path)) ?? ['', ''];
  return path.replace(pattern, replacement).replace(/\/amount$/, '/amountCents');
}

test('whatever is shown of a plan is among what its hash covers', () => {
  const { hash, ...shownPlan } = toPlanView(plan);
  const texts = [...listChanges(shownPlan)].map(([path]) => toPlanPath(path));

  expect([...listChanges(plan)].map(([path]) => path)).toEqual(expect.arrayContaining(texts));
  expect(hash).toBe(hashPlan(plan));
});

test('the version of a record is all that it says, except addresses that are signed anew', () => {
  const record = { id: '1', stops: [{ city: 'Dallas', url: 'a', photoUrl: 'https://a.test?sig=1' }] };

  expect(computeVersion({ ...record, stops: [{ ...record.stops[0], photoUrl: 'https://a.test?sig=2' }] })).toBe(
    computeVersion(record),
  );
  expect(computeVersion({ ...record, stops: [{ ...record.stops[0], city: 'Miami' }] })).not.toBe(
    computeVersion(record),
  );
});

test('a record that was looked up while planning voids the approval, though the tool names another version', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const { data } = await desk.callTool('delete_terms', { ids: [id] });
  await desk.approve(data.approval.id);
  // In the same instant, so that updatedAt and the name stay what they were.
  await desk.api.paymentTerms.update({ id, name: 'Net 30', days: 45 });

  const answer = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(answer.data).toMatchObject({ status: 'changed' });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('a plan that reads otherwise is asked about anew, not under the request with the older text', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const first = await desk.callTool('delete_terms', { ids: [id] });
  await desk.api.paymentTerms.update({ id, name: 'Net 99' });

  const second = await desk.callTool('delete_terms', { ids: [id] });

  expect(second.data.approval.id).not.toBe(first.data.approval.id);
  expect((await getApproval(desk.options, second.data.approval.id)).plan.details.join()).toContain('Deletes Net 99');
});
