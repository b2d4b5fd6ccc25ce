import type { OperationName } from '../../../src/contract/operation-names.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { AmountOf } from '../../../src/domain/money/money.ts';
import { moneyKindOf } from '../../../src/mcp/policy/money-kinds.ts';
import type { PlanDraft, PlanMove } from '../../../src/mcp/tool/plan.ts';
import { centsOf } from '../../records/amounts.ts';
import type { Promised, RawSubject } from '../kit/plan-part.ts';
import type { MoneyApplication } from './applied-money.ts';

type Move = Omit<PlanMove, 'step' | 'operation'>;

/** What is invoiced of one shipment. */
export interface Invoiced {
  readonly amount: number | null;
  readonly currency: string;
  /** Number of the shipment. */
  readonly item: string;
  readonly customerId: string;
}

interface Write {
  readonly name: OperationName;
  readonly input: JsonObject;
  readonly subject: RawSubject;
  readonly applications: readonly MoneyApplication[];
  readonly promised: readonly Promised[];
  readonly invoiced: readonly Invoiced[];
  /** What a change of an approved bill approves anew. */
  readonly approved: readonly Promised[];
  /** What the plan shows, for what is moved as a whole. */
  readonly money: PlanDraft['money'];
}

/** What one call moves, for the limits of a policy: by payee, and by line where lines can be left out. */
export function movesOf(write: Write): readonly PlanMove[] {
  const { name } = write;
  return ofKind(write).map((move) => ({ ...move, step: 0, operation: name }));
}

function ofKind(write: Write): readonly Move[] {
  switch (moneyKindOf(write.name)) {
    case 'promise':
      return write.promised.map(toMove);
    case 'approval':
      return write.name === 'bills.update' ? write.approved.map(toMove) : approvedMoves(write);
    case 'payment':
      return paidMoves(write);
    case 'invoice':
      return write.invoiced.length > 0 ? write.invoiced.map(invoicedMove) : wholeMoves(write);
    case 'credit':
    case 'receipt':
      return wholeMoves(write);
    default:
      return [];
  }
}

const toMove = ({ payee, currency, amountCents }: Promised): Move => ({ amount: { currency, amountCents }, payee });

function approvedMoves({ name, input, subject }: Write): readonly Move[] {
  const ids = name === 'bills.approve' ? [subject.current?.['id'] ?? input['id']] : [input['billIds']].flat();
  return [...new Set(ids)].map((one) => {
    const bill = billIn(subject, one);
    return { ...itemOf(bill), amount: amountIn(bill, bill?.['amount']), payee: payeeOf(bill) };
  });
}

/** What bills get more than before. */
function paidMoves({ name, input, subject, applications }: Write): readonly Move[] {
  const factorId =
    name === 'billPayments.create' ? idIn(input, 'carrierFactorId') : idOf(subject.current?.['carrierFactor']);
  return applications
    .map((one) => ({ ...one, addedCents: one.cents - one.formerCents }))
    .filter(({ addedCents }) => addedCents > 0)
    .map(({ id, addedCents }) => {
      const bill = billIn(subject, id);
      const currency = bill?.['currency'];
      return {
        ...itemOf(bill),
        amount: typeof currency === 'string' ? { currency, amountCents: addedCents } : null,
        payee: factorId ?? payeeOf({ ...bill, carrierFactor: null }),
      };
    });
}

const invoicedMove = ({ amount, currency, item, customerId }: Invoiced): Move => ({
  item,
  amount: amount === null ? null : { currency, amountCents: centsOf(amount) },
  payee: customerId,
});

/** Of one customer, and decided as a whole. A change that names no money moves none. */
function wholeMoves({ name, input, subject: { current, relatedRecords }, money }: Write): readonly Move[] {
  const [one, ...others] = relatedRecords.filter(({ resource }) => resource === 'customers');
  const only = one && others.length === 0 ? idOf(one.record) : null;
  const payee = idIn(input, 'customerId') ?? idOf(current?.['customer']) ?? only;
  const isSilent = name.endsWith('.update') && !Array.isArray(input['applications']);
  if (money.length === 0) return isSilent ? [] : [{ amount: null, payee }];
  return money.map(({ currency, amountCents }) => ({ amount: { currency, amountCents }, payee }));
}

const billIn = ({ current, relatedRecords }: RawSubject, id: unknown): JsonObject | undefined =>
  [
    ...(current ? [current] : []),
    ...relatedRecords.filter(({ resource }) => resource === 'bills').map(({ record }) => record),
  ].find((record) => record['id'] === id);

function amountIn(record: JsonObject | undefined, amount: unknown): AmountOf | null {
  const currency = record?.['currency'];
  return typeof amount === 'number' && typeof currency === 'string' ? { currency, amountCents: centsOf(amount) } : null;
}

const itemOf = (bill: JsonObject | undefined): Pick<Move, 'item'> =>
  typeof bill?.['friendlyId'] === 'string' ? { item: bill['friendlyId'] } : {};

const payeeOf = (bill: JsonObject | undefined): string | null =>
  idOf(bill?.['carrierFactor']) ?? idOf(bill?.['carrier']) ?? idOf(bill?.['vendor']);

const idOf = (record: unknown): string | null => (isPlainRecord(record) ? idIn(record, 'id') : null);
const idIn = (record: JsonObject, field: string): string | null =>
  typeof record[field] === 'string' ? record[field] : null;
