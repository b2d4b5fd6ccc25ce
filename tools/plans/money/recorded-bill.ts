import { formatDate } from '../../../src/domain/places/local-time.ts';
import { formatCall } from '../../../src/mcp/text/format-call.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { formatVerdicts } from '../../../src/domain/bills/bill-check.ts';
import { describeVariance } from '../../../src/domain/bills/bill-variance.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { computeDueDate } from '../../../src/domain/kit/dates.ts';
import { formatMoney, formatPercent } from '../../../src/domain/money/money.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { compareCharges, type BilledPaper } from '../../bills/agreed-lines.ts';
import {
  listBillablePlaces,
  type BillablePlace,
  type BilledPlace,
  getBillCurrency,
  readPayee,
} from '../../bills/billable-places.ts';
import { checkBillsAgain, type CheckedBill } from '../../bills/bill-checks.ts';
import { getPayeeFactor } from '../../bills/payee-pay-to.ts';
import { toAmountCents } from '../../records/amounts.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import type { BillRecord, ShipmentRecord } from '../../records/record-types.ts';
import { toJudgmentWarnings } from '../../../src/mcp/tool/plan.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { formatParty } from '../../records/parties.ts';

/** Largest number of loads that are searched for a place, because the API knows a place with its load only. */
const loadsMax = 1_000;
const unmadeId = '00000000-0000-4000-8000-000000000001';

/** Plans a bill that is recorded, judged as it will be when it is to be approved. */
export async function planRecordedBill(
  ctx: ToolContext,
  name: OperationName,
  input: JsonObject,
  paper: BilledPaper | undefined,
): Promise<PlanPart> {
  if (name !== 'bills.create') return {};
  const billed = paper ?? (await readOrUnknown(() => findBilledPlace(ctx, input)));
  if (!billed) return { hits: ['Its load could not be read: nothing was compared.'] };
  const { shipment, place, payee } = billed;
  const bill = buildFutureBill(ctx, { input, place, payee, shipment });
  const [checkedBill] = await checkBillsAgain(ctx, [bill]);
  return {
    title: `Record ${formatBillName(bill)} of ${formatParty(place.payee, 'carrier')} for ${formatPlace(place, shipment)}: ${formatMoney(toAmountCents(bill.amount), bill.currency)}`,
    lines: [
      `Dated ${formatDate(String(bill.invoiceDate))}, due ${formatDate(String(bill.dueDate))} (${formatTerm(bill)}); ${describePayee(bill)}`,
      ...compareCharges(place, []),
      ...(paper && paper.lines.length > 0 ? compareCharges(place, paper.lines) : []),
    ],
    judgments: checkedBill ? describeVerdict(checkedBill) : [],
    contextWarnings:
      checkedBill && checkedBill.check.verdict !== 'clean' ? toJudgmentWarnings(checkedBill.reasons) : [],
    hits:
      checkedBill && checkedBill.check.verdict !== 'clean'
        ? [`Not clean: ${formatVerdicts(checkedBill.check.verdicts)}.`]
        : [],
    members: new Set(['entityType', 'entityId', 'invoiceDate', 'amount', 'reference']),
    records: [
      { resource: 'shipments', record: { ...shipment } },
      ...(payee ? [{ resource: `${place.entityType.toLowerCase()}s`, record: { ...payee } }] : []),
    ],
    ids: new Set([shipment.id, ...(place.payee ? [place.payee.id] : [])]),
    undo: 'It can be taken back while nothing is paid on it.',
    undoCall: formatCall('reverse_bill', { bill: 'its new number', what: 'bill' }),
  };
}

const formatBillName = ({ reference }: BillRecord) =>
  reference === null ? 'a bill' : `bill ${recordText(reference, 'list')}`;
const formatPlace = ({ number }: BillablePlace, { friendlyId }: ShipmentRecord) => `${number} (${friendlyId})`;

function formatTerm({ paymentTerm }: BillRecord): string {
  if (!paymentTerm) return 'no terms on record, 30 days';
  const fee = paymentTerm.quickPayFee ? `, quick pay ${formatPercent(paymentTerm.quickPayFee)}` : '';
  return `${recordText(paymentTerm.name, 'list')}${fee}`;
}

const describePayee = ({ carrierFactor }: BillRecord) =>
  carrierFactor ? `paid to its factor ${recordText(carrierFactor.companyName, 'list')}` : 'paid to the payee itself';

function describeVerdict({ check, reasons }: CheckedBill): readonly string[] {
  return check.verdict === 'clean'
    ? [`Clean: ${describeVariance(check.variance)}`]
    : reasons.map((reason) => `Not clean: ${reason}`);
}

async function findBilledPlace(
  ctx: ToolContext,
  { entityType, entityId }: JsonObject,
): Promise<BilledPlace | undefined> {
  const shipmentId = await findShipmentId(ctx, String(entityType), String(entityId));
  if (shipmentId === undefined) return undefined;
  const shipment = await ctx.api.shipments.get({ id: shipmentId, by: 'id' });
  const place = (await listBillablePlaces(ctx, shipment)).find(({ id }) => id === entityId);
  return place && { shipment, place, payee: await readPayee(ctx, place) };
}

async function findShipmentId(ctx: ToolContext, entityType: string, id: string): Promise<string | undefined> {
  if (entityType === 'VENDOR') return (await ctx.api.services.get({ id, by: 'id' })).shipmentId;
  const { rows } = await scan(ctx, ctx.api.loads.filter, { filter: {}, rowsMax: loadsMax });
  return rows.find(({ carriers }) => carriers.some((carrier) => carrier.id === id))?.shipmentId;
}

interface FutureBillInput extends BilledPlace {
  readonly input: JsonObject;
}

/** Builds the record as the API will make it, as far as a verdict reads it. */
function buildFutureBill({ askedAt }: ToolContext, { input, place, payee, shipment }: FutureBillInput): BillRecord {
  const { invoiceDate, dueDate, amount, reference, currency } = input;
  const isCarrier = place.entityType === 'CARRIER';
  const term = payee?.paymentTerm ?? null;
  const date = String(invoiceDate);
  const bill = {
    id: unmadeId,
    friendlyId: 'the new bill',
    key: null,
    entityType: place.entityType,
    loadCarrierId: isCarrier ? place.id : null,
    vendedServiceId: isCarrier ? null : place.id,
    carrier: isCarrier ? place.payee : null,
    vendor: isCarrier ? null : place.payee,
    loadId: place.load?.id ?? null,
    loadKey: place.load?.friendlyId ?? null,
    shipmentId: shipment.id,
    shipmentKey: shipment.friendlyId,
    status: 'IN_REVIEW',
    invoiceDate: date,
    dueDate: typeof dueDate === 'string' ? dueDate : computeDueDate(date, term?.days),
    amount: Number(amount),
    currency: typeof currency === 'string' ? currency : getBillCurrency({ place, payee }),
    reference: typeof reference === 'string' ? reference : null,
    amountPaid: 0,
    amountOwed: Number(amount),
    payments: [],
    paymentTerm: term,
    carrierFactor: isCarrier && payee ? getPayeeFactor(payee) : null,
    createdAt: askedAt,
    updatedAt: askedAt,
    deletedAt: null,
  };
  // Everything that a verdict or a sentence reads of a bill is there; what it lacks of its payee only the API knows.
  return bill as unknown as BillRecord;
}
