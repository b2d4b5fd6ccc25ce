import { approvedBill, describeBillStatus } from '../../../src/domain/bills/bill.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { describeException, type Refusal } from '../../../src/domain/text/refusals.ts';
import { WaybillError } from '../../../src/errors.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { Policy } from '../../../src/mcp/policy/policy.ts';
import { getPayeeFactor } from '../../bills/payee-pay-to.ts';
import type { CarrierRecord } from '../../records/record-types.ts';
import { type MoneyApplication, isMoneyAdded } from './applied-money.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import type { PlanPart, RawSubject } from '../kit/plan-part.ts';

/** Lists the bills that get more money than before. */
function listPaidBills(
  applications: readonly MoneyApplication[],
  { relatedRecords }: RawSubject,
): readonly NamedRecord[] {
  const ids = new Set(applications.filter(isMoneyAdded).map(({ id }) => id));
  return relatedRecords.filter(({ resource, record }) => resource === 'bills' && ids.has(String(record['id'])));
}

export function refuseUnapproved(applications: readonly MoneyApplication[], subject: RawSubject): void {
  const open = listPaidBills(applications, subject).filter(
    ({ record }) => !isMet(approvedBill, { status: String(record['status']) }),
  );
  if (open.length === 0) return;
  const texts = open.map(
    ({ record }) => `${String(record['friendlyId'])} (${describeBillStatus(String(record['status']))})`,
  );
  throw new WaybillError(
    'REFUSED',
    `Only approved bills can be paid, not ${texts.join(', ')}. Approve them first (approve_bills), or leave them out.`,
  );
}

interface BillPaymentWrite {
  readonly name: OperationName;
  readonly input: JsonObject;
  readonly subject: RawSubject;
}

/**
 * Refuses a payment to another than the payee of record: a debt that was sold is paid to its buyer only, and one that
 * was not sold to no factor. The policy may make an exception for a sold debt, as far as the API takes such a payment.
 */
export function planOtherPayee(
  policy: Policy,
  applications: readonly MoneyApplication[],
  payment: BillPaymentWrite,
): PlanPart {
  const { subject } = payment;
  const paid = getPaidFactorId(payment);
  const wrong = listPaidBills(applications, subject).filter(({ record }) => {
    const payee = findFactor(record, subject);
    return payee !== undefined && (payee?.id ?? null) !== paid;
  });
  const isAllowed = policy.exceptions.includes('factored_to_other');
  const refusedBills = wrong.filter(({ record }) => !isAllowed || !isFactoredAndPayable(record, paid, subject));
  if (refusedBills.length > 0) throw buildOtherPayeeError(refusedBills, payment);
  if (wrong.length === 0) return {};
  const sentence = `The money goes to ${formatPayee(paid, subject)}, and not to the payee of record, for ${formatBills(wrong, subject)}.`;
  return { gate: 'approve', exceptions: [payeeException], hits: [describeException(payeeException, sentence)] };
}

const payeeException: Refusal = 'factored_to_other';

function buildOtherPayeeError(bills: readonly NamedRecord[], { name, subject }: BillPaymentWrite): WaybillError {
  const remedy = isNew(name)
    ? 'name its factor as carrierFactorId, or none where it has none'
    : 'the factor of a payment stays, so record another payment for it';
  return new WaybillError('REFUSED', `The payee is not that of record for ${formatBills(bills, subject)}: ${remedy}.`);
}

const isNew = (name: OperationName) => name === 'billPayments.create';
const getPaidFactorId = ({ name, input, subject }: BillPaymentWrite): unknown =>
  isNew(name) ? (input['carrierFactorId'] ?? null) : getFactorId(subject.current);

const formatBills = (bills: readonly NamedRecord[], subject: RawSubject) =>
  bills
    .map(({ record }) => `${String(record['friendlyId'])} (payee of record: ${describeRecordPayee(record, subject)})`)
    .join(', ');

function formatPayee(factorId: unknown, { relatedRecords, current }: RawSubject): string {
  if (factorId === null) return 'the carrier itself';
  const factor = relatedRecords.find(({ record }) => record['id'] === factorId)?.record ?? current?.['carrierFactor'];
  const name = isPlainRecord(factor) ? factor['companyName'] : null;
  return typeof name === 'string' ? `factor ${recordText(name, 'list')}` : 'another factor';
}

/**
 * Returns whether the API pays the debt as asked: it pays a carrier itself, a factor that the bill names, and one that
 * an active payment method of the carrier names.
 */
function isFactoredAndPayable(bill: JsonObject, paid: unknown, subject: RawSubject): boolean {
  if (!findFactor(bill, subject)) return false;
  const methods = findCarrier(bill, subject)?.paymentMethods ?? [];
  const activeMethods = methods.filter(({ status, deletedAt }) => status === 'ACTIVE' && deletedAt === null);
  return (
    paid === null || getFactorId(bill) === paid || activeMethods.some(({ carrierFactor }) => carrierFactor?.id === paid)
  );
}

/** Returns the factor's id of a bill or a payment. */
function getFactorId(record: JsonObject | undefined): unknown {
  const factor = record?.['carrierFactor'];
  return isPlainRecord(factor) ? factor['id'] : null;
}

/** Describes whom the money for a bill has to go to by the record of its carrier. */
export function describeRecordPayee(bill: JsonObject, subject: RawSubject): string {
  if (isPlainRecord(bill['vendor'])) return 'the vendor';
  const payee = findFactor(bill, subject);
  if (payee === undefined) return 'unknown';
  return payee === null ? 'the carrier' : `its factor ${recordText(payee.companyName, 'list')}`;
}

/** Returns the factor of the bill's carrier: null where it has none, undefined where that could not be read. */
function findFactor(bill: JsonObject, subject: RawSubject): ReturnType<typeof getPayeeFactor> | undefined {
  const carrier = findCarrier(bill, subject);
  return carrier && getPayeeFactor(carrier);
}

/** Returns the bill's carrier; undefined where it could not be read with its payment methods. */
function findCarrier(bill: JsonObject, { relatedRecords }: RawSubject): CarrierRecord | undefined {
  const carrier = bill['carrier'];
  if (!isPlainRecord(carrier)) return undefined;
  const record = relatedRecords.find(
    (related) => related.resource === 'carriers' && related.record['id'] === carrier['id'],
  )?.record;
  // What the API's own reading of carriers returned has that shape.
  return record && Array.isArray(record['paymentMethods']) ? (record as unknown as CarrierRecord) : undefined;
}
