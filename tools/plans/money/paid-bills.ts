import type { OperationName } from '../../../src/contract/operations.ts';
import { WaybillError } from '../../../src/errors.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { factorOfPayee } from '../../bills/payee-pay-to.ts';
import type { CarrierRecord } from '../../records/record-types.ts';
import { type Application, putsMore } from './applied-money.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import type { RawSubject } from '../kit/plan-part.ts';

/** What no payment of a bill may be planned against, whoever would say yes. */

type Json = Readonly<Record<string, unknown>>;

/** The bills that are given more money than before. */
function billsPaid(applications: readonly Application[], { named }: RawSubject): readonly NamedRecord[] {
  const ids = new Set(applications.filter(putsMore).map(({ id }) => id));
  return named.filter(({ resource, record }) => resource === 'bills' && ids.has(String(record['id'])));
}

const payableStatuses: readonly unknown[] = ['APPROVED_TO_PAY', 'PAID'];

export function refuseUnapproved(applications: readonly Application[], subject: RawSubject): void {
  const open = billsPaid(applications, subject).filter(({ record }) => !payableStatuses.includes(record['status']));
  if (open.length === 0) return;
  const texts = open.map(({ record }) => `${String(record['friendlyId'])} (${String(record['status'])})`);
  throw new WaybillError(
    'REFUSED',
    `Only approved bills are paid, not ${texts.join(', ')}. Have them approved with approve_bills, or leave them out.`,
  );
}

interface Payment {
  readonly name: OperationName;
  readonly input: Json;
  readonly subject: RawSubject;
}

/** A carrier's debt that was sold is paid to nobody but the buyer, and one that was not sold to no factor. */
export function refuseOtherPayee(applications: readonly Application[], { name, input, subject }: Payment): void {
  const isNew = name === 'billPayments.create';
  const paid = isNew ? (input['carrierFactorId'] ?? null) : factorIdOf(subject.current);
  const wrong = billsPaid(applications, subject).filter(({ record }) => {
    const payee = payeeOf(record, subject);
    return payee !== undefined && (payee?.id ?? null) !== paid;
  });
  if (wrong.length === 0) return;
  const texts = wrong.map(
    ({ record }) => `${String(record['friendlyId'])} (payee of record: ${payeeOfRecord(record, subject)})`,
  );
  const remedy = isNew
    ? 'name its factor as carrierFactorId, or none where it has none'
    : 'the factor of a payment stays, so record another payment for it';
  throw new WaybillError('REFUSED', `The payee is not that of record for ${texts.join(', ')}: ${remedy}.`);
}

function factorIdOf(payment: Json | undefined): unknown {
  const factor = payment?.['carrierFactor'];
  return isPlainRecord(factor) ? factor['id'] : null;
}

/** Whom the money for a bill has to go to by the record of its carrier. */
export function payeeOfRecord(bill: Json, subject: RawSubject): string {
  if (isPlainRecord(bill['vendor'])) return 'the vendor';
  const payee = payeeOf(bill, subject);
  if (payee === undefined) return 'unknown';
  return payee === null ? 'the carrier' : `its factor ${recordText(payee.companyName, 'list')}`;
}

/** The factor of the bill's carrier, null where it has none, undefined where that could not be read. */
function payeeOf(bill: Json, { named }: RawSubject): ReturnType<typeof factorOfPayee> | undefined {
  const carrier = bill['carrier'];
  if (!isPlainRecord(carrier)) return undefined;
  const record = named.find((one) => one.resource === 'carriers' && one.record['id'] === carrier['id'])?.record;
  return record && Array.isArray(record['paymentMethods']) ? factorOfPayee(carrierIn(record)) : undefined;
}

/** What the API's own reading of carriers returned has that shape. */
const carrierIn = (record: Json) => record as unknown as CarrierRecord;
