import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { moneyKindOf } from '../../../src/mcp/policy/money-kinds.ts';
import { loadPolicy } from '../../../src/mcp/policy/policy-file.ts';
import { knownGates } from '../../../src/mcp/tool/known-gates.ts';
import { toolList } from '../../../tools/list.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { type Everything, oneOfEverything } from '../../support/service/one-of-everything.ts';
import { preparedFor } from '../../support/service/prepared-records.ts';
import { inputOf } from '../../support/service/write-inputs.ts';
import { startSecondServer } from '../gate/bypass/effects.ts';

const entries = catalogue();
const moving = entries.filter(({ name }) => moneyKindOf(name) !== undefined);

test('every operation of money can be limited, but for those that move none', () => {
  const others = entries.filter(({ name, effect }) => effect === 'money' && moneyKindOf(name) === undefined);

  expect(others.map(({ name }) => name)).toEqual([
    'carrierPaymentMethods.create',
    'carrierPaymentMethods.update',
    'vendorPaymentMethods.create',
    'vendorPaymentMethods.update',
    // Credit counts when it is given.
    'creditMemos.apply',
    'creditMemos.unapply',
  ]);
});

let desk: Desk;
let all: Everything;
beforeAll(async () => {
  desk = await startDesk({ tools: [] });
  all = await oneOfEverything(desk, 'Ironbark');
}, 60_000);
afterAll(() => desk.close());

/** What the least input leaves out. */
const charges = [{ chargeCodeId: 1, amount: 100 }];
const priced: Readonly<Record<string, (input: Record<string, unknown>) => Record<string, unknown>>> = {
  'loads.addCarrier': (input) => ({ ...input, charges }),
  'loads.create': (input) => ({
    shipmentId: input['shipmentId'],
    load: { mode: 'TL', carrier: { carrier: { id: all.carrier.id }, charges } },
  }),
  'loads.tonu': (input) => ({ ...input, costs: charges }),
  'services.create': (input) => ({ ...input, service: { ...Object(input['service']), charges } }),
  'shipments.create': ({ customer, orders }) => ({
    customer,
    orders,
    loads: [{ mode: 'TL', carrier: { carrier: { id: all.carrier.id }, charges } }],
  }),
  'billPayments.update': ({ id }) => ({ id, applications: [{ billId: all.bill.id, amount: 100 }] }),
};

test.each(moving)('nothing passes a limit of nothing: $name', async (entry) => {
  const { name } = entry;
  const text = JSON.stringify({
    limits: { [name]: { perCall: 0 } },
    exceptions: ['carrier_do_not_use', 'carrier_not_on_board', 'insurance_ends_early'],
  });
  const policy = loadPolicy({ text, known: knownGates(toolList), separationOfDuties: false });
  const limited = await startSecondServer({ ...desk, options: { ...desk.options, policy } });
  const records = await preparedFor(desk, name, all);
  const least = inputOf(entry, records);
  const input = priced[name]?.(least) ?? least;

  const refused = await limited('api_write', { operation: name, input });
  const free = await desk.callTool('api_write', { operation: name, input });

  expect(refused.text).toContain(`in one call (limits.${name})`);
  expect(free.data.error).toBeUndefined();
});
