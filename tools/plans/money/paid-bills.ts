import { approvedBill } from '../../../src/domain/money/bill.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { describeException, type Refusal } from '../../../src/domain/kit/refusals.ts';
import { WaybillError } from '../../../src/errors.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { Policy } from '../../../src/mcp/policy/policy.ts';
import { factorOfPayee } from '../../bills/payee-pay-to.ts';
import type { CarrierRecord } from '../../records/record-types.ts';
import { type MoneyApplication, isMoneyAdded } from './applied-money.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import type { PlanPart, RawSubject } from '../kit/plan-part.ts';

/** What no payment of a bill may be planned against, unless the policy makes an exception. */

/** The bills that are given more money than before. */
function billsPaid(applications: readonly MoneyApplication[], { relatedRecords }: RawSubject): readonly NamedRecord[] {
  const ids = new Set(applications.filter(isMoneyAdded).map(({ id }) => id));
  return relatedRecords.filter(({ resource, record }) => resource === 'bills' && ids.has(String(record['id'])));
}

export function refuseUnapproved(applications: readonly MoneyApplication[], subject: RawSubject): void {
  const open = billsPaid(applications, subject).filter(
    ({ record }) => !isMet(approvedBill, { status: String(record['status']) }),
  );
  if (open.length === 0) return;
  const texts = open.map(({ record }) => `${String(record['friendlyId'])} (${String(record['status'])})`);
  throw new WaybillError(
    'REFUSED',
    `Only approved bills are paid, not ${texts.join(', ')}. Have them approved with approve_bills, or leave them out.`,
  );
}

interface Payment {
  readonly name: OperationName;
  readonly input: JsonObject;
  readonly subject: RawSubject;
}

/**
 * A carrier's debt that was sold is paid to nobody but the buyer, and one that was not sold to no factor. Of the first the
 * policy may make an exception, as far as the API takes such a payment.
 */
export function otherPayeePart(policy: Policy, applications: readonly MoneyApplication[], payment: Payment): PlanPart {
  const { subject } = payment;
  const paid = paidFactorId(payment);
  const wrong = billsPaid(applications, subject).filter(({ record }) => {
    const payee = payeeOf(record, subject);
    return payee !== undefined && (payee?.id ?? null) !== paid;
  });
  const isAllowed = policy.exceptions.includes('factored_to_other');
  const held = wrong.filter(({ record }) => !isAllowed || !isFactoredAndPayable(record, paid, subject));
  if (held.length > 0) throw otherPayee(held, payment);
  if (wrong.length === 0) return {};
  const sentence = `The money goes to ${payeeText(paid, subject)}, and not to the payee of record, for ${billsText(wrong, subject)}.`;
  return { gate: 'approve', exceptions: [exceptionOf], hits: [describeException(exceptionOf, sentence)] };
}

const exceptionOf: Refusal = 'factored_to_other';

function otherPayee(bills: readonly NamedRecord[], { name, subject }: Payment): WaybillError {
  const remedy = isNew(name)
    ? 'name its factor as carrierFactorId, or none where it has none'
    : 'the factor of a payment stays, so record another payment for it';
  return new WaybillError('REFUSED', `The payee is not that of record for ${billsText(bills, subject)}: ${remedy}.`);
}

const isNew = (name: OperationName) => name === 'billPayments.create';
const paidFactorId = ({ name, input, subject }: Payment): unknown =>
  isNew(name) ? (input['carrierFactorId'] ?? null) : factorIdOf(subject.current);

const billsText = (bills: readonly NamedRecord[], subject: RawSubject) =>
  bills
    .map(({ record }) => `${String(record['friendlyId'])} (payee of record: ${payeeOfRecord(record, subject)})`)
    .join(', ');

function payeeText(factorId: unknown, { relatedRecords, current }: RawSubject): string {
  if (factorId === null) return 'the carrier itself';
  const factor = relatedRecords.find(({ record }) => record['id'] === factorId)?.record ?? current?.['carrierFactor'];
  const name = isPlainRecord(factor) ? factor['companyName'] : null;
  return typeof name === 'string' ? `factor ${recordText(name, 'list')}` : 'another factor';
}

/** The API pays a carrier itself, a factor that the bill names, and one that an active payment method of the carrier names. */
function isFactoredAndPayable(bill: JsonObject, paid: unknown, subject: RawSubject): boolean {
  if (!payeeOf(bill, subject)) return false;
  const methods = carrierOf(bill, subject)?.paymentMethods ?? [];
  const named = methods.filter(({ status, deletedAt }) => status === 'ACTIVE' && deletedAt === null);
  return paid === null || factorIdOf(bill) === paid || named.some(({ carrierFactor }) => carrierFactor?.id === paid);
}

/** Of a bill or a payment. */
function factorIdOf(record: JsonObject | undefined): unknown {
  const factor = record?.['carrierFactor'];
  return isPlainRecord(factor) ? factor['id'] : null;
}

/** Whom the money for a bill has to go to by the record of its carrier. */
export function payeeOfRecord(bill: JsonObject, subject: RawSubject): string {
  if (isPlainRecord(bill['vendor'])) return 'the vendor';
  const payee = payeeOf(bill, subject);
  if (payee === undefined) return 'unknown';
  return payee === null ? 'the carrier' : `its factor ${recordText(payee.companyName, 'list')}`;
}

/** The factor of the bill's carrier, null where it has none, undefined where that could not be read. */
function payeeOf(bill: JsonObject, subject: RawSubject): ReturnType<typeof factorOfPayee> | undefined {
  const carrier = carrierOf(bill, subject);
  return carrier && factorOfPayee(carrier);
}

/** Undefined where it could not be read with its payment methods. */
function carrierOf(bill: JsonObject, { relatedRecords }: RawSubject): CarrierRecord | undefined {
  const carrier = bill['carrier'];
  if (!isPlainRecord(carrier)) return undefined;
  const record = relatedRecords.find(
    (one) => one.resource === 'carriers' && one.record['id'] === carrier['id'],
  )?.record;
  // What the API's own reading of carriers returned has that shape.
  return record && Array.isArray(record['paymentMethods']) ? (record as unknown as CarrierRecord) : undefined;
}
