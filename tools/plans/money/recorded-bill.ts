import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { billVerdictWords } from '../../../src/domain/money/bill-check.ts';
import { describeVariance } from '../../../src/domain/money/bill-variance.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { computeDueDate } from '../../../src/domain/kit/dates.ts';
import { formatMoney, formatPercent } from '../../../src/domain/money/money.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { agreedBesideBilled, type BilledPaper } from '../../bills/agreed-lines.ts';
import {
  billablePlaces,
  type BillablePlace,
  type BilledPlace,
  currencyOfBill,
  payeeOfPlace,
} from '../../bills/billable-places.ts';
import { checkBillsAgain, type CheckedBill } from '../../bills/bill-checks.ts';
import { factorOfPayee } from '../../bills/payee-pay-to.ts';
import { centsOf } from '../../records/amounts.ts';
import { orUnknown } from '../../records/or-unknown.ts';
import type { BillRecord, ShipmentRecord } from '../../records/record-types.ts';
import { toJudgmentWarnings } from '../../../src/mcp/tool/plan.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { formatParty } from '../../records/parties.ts';

/** A place on a load is known to the API with its load only, so it is looked for among the newest ones. */
const loadsMax = 1_000;
const unmade = '00000000-0000-4000-8000-000000000001';

/** A bill before it is recorded, judged as it will be when it is to be approved. */
export async function recordedBill(
  ctx: ToolContext,
  name: OperationName,
  input: JsonObject,
  paper: BilledPaper | undefined,
): Promise<PlanPart> {
  if (name !== 'bills.create') return {};
  const billed = paper ?? (await orUnknown(() => placeBilled(ctx, input)));
  if (!billed) return { hits: ['What it is for could not be read: nothing was compared.'] };
  const { shipment, place, payee } = billed;
  const bill = billToCome(ctx, { input, place, payee, shipment });
  const [found] = await checkBillsAgain(ctx, [bill]);
  return {
    title: `Record ${nameOfBill(bill)} of ${formatParty(place.payee, 'carrier')} for ${placeText(place, shipment)}: ${formatMoney(centsOf(bill.amount), bill.currency)}`,
    lines: [
      `Dated ${bill.invoiceDate}, due ${bill.dueDate} (${termText(bill)}); ${payeeLine(bill)}`,
      ...agreedBesideBilled(place, []),
      ...(paper && paper.lines.length > 0 ? agreedBesideBilled(place, paper.lines) : []),
    ],
    judgments: found ? verdictLines(found) : [],
    contextWarnings: found && found.check.verdict !== 'clean' ? toJudgmentWarnings(found.reasons) : [],
    hits:
      found && found.check.verdict !== 'clean'
        ? [`Not clean: ${found.check.verdicts.map((verdict) => billVerdictWords[verdict]).join(', ')}.`]
        : [],
    members: new Set(['entityType', 'entityId', 'invoiceDate', 'amount', 'reference']),
    records: [
      { resource: 'shipments', record: { ...shipment } },
      ...(payee ? [{ resource: `${place.entityType.toLowerCase()}s`, record: { ...payee } }] : []),
    ],
    ids: new Set([shipment.id, ...(place.payee ? [place.payee.id] : [])]),
    undo: `reverse_bill ${JSON.stringify({ bill: 'its new number', what: 'bill' })} takes it back while nothing is paid on it.`,
  };
}

const nameOfBill = ({ reference }: BillRecord) =>
  reference === null ? 'a bill' : `bill ${recordText(reference, 'list')}`;
const placeText = ({ number }: BillablePlace, { friendlyId }: ShipmentRecord) => `${number} (${friendlyId})`;

function termText({ paymentTerm }: BillRecord): string {
  if (!paymentTerm) return 'no terms on record, 30 days';
  const fee = paymentTerm.quickPayFee ? `, quick pay ${formatPercent(paymentTerm.quickPayFee)}` : '';
  return `${recordText(paymentTerm.name, 'list')}${fee}`;
}

const payeeLine = ({ carrierFactor }: BillRecord) =>
  carrierFactor ? `paid to its factor ${recordText(carrierFactor.companyName, 'list')}` : 'paid to the payee itself';

function verdictLines({ check, reasons }: CheckedBill): readonly string[] {
  return check.verdict === 'clean'
    ? [`Clean: ${describeVariance(check.variance)}`]
    : reasons.map((reason) => `Not clean: ${reason}`);
}

async function placeBilled(ctx: ToolContext, { entityType, entityId }: JsonObject): Promise<BilledPlace | undefined> {
  const shipmentId = await shipmentIdOf(ctx, String(entityType), String(entityId));
  if (shipmentId === undefined) return undefined;
  const shipment = await ctx.api.shipments.get({ id: shipmentId, by: 'id' });
  const place = (await billablePlaces(ctx, shipment)).find(({ id }) => id === entityId);
  return place && { shipment, place, payee: await payeeOfPlace(ctx, place) };
}

async function shipmentIdOf(ctx: ToolContext, entityType: string, id: string): Promise<string | undefined> {
  if (entityType === 'VENDOR') return (await ctx.api.services.get({ id, by: 'id' })).shipmentId;
  const { rows } = await scan(ctx, ctx.api.loads.filter, { filter: {}, rowsMax: loadsMax });
  return rows.find(({ carriers }) => carriers.some((one) => one.id === id))?.shipmentId;
}

interface ToCome extends BilledPlace {
  readonly input: JsonObject;
}

/** The record as the API will make it, as far as a verdict reads it. */
function billToCome({ askedAt }: ToolContext, { input, place, payee, shipment }: ToCome): BillRecord {
  const { invoiceDate, dueDate, amount, reference, currency } = input;
  const isCarrier = place.entityType === 'CARRIER';
  const term = payee?.paymentTerm ?? null;
  const date = String(invoiceDate);
  const bill = {
    id: unmade,
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
    currency: typeof currency === 'string' ? currency : currencyOfBill({ place, payee }),
    reference: typeof reference === 'string' ? reference : null,
    amountPaid: 0,
    amountOwed: Number(amount),
    payments: [],
    paymentTerm: term,
    carrierFactor: isCarrier && payee ? factorOfPayee(payee) : null,
    createdAt: askedAt,
    updatedAt: askedAt,
    deletedAt: null,
  };
  // Everything that a verdict or a sentence reads of a bill is there; what it lacks of its payee only the API knows.
  return bill as unknown as BillRecord;
}
