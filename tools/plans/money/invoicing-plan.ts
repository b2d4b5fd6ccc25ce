import type { OperationName } from '../../../src/contract/operation-names.ts';
import { computeDueDate } from '../../../src/domain/kit/dates.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { PlanItem } from '../../../src/mcp/tool/plan.ts';
import { askingOf, getDeskToday } from '../../arguments/date-words.ts';
import { listContacts, listInvoiceAddresses, isPrimaryUnknown } from '../../customers/customer-contacts.ts';
import { amountText, centsOf } from '../../records/amounts.ts';
import type { CustomerRecord, ShipmentRecord } from '../../records/record-types.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import { readInvoicingFacts } from '../../shipments/invoicing-facts.ts';
import { billingBlockers, type BillingFacts, isInvoiceable, wayToInvoice } from '../../shipments/shipment-billing.ts';
import type { Invoiced } from './moves.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { formatParty, requireParty } from '../../records/parties.ts';

/** Shipments whose way to an invoice is named with a refusal. */
const actionsMax = 3;

export interface InvoicingPlan extends PlanPart {
  /** Of what will be invoiced; what the API refuses is not in them. */
  readonly totals: readonly Invoiced[];
  /** Customers of whom nothing will be invoiced, and who get no mail. */
  readonly leftOut: ReadonlySet<string>;
}

const none: InvoicingPlan = { totals: [], leftOut: new Set() };

/** What would be invoiced, what the API will refuse, and of which shipments the desk's own answer is that they are not ready. */
export async function invoicingPlan(
  ctx: ToolContext,
  name: OperationName,
  input: JsonObject,
  around: readonly NamedRecord[],
): Promise<InvoicingPlan> {
  if (name !== 'invoices.batchGenerate' && name !== 'shipments.generateInvoice') return none;
  const rows = await readInvoicingFacts(ctx, shipmentsIn(around));
  if (rows.length === 0) return none;
  const taken = rows.filter(isInvoiceable);
  if (taken.length === 0) throw nothingToInvoice(rows);
  const blocked = taken.filter((row) => billingBlockers(row).length > 0);
  const billed = new Set(taken.map(requireCustomerId));
  const [one, ...others] = taken;
  return {
    ...shownRows(rows, { today: getDeskToday(askingOf(ctx)), around, input }),
    title: `Invoice ${others.length === 0 && one ? describe(one) : `${taken.length} shipments`}${input['sendEmail'] === true ? ' and mail the invoices' : ''}`,
    gate: blocked.length > 0 ? 'approve' : 'none',
    hits: blocked.length > 0 ? [`Not ready to invoice: ${numbersOf(blocked)}.`] : [],
    totals: taken.map((row) => ({
      amount: row.shipment.totalRevenue,
      currency: row.shipment.currency,
      item: row.shipment.friendlyId,
      customerId: requireCustomerId(row),
    })),
    ids: new Set(rows.flatMap((row) => [row.shipment.id, requireCustomerId(row)])),
    leftOut: new Set(rows.map(requireCustomerId).filter((id) => !billed.has(id))),
    undo: 'void_invoice voids each invoice, while nothing is paid on it; a mail that left is not called back.',
  };
}

interface Around {
  readonly today: string;
  readonly around: readonly NamedRecord[];
  readonly input: JsonObject;
}

/** A line for each shipment, which can be left out where the input names it by itself. */
function shownRows(rows: readonly BillingFacts[], { today, around, input }: Around): PlanPart {
  const { shipmentIds, sendEmail } = input;
  const customers = new Map(customersIn(around).map((customer) => [customer.id, customer]));
  const itemOf = (row: BillingFacts) =>
    itemFor(row, { today, customer: customers.get(requireCustomerId(row)), isMailed: sendEmail === true });
  const ids: readonly unknown[] = Array.isArray(shipmentIds) ? shipmentIds : [];
  const listed = ids.map((id) => rows.find(({ shipment }) => shipment.id === id));
  const found = listed.filter((row) => row !== undefined);
  // What could not be read stays among the lines of the input, and one shipment is all of the plan.
  if (found.length < 2 || found.length < ids.length || new Set(ids).size < ids.length)
    return {
      lines: rows.map(itemOf).map(({ line, findings }) => [line, ...findings].join(': ')),
      members: new Set(['sendEmail', ...(ids.length > 0 && ids.length === rows.length ? ['shipmentIds'] : [])]),
    };
  const items = found.map(itemOf);
  return {
    items,
    list: { field: 'shipmentIds', keys: items.map(({ key }) => key) },
    members: new Set(['shipmentIds']),
  };
}

