import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatPlanLine } from '../../src/mcp/tool/plan.ts';
import * as z from 'zod';
import { fromCents } from '../../src/domain/money/money.ts';
import { createFieldError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NothingToDo, PlanDraft } from '../../src/mcp/tool/plan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { customerFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolvePaymentTerm } from '../arguments/parties/payment-terms.ts';
import { parseEmail } from '../arguments/parties/email-input.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { formatStatus } from '../records/record-names.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { planContact } from './contact-plan.ts';
import {
  askAboutTwins,
  addEvidence,
  formatChangeTitle,
  getPartyId,
  parseAddress,
  describeUndo,
} from './party-words.ts';

const Input = z.strictObject({
  customer: RecordText.optional().describe('to change one'),
  name: z.string().min(1).max(200).optional(),
  terms: RecordText.optional().describe('"Net 30"'),
  creditLimit: MoneyText.optional(),
  contact: z.string().min(1).max(200).optional(),
  email: z.string().max(200).optional(),
  phone: z.string().max(50).optional(),
  address: z.string().max(300).optional().describe('billing: street, city, ST ZIP'),
  verifiedBy: z.string().max(300).optional().describe('who was called on which number'),
  again: z.boolean().optional(),
});
type SetUpCustomerInput = z.output<typeof Input>;

export const setUpCustomer = tool({
  name: 'set_up_customer',
  title: 'Set up a customer',
  description: `Sets up a customer with its contact, or changes one. Likely duplicates on file are shown first; with two of them it asks.
A person approves credit limit, terms, addresses, e-mail, phone; a mere name is added at once.`,
  toolset: 'desk',
  gate: 'approve',
  operations: listPlannedOperations(
    'customers.create',
    'customers.update',
    'customerContacts.create',
    'customerContacts.update',
  ),
  hints: { destructive: false, idempotent: false, openWorld: false },
  creates: ({ customer }) => customer === undefined,
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft | NothingToDo> {
    const record = input.customer === undefined ? undefined : await findCustomer(ctx, input.customer);
    const name = input.name ?? record?.name;
    if (name === undefined) throw createFieldError('BAD_REQUEST', 'name', 'is needed for a new customer');
    if (input.email !== undefined && input.contact === undefined)
      throw createFieldError(
        'BAD_REQUEST',
        'contact',
        'is needed: an e-mail address of a customer belongs to a person',
      );
    const { details, contact } = await readTogether({
      details: () => buildDetails(ctx, input),
      contact: () => ({ ...input, email: input.email === undefined ? undefined : parseEmail(input.email, 'email') }),
    });
    const drafts = [
      ...(record === undefined ? [await planCreation(ctx, { name, ...details }, input)] : []),
      ...(record !== undefined && Object.keys(details).length + Number(input.name !== undefined) > 0
        ? [await change(ctx, record, { ...details, ...(input.name !== undefined && { name }) })]
        : []),
      ...(input.contact === undefined ? [] : [await planContact(ctx, { kind: 'customer', record, name }, contact)]),
    ];
    if (drafts.length === 0)
      return { nothingToDo: `Nothing to do: give what changes about ${record?.friendlyId ?? name}.` };
    const title = record
      ? formatChangeTitle('customer', record, drafts, input)
      : `Set up customer ${recordText(name, 'list')}`;
    const plan = joinPlans(drafts, { title, ...describeUndo(drafts) });
    return addEvidence(plan, input, record !== undefined);
  },
  async finish(ctx, plan, outcomes) {
    const isChange = plan.input['customer'] !== undefined;
    const id = getPartyId('customer', plan, outcomes);
    const customer = await ctx.api.customers.get({ id, by: 'id' });
    return writeResult({
      status: 'done',
      summary: `Customer ${customer.friendlyId} ${recordText(customer.name, 'list')} is ${isChange ? 'changed' : 'set up'}: ${describeCustomer(customer)}.`,
      lines: plan.lines.map(formatPlanLine),
      undo: formatUndo(plan),
      nextActions: [
        {
          tool: 'get_customer',
          arguments: { customer: customer.friendlyId },
          why: 'terms, credit and contacts; create_quote takes its first request',
        },
      ],
    });
  },
});

const findCustomer = async (ctx: ToolContext, text: string): Promise<CustomerRecord> =>
  (await resolve(ctx, customerFinder, text)).record;

async function buildDetails(ctx: ToolContext, { terms, creditLimit, address, phone, contact }: SetUpCustomerInput) {
  return {
    ...(terms !== undefined && { paymentTerm: { id: (await resolvePaymentTerm(ctx, terms)).id } }),
    ...(creditLimit !== undefined && { creditLimit: fromCents(parseCents(creditLimit, 'creditLimit')) }),
    ...(address !== undefined && { billingAddress: parseAddress(address) }),
    // The number of a person is the contact's, any other one the company's.
    ...(phone !== undefined && contact === undefined && { phoneNumber: phone }),
  };
}

interface CustomerCreation {
  readonly name: string;
}

async function planCreation(
  ctx: ToolContext,
  { name, ...input }: CustomerCreation,
  { again }: SetUpCustomerInput,
): Promise<PlanDraft> {
  const draft = await planOperation(ctx, {
    operation: 'customers.create',
    input: { status: 'ACTIVE', name, ...input },
  });
  askAboutTwins(draft, 'customer', again);
  return { ...draft, title: `New customer ${recordText(name, 'list')}` };
}

const change = (ctx: ToolContext, { id }: CustomerRecord, input: object) =>
  planOperation(ctx, { operation: 'customers.update', input: { id, ...input } });

function describeCustomer({ status, paymentTerm, creditLimit, currency, contacts }: CustomerRecord): string {
  return [
    formatStatus(status),
    paymentTerm ? recordText(paymentTerm.name, 'list') : 'no terms',
    creditLimit === null ? 'no credit limit' : `credit limit ${formatWireAmount(creditLimit, currency ?? 'USD')}`,
    `${contacts.length} ${contacts.length === 1 ? 'contact' : 'contacts'}`,
  ].join(', ');
}
