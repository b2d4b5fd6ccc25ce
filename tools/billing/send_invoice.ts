import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import * as z from 'zod';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { invoiceFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolveAll } from '../arguments/finders/resolve-all.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { addMailLine } from '../plans/kit/mail-line.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatMoney, sumByCurrency } from '../../src/domain/money/money.ts';
import { formatWireAmount, toAmountCents } from '../records/amounts.ts';
import type { CustomerRecord, InvoiceRecord } from '../records/record-types.ts';
import { findRecipients } from './invoice-recipients.ts';
import { formatParty, requireParty } from '../records/parties.ts';

const invoicesMax = 50;

export const sendInvoice = tool({
  name: 'send_invoice',
  title: 'Mail invoices to the customer',
  description: `E-mails invoices as PDF, to the customer's billing contacts or the contact that is named; never to an address that is on no record.
A person confirms; several, or an address that is new, changed or free mail, need an approval. What was sent before is said.`,
  toolset: 'billing',
  gate: 'confirm',
  hints: { destructive: true, idempotent: false, openWorld: true },
  operations: listPlannedOperations('invoices.send'),
  input: z.strictObject({
    invoices: z.array(RecordText).min(1).max(invoicesMax),
    to: RecordText.optional().describe('name or address of a contact on record'),
  }),
  output: z.object({}),
  async plan(ctx, { invoices: typed, to }): Promise<PlanDraft> {
    const { records, notes } = await resolveAll(ctx, invoiceFinder, typed);
    if (records.length > ctx.policy.batchMax)
      throw createFieldError('BAD_REQUEST', 'invoices', `the policy allows ${ctx.policy.batchMax} at once`);
    const customers = await readByIds(
      ctx,
      ctx.api.customers.filter,
      records.map(({ friendlyId, customer }) => requireParty(customer, 'customer', friendlyId).id),
    );
    const drafts = await Promise.all(
      records.map((invoice) => planMail(ctx, invoice, findRecipients(getCustomer(invoice, customers), to))),
    );
    const [firstDraft, ...otherDrafts] = drafts;
    if (firstDraft && otherDrafts.length === 0) return { ...firstDraft, lines: [...firstDraft.lines, ...notes] };
    return joinPlans(drafts.map(addMailLine), {
      title: `Send ${records.length} invoices by e-mail: ${formatOpen(records)} open`,
      lines: [...new Set(drafts.flatMap(({ lines }) => lines)), ...notes],
      money: [],
      undo: "Can't be undone: sent mail can't be recalled.",
      isIndependent: true,
    });
  },
  async finish(ctx, plan, outcomes) {
    const sent = await Promise.all(outcomes.map((outcome) => readMail(ctx, outcome)));
    const [firstMail, ...otherMails] = sent;
    return writeResult({
      status: 'done',
      summary:
        firstMail && otherMails.length === 0
          ? `${firstMail.text}.`
          : `${sent.length} invoices are on their way by e-mail.`,
      results:
        otherMails.length === 0
          ? []
          : sent.map(({ id, friendlyId, text }) => ({ id, friendlyId, outcome: 'sent', reason: text })),
      undo: formatUndo(plan),
      nextActions: firstMail ? suggestActions(firstMail.invoice) : [],
    });
  },
});

/** Formats what is open on invoices, by currency. */
const formatOpen = (invoices: readonly InvoiceRecord[]): string =>
  sumByCurrency(invoices.map(({ amountOwed, currency }) => ({ currency, amountCents: toAmountCents(amountOwed) })))
    .map(({ amountCents, currency }) => formatMoney(amountCents, currency))
    .join(' and ');

function getCustomer(
  { friendlyId, customer }: InvoiceRecord,
  customers: ReadonlyMap<string, CustomerRecord>,
): CustomerRecord {
  const record = customer === null ? undefined : customers.get(customer.id);
  if (record) return record;
  throw new WaybillError('NOT_FOUND', `The customer of ${friendlyId} cannot be read, so its mail address is unknown.`);
}

const planMail = (ctx: ToolContext, { id }: InvoiceRecord, toEmails: readonly string[]) =>
  planOperation(ctx, { operation: 'invoices.send', input: { id, by: 'id', toEmails } });

/** Describes a mail, such as `INV-00012 «Acme Foods», $2,450.00 open, due Dec 23, 2026, sent to «ap@acme.example»`. */
async function readMail(ctx: ToolContext, { about: target, input }: StepOutcome) {
  const invoice = await ctx.api.invoices.get({ id: String(target?.id), by: 'id' });
  const { id, friendlyId, customer, amountOwed, currency, dueDate } = invoice;
  const to = [input['toEmails']].flat().map((email) => recordText(String(email), 'list'));
  const due = dueDate === null ? 'no due date' : `due ${formatDate(dueDate)}`;
  const text = `${friendlyId} ${formatParty(customer, 'customer')}, ${formatWireAmount(amountOwed, currency)} open, ${due}, sent to ${to.join(', ')}`;
  return { id, friendlyId, invoice, text };
}

function suggestActions({ friendlyId, customer, amountOwed }: InvoiceRecord): readonly NextAction[] {
  if (amountOwed <= 0 || customer === null) return [];
  return [
    {
      tool: 'record_payment',
      arguments: { customer: customer.friendlyId, amount: amountOwed, reference: 'REFERENCE', invoices: [friendlyId] },
      why: 'when the money is there; put the number of its check or transfer in place of REFERENCE',
    },
  ];
}