interface Billing {
  readonly today: string;
  readonly customer: CustomerRecord | undefined;
  readonly isMailed: boolean;
}

function itemFor(row: BillingFacts, { today, customer, isMailed }: Billing): PlanItem {
  const { friendlyId, totalRevenue, currency } = row.shipment;
  if (!isInvoiceable(row))
    return {
      key: friendlyId,
      line: describe(row),
      findings: [`not invoiced, the API refuses it: ${reasonOf(row)}`],
      money: [],
    };
  const emails = isMailed && customer ? listInvoiceAddresses(customer) : [];
  const term = customer?.paymentTerm;
  const due =
    customer &&
    `due ${computeDueDate(today, term?.days)} (${term ? recordText(term.name, 'list') : 'no term on record'})`;
  const blockers = billingBlockers(row);
  const said = [describe(row), due].filter(Boolean).join(', ');
  return {
    key: friendlyId,
    line: blockers.length === 0 ? `${said}: ${standingText(row)}` : said,
    findings: [...blockers, ...(isMailed && emails.length === 0 ? [describeNobody(customer)] : [])],
    money: [{ currency, amountCents: centsOf(totalRevenue ?? 0) }],
    ...(emails.length > 0 && { emails }),
  };
}

const requireCustomerId = ({ shipment: { customerId, friendlyId } }: BillingFacts): string =>
  requireParty(customerId, 'customer', friendlyId);

const numbersOf = (rows: readonly BillingFacts[]) => rows.map(({ shipment }) => shipment.friendlyId).join(', ');

const describe = ({ shipment: { friendlyId, customer, totalRevenue, currency } }: BillingFacts) =>
  `${friendlyId} ${formatParty(customer, 'customer')}, ${amountText(totalRevenue, currency)}`;

const standingText = (row: BillingFacts) =>
  row.pod === 'unknown'
    ? 'nothing is in the way, but whether its proof of delivery is there cannot be told'
    : 'nothing is in the way';

const reasonOf = (row: BillingFacts) => {
  const { billingStatus } = row.shipment;
  return billingBlockers(row).join('; ') || (billingStatus === null ? 'no orders' : `it is ${billingStatus}`);
};

/** Why a shipment is not invoiced now; undefined where nothing is in the way. */
export const whyNotInvoiced = (row: BillingFacts): string | undefined =>
  isInvoiceable(row) ? billingBlockers(row).join('; ') || undefined : reasonOf(row);

export function nothingToInvoice(rows: readonly BillingFacts[]): WaybillError {
  if (rows.length === 0)
    return withNextActions(
      new WaybillError('CONFLICT', 'There is nothing to invoice. No delivered shipment is released for invoicing.'),
      [{ tool: 'billing_queue', arguments: {}, why: 'what is in the way' }],
    );
  const reasons = rows.map((row) => `${row.shipment.friendlyId}: ${reasonOf(row)}`);
  return withNextActions(
    new WaybillError('CONFLICT', `There is nothing to invoice. ${reasons.join('. ')}.`),
    rows.slice(0, actionsMax).flatMap(wayToInvoice),
  );
}

/** Records of the API's own reading have the shape of their resource. */
const shipmentsIn = (around: readonly NamedRecord[]) =>
  around.filter(({ resource }) => resource === 'shipments').map(({ record }) => record as unknown as ShipmentRecord);

const customersIn = (around: readonly NamedRecord[]) =>
  around.filter(({ resource }) => resource === 'customers').map(({ record }) => record as unknown as CustomerRecord);

const describeNobody = (customer: CustomerRecord | undefined): string =>
  customer && isPrimaryUnknown(listContacts(customer))
    ? "no billing address on record, and this API doesn't say which contact is the primary one: who is mailed is unknown"
    : 'no billing address on record: nobody is mailed';
