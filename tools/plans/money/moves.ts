import type { OperationName } from '../../../src/contract/operation-names.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { AmountOf } from '../../../src/domain/money/money.ts';
import { getMoneyKind } from '../../../src/mcp/policy/money-kinds.ts';
import type { PlanDraft, PlanMove } from '../../../src/mcp/tool/plan.ts';
import { toAmountCents } from '../../records/amounts.ts';
import type { Promised, RawSubject } from '../kit/plan-part.ts';
import type { MoneyApplication } from './applied-money.ts';

type UnplacedMove = Omit<PlanMove, 'step' | 'operation'>;

/** Invoice that a call makes of one shipment. */
export interface PlannedInvoice {
  readonly amount: number | null;
  readonly currency: string;
  /** Number of the shipment. */
  readonly item: string;
  readonly customerId: string;
}

interface MoneyWrite {
  readonly name: OperationName;
  readonly input: JsonObject;
  readonly subject: RawSubject;
  readonly applications: readonly MoneyApplication[];
  readonly promised: readonly Promised[];
  readonly invoiced: readonly PlannedInvoice[];
  /** Amounts that a change of an approved bill approves anew. */
  readonly approved: readonly Promised[];
  /** Amounts that the plan shows, for money that is moved as a whole. */
  readonly money: PlanDraft['money'];
}

/** Lists what one call moves, for the limits of a policy: by payee, and by line where lines can be left out. */
export function listMoves(write: MoneyWrite): readonly PlanMove[] {
  const { name } = write;
  return listMovesByKind(write).map((move) => ({ ...move, step: 0, operation: name }));
}

function listMovesByKind(write: MoneyWrite): readonly UnplacedMove[] {
  switch (getMoneyKind(write.name)) {
    case 'promise':
      return write.promised.map(toMove);
    case 'approval':
      return write.name === 'bills.update' ? write.approved.map(toMove) : listApprovedMoves(write);
    case 'payment':
      return listPaidMoves(write);
    case 'invoice':
      return write.invoiced.length > 0 ? write.invoiced.map(toInvoiceMove) : listWholeMoves(write);
    case 'credit':
    case 'receipt':
      return listWholeMoves(write);
    default:
      return [];
  }
}

const toMove = ({ payee, currency, amountCents }: Promised): UnplacedMove => ({
  amount: { currency, amountCents },
  payee,
});

function listApprovedMoves({ name, input, subject }: MoneyWrite): readonly UnplacedMove[] {
  const ids = name === 'bills.approve' ? [subject.current?.['id'] ?? input['id']] : [input['billIds']].flat();
  return [...new Set(ids)].map((id) => {
    const bill = findBill(subject, id);
    return { ...getItem(bill), amount: getAmount(bill, bill?.['amount']), payee: getPayeeId(bill) };
  });
}

/** Lists the money that bills get in addition. */
function listPaidMoves({ name, input, subject, applications }: MoneyWrite): readonly UnplacedMove[] {
  const factorId =
    name === 'billPayments.create' ? getId(input, 'carrierFactorId') : getRecordId(subject.current?.['carrierFactor']);
  return applications
    .map((application) => ({ ...application, addedCents: application.cents - application.formerCents }))
    .filter(({ addedCents }) => addedCents > 0)
    .map(({ id, addedCents }) => {
      const bill = findBill(subject, id);
      const currency = bill?.['currency'];
      return {
        ...getItem(bill),
        amount: typeof currency === 'string' ? { currency, amountCents: addedCents } : null,
        payee: factorId ?? getPayeeId({ ...bill, carrierFactor: null }),
      };
    });
}

const toInvoiceMove = ({ amount, currency, item, customerId }: PlannedInvoice): UnplacedMove => ({
  item,
  amount: amount === null ? null : { currency, amountCents: toAmountCents(amount) },
  payee: customerId,
});

/** Lists moves of one customer, decided as a whole. A change that names no money moves none. */
function listWholeMoves({
  name,
  input,
  subject: { current, relatedRecords },
  money,
}: MoneyWrite): readonly UnplacedMove[] {
  const [firstCustomer, ...otherCustomers] = relatedRecords.filter(({ resource }) => resource === 'customers');
  const only = firstCustomer && otherCustomers.length === 0 ? getRecordId(firstCustomer.record) : null;
  const payee = getId(input, 'customerId') ?? getRecordId(current?.['customer']) ?? only;
  const isSilent = name.endsWith('.update') && !Array.isArray(input['applications']);
  if (money.length === 0) return isSilent ? [] : [{ amount: null, payee }];
  return money.map(({ currency, amountCents }) => ({ amount: { currency, amountCents }, payee }));
}

const findBill = ({ current, relatedRecords }: RawSubject, id: unknown): JsonObject | undefined =>
  [
    ...(current ? [current] : []),
    ...relatedRecords.filter(({ resource }) => resource === 'bills').map(({ record }) => record),
  ].find((record) => record['id'] === id);

function getAmount(record: JsonObject | undefined, amount: unknown): AmountOf | null {
  const currency = record?.['currency'];
  return typeof amount === 'number' && typeof currency === 'string'
    ? { currency, amountCents: toAmountCents(amount) }
    : null;
}

const getItem = (bill: JsonObject | undefined): Pick<UnplacedMove, 'item'> =>
  typeof bill?.['friendlyId'] === 'string' ? { item: bill['friendlyId'] } : {};

const getPayeeId = (bill: JsonObject | undefined): string | null =>
  getRecordId(bill?.['carrierFactor']) ?? getRecordId(bill?.['carrier']) ?? getRecordId(bill?.['vendor']);

const getRecordId = (record: unknown): string | null => (isPlainRecord(record) ? getId(record, 'id') : null);
const getId = (record: JsonObject, field: string): string | null =>
  typeof record[field] === 'string' ? record[field] : null;
