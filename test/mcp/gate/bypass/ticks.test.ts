import { afterAll, beforeAll, expect, test } from 'vitest';
import { countCases } from '../../../support/depth.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { type GatedAction, prepareActions } from './actions.ts';
import { startSecondServer, watchEffects } from './effects.ts';

/** Counted in split-limits.test.ts: a sum that is cut up ends at the limit of the day. */
const counted = 'counted';
const noMoney = 'moves no money and promises none';
const incoming = 'money that comes in or is asked for: the brokerage pays nobody by it';
const back = 'takes a yes back: what was counted stays counted';

/**
 * Actions that an accepted form is enough for, and why they can't be split to pay or promise more. An action that is
 * not named here waits for an approval each time, however small it is.
 */
const tickable: Readonly<Record<string, string>> = {
  approve_bills: counted,
  'services.create': counted,
  replace_carrier: 'its booking is counted; taking a carrier off alone promises nothing',
  'payments.create': incoming,
  record_payment: incoming,
  'shipments.generateInvoice': incoming,
  generate_invoices: incoming,
  'invoices.markAwaiting': incoming,
  add_accessorial: incoming,
  'creditMemos.apply': 'credit that was approved when it was given',
  'quotes.convertToShipment': noMoney,
  convert_quote: noMoney,
  price_quote: noMoney,
  close_quote: noMoney,
  create_shipment: noMoney,
  'loads.bounce': noMoney,
  'shipments.cancel': noMoney,
  cancel_shipment: noMoney,
  'stops.create': noMoney,
  'stops.update': noMoney,
  'stops.delete': noMoney,
  'locations.update': noMoney,
  'bills.unapprove': back,
  reverse_bill: back,
};

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

test('a tick is enough for what is named here, with the reason, and for nothing else', async () => {
  const openActions: string[] = [];
  for (const { name, tool, input } of actions) {
    const { data } = await desk.callTool(tool, input, 'decline');
    if (data.status === 'declined') openActions.push(name);
  }

  expect(openActions.toSorted()).toEqual(Object.keys(tickable).toSorted());
});

test('what waits for an approval waits with every form ticked too: several at once, in two processes', async () => {
  const faults: string[] = [];
  const newEffects = await watchEffects(desk);
  for (const { name, tool, input } of actions.filter((action) => tickable[action.name] === undefined)) {
    const calls = Array.from({ length: countCases({ usual: 3, deep: 5 }) }, (_, nth) =>
      nth % 2 === 0 ? callHere : elsewhere,
    );
    const answers = await Promise.all(calls.map((call) => call(tool, input, 'accept')));
    const statuses = answers.map(({ data }) => data.error?.code ?? data.status);
    const effects = await newEffects();
    if (effects.length > 0) faults.push(`${name} had effects: ${effects.join(', ')}`);
    if (statuses.some((status) => status !== 'approval_required')) faults.push(`${name}: ${statuses.join(', ')}`);
  }

  expect(faults).toEqual([]);
});
