import { formatCode } from '../../../src/domain/text/code-words.ts';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { computeDueDate } from '../../../src/domain/kit/dates.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { formatPlanItem, type PlanCells, type PlanItem } from '../../../src/mcp/tool/plan.ts';
import { getDeskClock, getDeskToday } from '../../arguments/date-words.ts';
import { listContacts, listInvoiceAddresses, isPrimaryUnknown } from '../../customers/customer-contacts.ts';
import { formatWireAmount, toAmountCents } from '../../records/amounts.ts';
import type { CustomerRecord, ShipmentRecord } from '../../records/record-types.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import { readBillingInputs } from '../../shipments/billing-inputs.ts';
import {
  listBlockerTexts,
  type BillingInputs,
  isInvoiceable,
  suggestInvoiceSteps,
} from '../../shipments/shipment-billing.ts';
import type { PlannedInvoice } from './moves.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { formatParty, requireParty } from '../../records/parties.ts';

/** Largest number of shipments whose next step is named with a refusal. */
const actionsMax = 3;

export interface InvoicingPlan extends PlanPart {
  /** Amounts that will be invoiced; shipments that the API refuses are not among them. */
  readonly totals: readonly PlannedInvoice[];
  /** Customers of whom nothing will be invoiced, and who get no mail. */
  readonly leftOut: ReadonlySet<string>;
}

const none: InvoicingPlan = { totals: [], leftOut: new Set() };

/** Plans what is invoiced, what the API will refuse, and which shipments are not ready by the desk's own rules. */
export async function planInvoicing(
  ctx: ToolContext,
  name: OperationName,
  input: JsonObject,
  relatedRecords: readonly NamedRecord[],
): Promise<InvoicingPlan> {
  if (name !== 'invoices.batchGenerate' && name !== 'shipments.generateInvoice') return none;
  const rows = await readBillingInputs(ctx, listShipments(relatedRecords));
  if (rows.length === 0) return none;
  const invoiceableRows = rows.filter(isInvoiceable);
  if (invoiceableRows.length === 0) throw buildNothingToInvoiceError(rows);
  const blocked = invoiceableRows.filter((row) => listBlockerTexts(row).length > 0);
  const billed = new Set(invoiceableRows.map(requireCustomerId));
  const [firstRow, ...otherRows] = invoiceableRows;
  return {
    ...planRows(rows, { today: getDeskToday(getDeskClock(ctx)), relatedRecords, input }),
    title: `Invoice ${otherRows.length === 0 && firstRow ? describe(firstRow) : `${invoiceableRows.length} shipments`}${input['sendEmail'] === true ? ' and mail the invoices' : ''}`,
    gate: blocked.length > 0 ? 'approve' : 'none',
    hits: blocked.length > 0 ? [`Not ready to invoice: ${formatNumbers(blocked)}.`] : [],
    totals: invoiceableRows.map((row) => ({
      amount: row.shipment.totalRevenue,
      currency: row.shipment.currency,
      item: row.shipment.friendlyId,
      customerId: requireCustomerId(row),
    })),
    ids: new Set(rows.flatMap((row) => [row.shipment.id, requireCustomerId(row)])),
    leftOut: new Set(rows.map(requireCustomerId).filter((id) => !billed.has(id))),
    undo: `${input['sendEmail'] === true ? "Can't be undone: sent mail can't be recalled. " : ''}Each invoice can be voided while nothing is paid on it.`,
    undoCall: 'void_invoice',
    isFinal: input['sendEmail'] === true,
  };
}

interface InvoicingContext {
  readonly today: string;
  readonly relatedRecords: readonly NamedRecord[];
  readonly input: JsonObject;
}

/** Plans a line for each shipment, which can be left out where the input names it by itself. */
function planRows(rows: readonly BillingInputs[], { today, relatedRecords, input }: InvoicingContext): PlanPart {
  const { shipmentIds, sendEmail } = input;
  const customers = new Map(listCustomers(relatedRecords).map((customer) => [customer.id, customer]));
  const toItem = (row: BillingInputs) =>
    buildItem(row, { today, customer: customers.get(requireCustomerId(row)), isMailed: sendEmail === true });
  const ids: readonly unknown[] = Array.isArray(shipmentIds) ? shipmentIds : [];
  const listed = ids.map((id) => rows.find(({ shipment }) => shipment.id === id));
  const foundRows = listed.filter((row) => row !== undefined);
  // What could not be read stays among the lines of the input, and one shipment is all of the plan.
  if (foundRows.length < 2 || foundRows.length < ids.length || new Set(ids).size < ids.length)
    return {
      lines: rows.map(toItem).map((item) => [formatPlanItem(item), ...item.findings].join(': ')),
      members: new Set(['sendEmail', ...(ids.length > 0 && ids.length === rows.length ? ['shipmentIds'] : [])]),
    };
  const items = foundRows.map(toItem);
  return {
    items,
    list: { field: 'shipmentIds', keys: items.map(({ key }) => key) },
    members: new Set(['shipmentIds', 'sendEmail']),
  };
}

