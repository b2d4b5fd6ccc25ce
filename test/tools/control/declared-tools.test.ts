import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Gate } from '../../../src/contract/kit/gate.ts';
import { WaybillError } from '../../../src/errors.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { toolsets } from '../../../src/mcp/policy/toolsets.ts';
import { listTool } from '../../../src/mcp/server/list-tool.ts';
import { offerTool } from '../../../src/mcp/server/offered-tools.ts';
import { finalWarning, isNothingToDo, type NothingToDo, type Plan, type Planned } from '../../../src/mcp/tool/plan.ts';
import type { Tool } from '../../../src/mcp/tool/tool.ts';
import { tools } from '../../../tools/index.ts';
import { rows } from '../../deep/gates/rows.ts';
import { createStage, prepareRecords, type Stage } from '../../deep/gates/scene.ts';
import { runLongAgo } from '../../support/records/long-ago.ts';
import { type TestDesk, type TestDeskOptions, startDesk } from '../../support/desk.ts';
import { type Everything, createEverything } from '../../support/service/one-of-everything.ts';

interface DeclaredCall {
  readonly tool: string;
  readonly prepare: (stage: Stage) => Promise<{ readonly input: Record<string, unknown> }>;
}

const stops = ['PICK Dallas, TX @ 2026-11-23', 'DROP Atlanta, GA @ 2026-11-25'];
const bank = { bankName: 'First Prairie', accountName: 'Prairie Haul', aba: '021000021', account: '12345678901' };

/** Calls of the kinds that the table of gates has one of, where another kind has another gate or another undo. */
const otherCalls: readonly DeclaredCall[] = [
  {
    tool: 'price_quote',
    prepare: async ({ api, all }) => {
      const { id } = await api.quotes.create({
        customer: { id: all.customer.id },
        order: {
          mode: 'TL',
          stops: [
            { type: 'PICK', postalCode: '60608' },
            { type: 'DROP', postalCode: '75247' },
          ],
        },
      });
      return { input: { quote: id, amount: 2400, target: 2000 } };
    },
  },
  {
    tool: 'price_quote',
    prepare: async (stage) => {
      const { quote } = await prepareRecords(stage, 'quotes.convertToShipment');
      return { input: { quote: quote.id, amount: 2100 } };
    },
  },
  {
    tool: 'close_quote',
    prepare: async (stage) => {
      const first = await prepareRecords(stage, 'quotes.convertToShipment');
      const second = await prepareRecords(stage, 'quotes.convertToShipment');
      return { input: { quotes: [first.quote.id, second.quote.id], outcome: 'pass' } };
    },
  },
  {
    tool: 'create_shipment',
    prepare: async ({ all }) => ({ input: { customer: all.customer.id, stops, revenue: 2000 } }),
  },
  {
    tool: 'cancel_shipment',
    prepare: async (stage) => {
      const { shipment } = await prepareRecords(stage, 'loads.bounce');
      return { input: { shipment: shipment.id, tonuCarrier: 200 } };
    },
  },
  {
    tool: 'replace_carrier',
    prepare: async (stage) => {
      const { shipment } = await prepareRecords(stage, 'loads.bounce');
      return { input: { shipment: shipment.id, tonu: 200 } };
    },
  },
  { tool: 'set_up_customer', prepare: async ({ mark }) => ({ input: { name: `Saltgrass ${mark}` } }) },
  {
    tool: 'set_up_customer',
    prepare: async ({ mark }) => ({
      input: { name: `Bluestem ${mark}`, contact: 'Ann Payable', email: `ann${mark}@bluestem.test` },
    }),
  },
  { tool: 'set_up_carrier', prepare: async ({ mark }) => ({ input: { name: `Kestrel ${mark}` } }) },
  {
    tool: 'set_up_carrier',
    prepare: async ({ api, mark }) => {
      const { id } = await api.carriers.create({ name: `Osprey ${mark}`, type: 'TRUCKLOAD' });
      return { input: { carrier: id, bank } };
    },
  },
  {
    tool: 'send_remittance',
    prepare: async (stage) => {
      const { billPayment } = await runLongAgo(stage.desk.clock, () =>
        prepareRecords(stage, 'billPayments.sendRemittance'),
      );
      return { input: { payments: [billPayment.id] } };
    },
  },
  {
    tool: 'generate_invoices',
    prepare: async (stage) => {
      const { shipment } = await prepareRecords(stage, 'shipments.generateInvoice');
      const { customer } = await stage.api.shipments.get({ id: shipment.id });
      await stage.api.customerContacts.create({
        customerId: String(customer?.id),
        name: 'Ann Payable',
        contactTypes: ['BILLING'],
        contactInfo: { name: 'Ann Payable', email: 'ann@ironbark.test' },
      });
      return { input: { shipments: [shipment.id], email: true } };
    },
  },
  {
    tool: 'approve_bills',
    prepare: async (stage) => {
      const first = await prepareRecords(stage, 'bills.approve');
      const second = await prepareRecords(stage, 'bills.approve');
      return { input: { bills: [first.bill.id, second.bill.id] } };
    },
  },
  {
    tool: 'reverse_bill',
    prepare: async (stage) => {
      const { bill } = await prepareRecords(stage, 'bills.delete');
      return { input: { bill: bill.id, what: 'bill' } };
    },
  },
  {
    tool: 'reverse_bill',
    prepare: async (stage) => {
      const { bill } = await prepareRecords(stage, 'billPayments.create');
      await stage.api.billPayments.create({
        paymentDate: '2026-11-20',
        applications: [{ billId: bill.id, amount: 1200 }],
      });
      return { input: { bill: bill.id, what: 'payment' } };
    },
  },
];

