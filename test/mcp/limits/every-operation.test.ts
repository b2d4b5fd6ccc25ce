import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import { getMoneyKind } from '../../../src/mcp/policy/money-kinds.ts';
import { loadPolicy } from '../../../src/mcp/policy/policy-file.ts';
import { collectGates } from '../../../src/mcp/tool/usual-gates.ts';
import { toolList } from '../../../tools/list.ts';
import { isDeep } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { type Everything, createEverything } from '../../support/service/one-of-everything.ts';
import { prepareFor } from '../../support/service/prepared-records.ts';
import { buildInput } from '../../support/service/write-inputs.ts';
import { startSecondServer } from '../gate/bypass/effects.ts';
import { countedFields, formatMoneyTable, listMoneyFields, moneyFields } from './money-fields.ts';

const entries = catalogue();
const moving = entries.filter(({ name }) => getMoneyKind(name) !== undefined);

test('every operation of money can be limited, but for those that move none', () => {
  const unlimited = entries.filter(({ name, effect }) => effect === 'money' && getMoneyKind(name) === undefined);

  expect(unlimited.map(({ name }) => name)).toEqual([
    'carrierPaymentMethods.create',
    'carrierPaymentMethods.update',
    'vendorPaymentMethods.create',
    'vendorPaymentMethods.update',
    // Credit counts when it is given.
    'creditMemos.apply',
    'creditMemos.unapply',
  ]);
});

test('every field of money in an input counts against a limit, or says why it need not', () => {
  const namesByOperation = Object.entries(moneyFields).map(([name, fields]) => [name, Object.keys(fields)]);

  expect(Object.fromEntries(namesByOperation)).toEqual(Object.fromEntries(listMoneyFields()));
  for (const { operation, kind } of countedFields)
    expect([operation, getMoneyKind(operation)]).toEqual([operation, kind]);
});

test('the docs have the whole table of what counts where', async () => {
  const docs = await readFile(new URL('../../../docs/reference/policy.md', import.meta.url), 'utf8');

  expect(docs).toContain(formatMoneyTable());
});

let desk: TestDesk;
let all: Everything;
beforeAll(async () => {
  desk = await startDesk({ tools: [] });
  all = await createEverything(desk, 'Ironbark');
});
afterAll(() => desk.close());

/** Charges, which the smallest input leaves out. */
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

/** Starts a server under a policy that lets nothing pass of the kind of money that the operation moves. */
function startLimited(name: string) {
  const text = JSON.stringify({
    limits: { [name]: { perCall: 0 } },
    exceptions: ['carrier_do_not_use', 'carrier_not_on_board', 'insurance_ends_early'],
  });
  const policy = loadPolicy({ text, known: collectGates(toolList), separationOfDuties: false });
  return startSecondServer({ ...desk, options: { ...desk.options, policy } });
}

/** Operations to try: in a deep run all that move money, otherwise two of each kind. */
const tried = isDeep
  ? moving
  : Object.values(Object.groupBy(moving, ({ name }) => getMoneyKind(name) ?? 'none')).flatMap((ofKind) =>
      ofKind.slice(0, 2),
    );

test.each(tried)('nothing passes a limit of nothing: $name', async (entry) => {
  const { name } = entry;
  const limited = await startLimited(name);
  const records = await prepareFor(desk, name, all);
  const smallest = buildInput(entry, records);
  const input = priced[name]?.(smallest) ?? smallest;

  const refused = await limited('api_write', { operation: name, input });
  const free = await desk.callTool('api_write', { operation: name, input });

  expect(refused.text).toContain(`in one call (limits.${name})`);
  expect(free.data.error).toBeUndefined();
});

/** A line of charges whose money lies in the field. */
const chargeLines: Readonly<Record<string, object>> = {
  amount: { chargeCodeId: 1, amount: 100 },
  rate: { chargeCodeId: 1, rate: 100 },
  quantity: { chargeCodeId: 1, rate: 1, quantity: 100 },
};

/** Replaces the value at a path such as `loads[].carrier.charges[]`, where an empty object stands for what is missing. */
function placeLine(value: unknown, path: readonly string[], line: object): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return line;
  const isList = step.endsWith('[]');
  const field = isList ? step.slice(0, -2) : step;
  const record = isPlainRecord(value) ? value : {};
  const former = isList ? [record[field]].flat()[0] : record[field];
  const next = placeLine(former, rest, line);
  return { ...record, [field]: isList ? [next] : next };
}

const chargeFields = countedFields.filter(({ path }) => /charges\[\]|costs\[\]/.test(path));

/** Frames around a line of charges that the smallest input leaves out. */
const frames: Readonly<Record<string, (input: Record<string, unknown>) => Record<string, unknown>>> = {
  'loads.create': ({ shipmentId }) => ({
    shipmentId,
    load: { mode: 'TL', carrier: { carrier: { id: all.carrier.id } } },
  }),
  'shipments.create': ({ customer, orders }) => ({ customer, orders }),
};
const framesByPath: Readonly<Record<string, () => object>> = {
  'loads[]': () => ({ loads: [{ mode: 'TL', carrier: { carrier: { id: all.carrier.id } } }] }),
  'services[]': () => ({ services: [{ vendor: { id: all.vendor.id }, serviceType: 'WAREHOUSING' }] }),
};

test.each(chargeFields)('a limit of nothing counts $path of $operation', async ({ operation, path }) => {
  const entry = entries.find(({ name }) => name === operation);
  if (!entry) throw new Error(`there is no ${operation}`);
  const limited = await startLimited(operation);
  const smallest = buildInput(entry, await prepareFor(desk, operation, all));
  const framed = { ...(frames[operation]?.(smallest) ?? smallest), ...framesByPath[path.split('.')[0] ?? '']?.() };
  const steps = path.split('.');
  const input = placeLine(framed, steps.slice(0, -1), chargeLines[steps.at(-1) ?? ''] ?? {});

  const refused = await limited('api_write', { operation, input });

  expect(refused.text).toContain(`(limits.${operation}), and this is $100.00`);
});

test('a charge below nothing makes no room for another one', async () => {
  const limited = await startLimited('services.create');
  const { customer, orders } = buildInput(
    entries.find(({ name }) => name === 'shipments.create') ?? throwUndeclared(),
    await prepareFor(desk, 'shipments.create', all),
  );
  const buildService = (amount: number) => ({
    vendor: { id: all.vendor.id },
    serviceType: 'WAREHOUSING',
    charges: [{ chargeCodeId: 1, amount }],
  });

  const { text } = await limited('api_write', {
    operation: 'shipments.create',
    input: { customer, orders, services: [buildService(-100), buildService(100)] },
  });

  expect(text).toContain('(limits.services.create), and this is $100.00');
});

function throwUndeclared(): never {
  throw new Error('the operation is not declared');
}
