import { expect, test } from 'vitest';
import { addDeskFacts } from '../../../src/mcp/approvals/desk-facts.ts';
import { getApproval, listApprovals } from '../../../src/mcp/approvals/approvals.ts';
import { addOverlaps } from '../../../src/mcp/approvals/overlaps.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad, createPayee } from '../../support/records/payables.ts';

/** Returns the warnings about other plans, as a person reads them now, with the ids of the plans replaced. */
async function readOverlaps(desk: TestDesk, id: string, names: Readonly<Record<string, string>>) {
  const approval = await addDeskFacts(desk.options, await getApproval(desk.options, id));
  return approval.plan.warnings.flatMap(({ text, lines }) =>
    text.includes('also in') ? [[text.replaceAll(/APR-\w+/g, (found) => names[found] ?? found), lines]] : [],
  );
}

test('two plans about the same bill name each other, until one of them is decided', async () => {
  await using desk = await startDesk({ tools: [] });
  const carrier = await createPayee(desk, 'Prairie Haul');
  const bills = [];
  for (const reference of ['PH-1', 'PH-2', 'PH-3'])
    bills.push((await createBilledLoad(desk, { carrier, reference })).bill.friendlyId);
  const ask = async (chosen: readonly string[]) => {
    const answer = await desk.callTool('approve_bills', { bills: chosen });
    return { id: String(answer.data.approval.id), answer };
  };
  const [first = '', second = '', third = ''] = bills;

  const early = await ask([first, second]);
  const late = await ask([second, third]);
  const names = { [early.id]: 'EARLY', [late.id]: 'LATE' };
  const title = 'Approve 2 bills for payment: $2,400.00';
  const waits = `which waits for a decision: ${title}`;

  // The assistant's answer says it of the plan that is there already.
  expect(early.answer.text).not.toContain('also in');
  expect(late.answer.text).toContain(`${second}: also in ${early.id}, ${waits}`);
  expect(await readOverlaps(desk, early.id, names)).toEqual([[`also in LATE, ${waits}`, [second]]]);
  expect(await readOverlaps(desk, late.id, names)).toEqual([[`also in EARLY, ${waits}`, [second]]]);

  await desk.approve(early.id);
  expect(await readOverlaps(desk, late.id, names)).toEqual([
    [`also in EARLY, which is approved and not carried out yet: ${title}`, [second]],
  ]);
  // Another plan is no part of this one: the yes stays good.
  expect((await desk.callTool('run_approved', { approvalId: early.id })).data.status).toBe('done');
  expect(await readOverlaps(desk, late.id, names)).toEqual([]);
});

test('plans of one carrier have nothing in common, the same plan of somebody else has', async () => {
  await using desk = await startDesk({ tools: [] });
  const carrier = await createPayee(desk, 'Prairie Haul');
  const ask = async (of: TestDesk) => {
    const answers = [];
    for (const bill of bills) answers.push(await of.callTool('approve_bills', { bills: [bill] }));
    return answers.map(({ data }) => String(data.approval.id));
  };
  const bills: string[] = [];
  for (const reference of ['PH-1', 'PH-2'])
    bills.push((await createBilledLoad(desk, { carrier, reference })).bill.friendlyId);
  const own = await ask(desk);
  const alone = await addOverlaps(desk.options, await listApprovals(desk.options, { limit: 10 }));
  await using others = await desk.restart({ principalOf: () => ({ name: 'eve', kind: 'person' }) });
  const [sameOfEve = ''] = await ask(others);

  expect(alone.flatMap(({ plan }) => plan.warnings.filter(({ text }) => text.includes('also in')))).toEqual([]);
  expect(await readOverlaps(desk, own[0] ?? '', { [sameOfEve]: 'EVE' })).toEqual([
    [
      `${bills[0]} is also in EVE, which waits for a decision: Approve bill ${bills[0]} for payment: $1,200.00`,
      undefined,
    ],
  ]);
});

test('of many plans about one record three are named and the others counted', async () => {
  await using desk = await startDesk({ tools: [] });
  const { bill } = await createBilledLoad(desk, { carrier: await createPayee(desk, 'Prairie Haul') });
  const ids: string[] = [];
  for (const name of ['ann', 'ben', 'cleo', 'dov', 'eve', 'finn']) {
    await using other = await desk.restart({ principalOf: () => ({ name, kind: 'person' }) });
    const { data } = await other.callTool('approve_bills', { bills: [bill.friendlyId] });
    ids.push(String(data.approval.id));
  }

  const warnings = await readOverlaps(desk, ids[0] ?? '', {});
  const approval = await addDeskFacts(desk.options, await getApproval(desk.options, ids[0] ?? ''));

  expect(warnings).toHaveLength(3);
  expect(approval.plan.warnings.at(-1)).toEqual({ text: '2 more open plans are about records of this one' });
});
