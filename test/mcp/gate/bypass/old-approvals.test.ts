import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep } from '../../../support/depth.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { readState } from '../../../support/records/brokerage-state.ts';
import { type GatedAction, prepareActions } from './actions.ts';
import { listEffects, startSecondServer } from './effects.ts';

let desk: TestDesk;
let elsewhere: TestDesk['callTool'];
const callHere: TestDesk['callTool'] = (...call) => desk.callTool(...call);
let actions: readonly GatedAction[];

beforeAll(async () => {
  desk = await startDesk({ tools: [] });
  elsewhere = await startSecondServer(desk);
  actions = (await prepareActions(desk)).filter(({ isOff }) => !isOff);
});
afterAll(() => desk.close());

const ask = ({ tool, input }: GatedAction) => desk.callTool(tool, input);
const run = (approvalId: string, call = callHere) => call('run_approved', { approvalId });

const decided = new Set<string>();

/** A yes to each of these, as it would lie there. */
async function approveAll(chosen: readonly GatedAction[]): Promise<ReadonlyMap<string, string>> {
  const approvalIds = new Map<string, string>();
  for (const action of chosen) {
    const { id } = (await ask(action)).data.approval;
    if (!decided.has(id)) await desk.approve(id);
    decided.add(id);
    approvalIds.set(action.name, id);
  }
  return approvalIds;
}

interface InputChange {
  readonly path: readonly string[];
  readonly to: unknown;
}

/** Changes that would matter most if they differed from what the person saw. */
const changes: Readonly<Record<string, InputChange>> = {
  'billPayments.create': { path: ['input', 'applications', '0', 'amount'], to: 101 },
  'creditMemos.create': { path: ['input', 'amount'], to: 77 },
  'creditMemos.apply': { path: ['input', 'amount'], to: 2 },
  'invoices.create': { path: ['input', 'amount'], to: 2100 },
  'invoices.send': { path: ['input', 'toEmails'], to: ['mallory@evil.test'] },
  'billPayments.sendRemittance': { path: ['input', 'toEmail'], to: 'mallory@evil.test' },
  'webhookSubscriptions.create': { path: ['input', 'url'], to: 'https://evil.test/in' },
  'carrierPaymentMethods.create': { path: ['input', 'accountNumber'], to: '000999999999' },
  'loads.addCarrier': { path: ['input', 'charges'], to: [{ chargeCodeId: 1, amount: 9000 }] },
  book_carrier: { path: ['rate'], to: 1600 },
  record_payment: { path: ['amount'], to: 251 },
  issue_credit: { path: ['amount'], to: 41 },
  set_up_customer: { path: ['creditLimit'], to: 91_000 },
  set_up_carrier: { path: ['insurance', 'expires'], to: '2029-01-31' },
  add_accessorial: { path: ['amount'], to: 151 },
};

function applyChange({ input }: GatedAction, { path, to }: InputChange): Record<string, unknown> {
  const copy = structuredClone(input);
  // A plain JSON tree, walked by names that the table gives.
  let at: any = copy; // eslint-disable-line typescript/no-explicit-any
  for (const name of path.slice(0, -1)) at = at[name];
  at[path.at(-1) ?? ''] = to;
  return copy;
}

test('a yes is for one plan: no other action and no other amount, address or date goes with it', async () => {
  const approved = actions.filter(({ name }, at) => at % 2 === 0 || changes[name]);
  const otherActions = actions.filter((action) => !approved.includes(action));
  const faults: string[] = [];
  const approvalIds = await approveAll(approved);
  const expectNew = (name: string, data: { status?: string; approval?: { id: string } }) => {
    const isNew = data.status === 'approval_required' && ![...approvalIds.values()].includes(data.approval?.id ?? '');
    if (!isNew) faults.push(`${name} was not asked about anew: ${JSON.stringify(data).slice(0, 200)}`);
  };

  const effects = await listEffects(desk, async () => {
    for (const action of otherActions) expectNew(action.name, (await ask(action)).data);
    for (const action of approved) {
      const change = changes[action.name];
      if (!change) continue;
      const { data } = await desk.callTool(action.tool, applyChange(action, change));
      expectNew(`${action.name}, changed`, data);
      const { data: early } = await run(data.approval?.id ?? 'APR-NONE');
      if (early.error?.code !== 'APPROVAL_PENDING') faults.push(`${action.name}, changed, was run undecided`);
    }
  });

  expect([effects, faults]).toEqual([[], []]);
  expect(Object.keys(changes).filter((name) => !approvalIds.has(name))).toEqual([]);
});

test('a yes that is older than a day is none, in no process', async () => {
  const approvalIds = await approveAll(actions.filter((_action, at) => at % (isDeep ? 2 : 8) === 1));
  desk.clock.now = '2026-11-21T15:00:01.000Z';

  const codes = new Set<string>();
  const effects = await listEffects(desk, async () => {
    for (const id of approvalIds.values())
      for (const call of [callHere, elsewhere]) codes.add((await run(id, call)).data.error?.code);
  });

  expect([effects, [...codes]]).toEqual([[], ['APPROVAL_EXPIRED']]);
});

/** The rows of which one yes makes one. */
const onceMade = {
  'billPayments.create': 'bill_payment ',
  'creditMemos.create': 'credit_memo ',
  record_payment: 'payment ',
  book_carrier: 'load_carrier ',
} as const;

test.each(Object.entries(onceMade))(
  'a yes to %s counts once, wherever it is run at the same time',
  async (name, row) => {
    const action = actions.find((candidate) => candidate.name === name);
    const count = async () => (await readState(desk.service)).filter((text) => text.startsWith(row)).length;
    const approvalIds = await approveAll(action ? [action] : []);
    const id = approvalIds.get(name) ?? '';
    const before = await count();

    await Promise.all([run(id), run(id, elsewhere), run(id)]);
    const after = await count();
    const later = await listEffects(desk, async () => {
      await run(id);
      await run(id, elsewhere);
    });

    expect([after - before, later]).toEqual([1, []]);
  },
);
