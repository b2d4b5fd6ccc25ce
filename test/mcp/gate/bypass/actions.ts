import { catalogue, getGate } from '../../../../src/contract/catalogue.ts';
import type { OperationName } from '../../../../src/contract/operation-names.ts';
import { strictness } from '../../../../src/mcp/policy/gate-strictness.ts';
import { tools } from '../../../../tools/index.ts';
import type { TestDesk } from '../../../support/desk.ts';
import { type Everything, createEverything } from '../../../support/service/one-of-everything.ts';
import { prepareFor } from '../../../support/service/prepared-records.ts';
import { buildInput } from '../../../support/service/write-inputs.ts';

/** Something that a person has to be asked about, ready to be called. */
export interface GatedAction {
  readonly name: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** No person can say yes to it. */
  readonly isOff: boolean;
}

interface Direct {
  /** The operation whose records the tool is tried on. */
  readonly on: OperationName;
  readonly input: (all: Everything) => Record<string, unknown>;
}

/** Each direct tool with a gate of its own, and those that get one by what they are asked for. */
const direct: Readonly<Record<string, Direct>> = {
  convert_quote: { on: 'quotes.convertToShipment', input: ({ quote }) => ({ quote: quote.id }) },
  close_quote: { on: 'quotes.convertToShipment', input: ({ quote }) => ({ quotes: [quote.id], outcome: 'pass' }) },
  create_shipment: {
    on: 'shipments.create',
    input: ({ customer }) => ({ customer: customer.id, origin: '60608', destination: '75247', pickup: 'Nov 30' }),
  },
  book_carrier: {
    on: 'loads.addCarrier',
    input: ({ shipment, carrier }) => ({ shipment: shipment.id, carrier: carrier.id, rate: 1500 }),
  },
  replace_carrier: { on: 'loads.bounce', input: ({ shipment }) => ({ shipment: shipment.id, reason: 'fell off' }) },
  add_accessorial: {
    on: 'loads.bounce',
    input: ({ shipment }) => ({ shipment: shipment.id, side: 'customer', code: 'lumper', amount: 150 }),
  },
  cancel_shipment: { on: 'loads.bounce', input: ({ shipment }) => ({ shipment: shipment.id }) },
  restore_shipment: { on: 'shipments.uncancel', input: ({ shipment }) => ({ shipment: shipment.id }) },
  generate_invoices: { on: 'shipments.generateInvoice', input: ({ shipment }) => ({ shipments: [shipment.id] }) },
  send_invoice: { on: 'invoices.send', input: ({ invoice }) => ({ invoices: [invoice.id] }) },
  void_invoice: { on: 'invoices.delete', input: ({ invoice }) => ({ invoice: invoice.id, reason: 'wrong' }) },
  record_payment: {
    on: 'payments.create',
    input: ({ customer }) => ({ customer: customer.id, amount: 250, reference: 'CHK 7' }),
  },
  issue_credit: {
    on: 'creditMemos.create',
    input: ({ customer }) => ({ customer: customer.id, amount: 40, reason: 'late' }),
  },
  approve_bills: { on: 'bills.approve', input: ({ bill }) => ({ bills: [bill.id] }) },
  pay_bills: { on: 'billPayments.create', input: ({ bill }) => ({ bills: [bill.id] }) },
  reverse_bill: { on: 'bills.unapprove', input: ({ bill }) => ({ bill: bill.id, what: 'approval' }) },
  send_remittance: {
    on: 'billPayments.sendRemittance',
    input: ({ billPayment }) => ({ payments: [billPayment.id] }),
  },
  // The newest write of the desk of the tests is a team, which is deleted.
  undo: { on: 'teams.delete', input: () => ({}) },
  set_up_customer: {
    on: 'customers.update',
    input: ({ customer }) => ({ customer: customer.id, creditLimit: 90_000 }),
  },
  set_up_carrier: {
    on: 'carriers.update',
    input: ({ carrier }) => ({ carrier: carrier.id, insurance: { expires: '2028-01-31' } }),
  },
  price_quote: {
    on: 'quotes.convertToShipment',
    input: ({ quote }) => ({ quote: quote.id, amount: 1000, target: 990, expiresAt: '2026-11-25' }),
  },
};

/** These carry the yes or the raw call themselves; every way here goes through them. */
const carriers = new Set(['api_write', 'run_approved']);

/** Tools that ask a person by their own gate and are not in the table above: none. */
export const forgottenTools = tools
  .filter(({ gate }) => strictness[gate] >= strictness.confirm)
  .map(({ name }) => name)
  .filter((name) => direct[name] === undefined && !carriers.has(name));

/** Prepares every raw call and every tool that needs an approval, each on records in the state that it needs. */
export async function prepareActions(desk: TestDesk): Promise<readonly GatedAction[]> {
  const all = await createEverything(desk, 'Ironbark');
  await desk.api.customerContacts.create({
    customerId: all.customer.id,
    name: 'Ann Payable',
    contactTypes: ['BILLING'],
    contactInfo: { name: 'Ann Payable', email: 'ann@ironbark.test' },
  });
  const raw: GatedAction[] = [];
  for (const entry of catalogue().filter(({ effect }) => effect !== 'read')) {
    const input = buildInput(entry, await prepareFor(desk, entry.name, all));
    if (strictness[getGate(entry.operation, input)] < strictness.confirm) continue;
    const isOff = entry.gate === 'off';
    raw.push({ name: entry.name, tool: 'api_write', input: { operation: entry.name, input, again: true }, isOff });
  }
  const toolActions: GatedAction[] = [];
  for (const [tool, { on, input }] of Object.entries(direct))
    toolActions.push({ name: tool, tool, input: input(await prepareFor(desk, on, all)), isOff: false });
  await desk.callTool('api_write', { operation: 'teams.create', input: { name: 'Night desk' } });
  return [...raw, ...toolActions];
}
