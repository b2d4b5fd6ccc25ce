import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep } from '../../../support/depth.ts';
import type { CallAnswer } from '../../../support/desk/clients.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import type { FormPerson } from '../../../support/desk/clients.ts';
import { type GatedAction, forgottenTools, prepareActions } from './actions.ts';
import { startSecondServer, watchEffects } from './effects.ts';

let desk: TestDesk;
let elsewhere: TestDesk['callTool'];
const callHere: TestDesk['callTool'] = (...call) => desk.callTool(...call);
let actions: readonly GatedAction[];

beforeAll(async () => {
  desk = await startDesk({ tools: [] });
  elsewhere = await startSecondServer(desk);
  actions = await prepareActions(desk);
});
afterAll(() => desk.close());

const ask = ({ tool, input }: GatedAction, person: FormPerson) => desk.callTool(tool, input, person);

/** Asks, and tries to run the plan before anybody has decided on it. */
async function runUndecided(action: GatedAction, run: TestDesk['callTool']): Promise<readonly CallAnswer[]> {
  const planned = await ask(action, 'none');
  const approvalId = planned.data.approval?.id;
  return approvalId === undefined ? [planned] : [planned, await run('run_approved', { approvalId })];
}

async function runDenied(action: GatedAction): Promise<readonly CallAnswer[]> {
  const planned = await ask(action, 'none');
  const approvalId = planned.data.approval?.id;
  if (approvalId === undefined) return [planned];
  await desk.deny(approvalId);
  return [planned, await desk.callTool('run_approved', { approvalId })];
}

type UndecidedWay = (action: GatedAction) => Promise<readonly CallAnswer[]>;

const ways: readonly (readonly [string, UndecidedWay])[] = [
  ['by a client without forms', async (action) => [await ask(action, 'none')]],
  ['by a client whose person declines', async (action) => [await ask(action, 'decline')]],
  ['by a client whose person closes the form', async (action) => [await ask(action, 'cancel')]],
  ['twice at once', (action) => Promise.all([ask(action, 'decline'), ask(action, 'none')])],
  [
    'in two processes at once',
    (action) => Promise.all([ask(action, 'decline'), elsewhere(action.tool, action.input, 'decline')]),
  ],
  ['as an approval that nobody has decided', (action) => runUndecided(action, callHere)],
  ['as an approval that nobody has decided, in another process', (action) => runUndecided(action, elsewhere)],
  ['as an approval that was denied', runDenied],
];

/** Each action is tried in two of the eight ways: once where it is asked about, once where more follows; in a deep run in all. */
const shares = 4;

const selectActions = (way: UndecidedWay): readonly GatedAction[] => {
  const place = ways.findIndex(([, take]) => take === way);
  return isDeep ? actions : actions.filter((_, nth) => nth % shares === place % shares);
};

/** Stopped at the gate, and not by a record in a state that does not allow it: then the row would say nothing. */
const isStopped = ({ isOff }: GatedAction, [first]: readonly CallAnswer[]) =>
  isOff
    ? first?.data.error?.code === 'REFUSED'
    : ['approval_required', 'declined', 'cancelled'].includes(first?.data.status);

test('every tool that asks a person is in the table', () => {
  expect(forgottenTools).toEqual([]);
  expect(actions.length).toBeGreaterThan(80);
});

test.each(ways)(
  'nothing that needs a yes happens without it %s',
  async (_way, take) => {
    const faults: string[] = [];
    const newEffects = await watchEffects(desk);
    for (const action of selectActions(take)) {
      const answers = await take(action);
      const effects = await newEffects();
      if (effects.length > 0) faults.push(`${action.name} had effects: ${effects.join(', ')}`);
      if (!isStopped(action, answers)) faults.push(`${action.name} was not asked about: ${answers[0]?.text}`);
    }

    expect(faults).toEqual([]);
  },
  120_000,
);