/** Tools without a plan of their own: one carries out the plan of another, one writes a file on this machine. */
const withoutPlan = ['run_approved', 'save_document'];

/** Tools that are destructive though each of their plans can be undone, and why. */
const destructiveAnyway: Readonly<Record<string, string>> = {
  pay_bills: 'undo takes the record back; money that has left the bank stays away',
  undo: 'it deletes what was made',
  run_approved: 'it carries out whatever was approved',
};

const writingTools = tools.filter(({ isWrite }) => isWrite);
const plannedTools = writingTools.filter(({ name }) => !withoutPlan.includes(name));
const calls: readonly DeclaredCall[] = [...rows, ...otherCalls];
const requester = 'dana';

let desk: TestDesk;
let all: Everything;
let stages = 0;
/** Plans of each call of a tool, under the built-in policy. */
const plansByTool = new Map<string, readonly Planned[]>();

beforeAll(async () => {
  const server: TestDeskOptions['server'] = {
    policy: builtInPolicy,
    principalOf: () => ({ name: requester, kind: 'person' }),
  };
  desk = await startDesk({ tools: [], server });
  all = await createEverything(desk, 'Ironbark');
});
afterAll(() => desk.close());

function nextStage(): Stage {
  stages += 1;
  return createStage(desk, all, String(stages));
}

/** Plans a call and carries out nothing. */
const planCall = (tool: string, input: Record<string, unknown>) =>
  desk.server.planAgain(
    { tool, requester },
    // Planning again reads the input of the stored plan and nothing else of it.
    { plan: { input } as unknown as Plan, askedAt: desk.clock.now },
    new AbortController().signal,
  );

const isPlanned = (planned: Planned | NothingToDo): planned is Planned => !isNothingToDo(planned);

/** Plans each call of a tool, once. */
async function listPlans(name: string): Promise<readonly Planned[]> {
  const earlierPlans = plansByTool.get(name);
  if (earlierPlans) return earlierPlans;
  const plans: Planned[] = [];
  for (const call of calls.filter(({ tool }) => tool === name)) {
    const { input } = await call.prepare(nextStage());
    plans.push(...[await planCall(name, input)].filter(isPlanned));
  }
  plansByTool.set(name, plans);
  return plans;
}