interface BillingOptions {
  readonly today: string;
  readonly customer: CustomerRecord | undefined;
  readonly isMailed: boolean;
}

function buildItem(row: BillingInputs, { today, customer, isMailed }: BillingOptions): PlanItem {
  const { friendlyId, totalRevenue, currency } = row.shipment;
  if (!isInvoiceable(row))
    return {
      key: friendlyId,
      cells: toCells(row),
      findings: [`not invoiced, the API refuses it: ${describeRefusal(row)}`],
      money: [],
    };
  const emails = isMailed && customer ? listInvoiceAddresses(customer) : [];
  const term = customer?.paymentTerm;
  const due =
    customer &&
    `due ${formatDate(computeDueDate(today, term?.days))} (${term ? recordText(term.name, 'list') : 'no term on record'})`;
  const blockers = listBlockerTexts(row);
  return {
    key: friendlyId,
    cells: { ...toCells(row), date: due, ...(blockers.length === 0 && { details: describeReadiness(row) }) },
    findings: [...blockers, ...(isMailed && emails.length === 0 ? [describeMissingAddress(customer)] : [])],
    money: [{ currency, amountCents: toAmountCents(totalRevenue ?? 0) }],
    ...(emails.length > 0 && { emails }),
  };
}

const requireCustomerId = ({ shipment: { customerId, friendlyId } }: BillingInputs): string =>
  requireParty(customerId, 'customer', friendlyId);

const formatNumbers = (rows: readonly BillingInputs[]) => rows.map(({ shipment }) => shipment.friendlyId).join(', ');

const describe = ({ shipment: { friendlyId, customer, totalRevenue, currency } }: BillingInputs) =>
  `${friendlyId} ${formatParty(customer, 'customer')}, ${formatWireAmount(totalRevenue, currency)}`;

const toCells = ({ shipment: { friendlyId, customer } }: BillingInputs): PlanCells => ({
  number: friendlyId,
  party: formatParty(customer, 'customer'),
});

const describeReadiness = (row: BillingInputs) =>
  row.pod === 'unknown' ? 'nothing blocks it, but its POD could not be checked' : 'nothing blocks it';

const describeRefusal = (row: BillingInputs) => {
  const { billingStatus } = row.shipment;
  return (
    listBlockerTexts(row).join('; ') || (billingStatus === null ? 'no orders' : `it is ${formatCode(billingStatus)}`)
  );
};

/** Returns why a shipment is not invoiced now, or undefined if nothing is in the way. */
export const findInvoicingObstacle = (row: BillingInputs): string | undefined =>
  isInvoiceable(row) ? listBlockerTexts(row).join('; ') || undefined : describeRefusal(row);

export function buildNothingToInvoiceError(rows: readonly BillingInputs[]): WaybillError {
  if (rows.length === 0)
    return withNextActions(
      new WaybillError('CONFLICT', 'There is nothing to invoice. No delivered shipment is released for invoicing.'),
      [{ tool: 'billing_queue', arguments: {}, why: 'what blocks it' }],
    );
  const reasons = rows.map((row) => `${row.shipment.friendlyId}: ${describeRefusal(row)}`);
  return withNextActions(
    new WaybillError('CONFLICT', `There is nothing to invoice. ${reasons.join('. ')}.`),
    rows.slice(0, actionsMax).flatMap(suggestInvoiceSteps),
  );
}

/** Records of the API's own reading have the shape of their resource. */
const listShipments = (relatedRecords: readonly NamedRecord[]) =>
  relatedRecords
    .filter(({ resource }) => resource === 'shipments')
    .map(({ record }) => record as unknown as ShipmentRecord);

const listCustomers = (relatedRecords: readonly NamedRecord[]) =>
  relatedRecords
    .filter(({ resource }) => resource === 'customers')
    .map(({ record }) => record as unknown as CustomerRecord);

const describeMissingAddress = (customer: CustomerRecord | undefined): string =>
  customer && isPrimaryUnknown(listContacts(customer))
    ? "no billing address on record, and this API doesn't say which contact is the primary one: who is mailed is unknown"
    : 'no billing address on record: no mail is sent';