/** Lists where the declared gate of a tool and its description differ from the gates of its plans. */
function listGateFaults({ gate, takesAnyGate, description }: Tool, gates: readonly Gate[]): readonly string[] {
  const unasked = gates.filter((each) => each === 'audit').length;
  const usual = gate === 'audit' ? unasked : gates.length - unasked;
  return [
    gates.length > 0 ? '' : 'has no plan',
    unasked === gates.length || /confirm|approv|yes|gate/i.test(description) ? '' : 'asks, and does not say so',
    takesAnyGate === true || gates.includes(gate) ? '' : `never has the gate ${gate}`,
    takesAnyGate === true || usual * 2 >= gates.length ? '' : `usually has another gate than ${gate}`,
    takesAnyGate === true || gate === 'audit' || unasked === 0 || description.includes('at once')
      ? ''
      : 'is carried out at once, and does not say so',
  ].filter((fault) => fault !== '');
}

test.each(plannedTools)('$name: its gate is the usual one, and its description tells of the others', async (tool) => {
  const gates = (await listPlans(tool.name)).map(({ plan }) => plan.gate);

  expect(listGateFaults(tool, gates)).toEqual([]);
});

test.each(plannedTools)('$name: a plan that nothing brings back says so, and the tool is destructive', async (tool) => {
  const plans = await listPlans(tool.name);
  const finals = plans.filter(({ plan }) => plan.isFinal === true);
  const why = destructiveAnyway[tool.name];

  expect(plans.filter(isWarning)).toEqual(finals);
  expect(plans.filter(({ plan }) => saysFinal(plan.undo))).toEqual(finals);
  expect(plans.filter(({ plan }) => plan.isFinal !== true && !hasUndo(plan))).toEqual([]);
  expect(tool.hints.destructive).toBe(finals.length > 0 || why !== undefined);
  expect(finals.length > 0 && why !== undefined).toBe(false);
});

test.each(plannedTools.filter(({ hints }) => hints.idempotent))(
  '$name: a second identical call changes nothing more',
  async ({ name }) => {
    const faults: string[] = [];
    for (const call of calls.filter(({ tool }) => tool === name).slice(0, 1)) {
      const { input } = await call.prepare(nextStage());
      const { status } = await carryOut(name, input);
      const again = await planCall(name, input).catch((error: unknown) => error);
      if (status !== 'done') faults.push(`was answered ${status}`);
      if (!isRefusal(again) && isPlanned(again as Planned | NothingToDo)) faults.push('would be done twice');
    }

    expect(faults).toEqual([]);
  },
);

const isRefusal = (answer: unknown): boolean => answer instanceof WaybillError;

/** Calls a tool, and approves its plan if it waits for that. */
async function carryOut(name: string, input: Record<string, unknown>) {
  const { data } = await desk.callTool(name, input, 'none');
  const id = data.approval?.id;
  if (data.status !== 'approval_required' || id === undefined) return data;
  await desk.approve(id);
  return (await desk.callTool('run_approved', { approvalId: id })).data;
}

test.each(tools)('$name: hosts read the hints that it declares, and only what writes nothing is read-only', (tool) => {
  const selection = { toolsets, isReadOnly: false, policy: builtInPolicy };
  const { definition } = offerTool(listTool(tool), (text) => text, selection);
  const { destructive, idempotent, openWorld } = tool.hints;
  const isReading = 'read' in tool;

  expect(definition.annotations).toEqual({
    title: tool.title,
    readOnlyHint: isReading,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  });
  expect(isReading && (destructive || !idempotent)).toBe(false);
});

/** Tests if a plan warns that nothing brings back what it changes. */
const isWarning = ({ view }: Planned): boolean => view.warnings.some(({ text }) => text === finalWarning);

/** Tests if the words say that nothing brings it back; one that is changed again step by step is no such plan. */
const saysFinal = (undo: string) => /can't be undone(?! in one step)/i.test(undo);

/** Tests if a plan has calls that undo it, or names the tool or the change that does. */
const hasUndo = ({ back = [], undo, undoCall = '' }: Plan) =>
  back.length > 0 || tools.some(({ name }) => undoCall.includes(name)) || undo.includes('Change it again');
