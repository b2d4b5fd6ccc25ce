import { getToday } from '../../src/domain/kit/dates.ts';
import type { PayTo, PayToChange } from '../../src/domain/payments/pay-to.ts';
import { findMethodOfRecord } from '../../src/domain/payments/payment-recipient.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { listDistinct } from '../records/distinct.ts';
import type { FactorRecord, PayeeRecord } from '../records/record-types.ts';

type PaymentMethod = PayeeRecord['paymentMethods'][number];
export type FactorRecords = ReadonlyMap<string, FactorRecord>;

/** Returns the factor that the payee's money goes to; null where it goes to the payee. */
export function getPayeeFactor({ paymentMethods }: Pick<PayeeRecord, 'paymentMethods'>): PayeeFactor | null {
  const method = findMethodOfRecord<PaymentMethod>(paymentMethods);
  return method ? getMethodFactor(method) : null;
}

interface PayeeFactor {
  readonly id: string;
  readonly companyName: string;
}

const getMethodFactor = (method: PaymentMethod): PayeeFactor | null =>
  'carrierFactor' in method && method.paymentRecipientType === 'FACTOR' ? method.carrierFactor : null;

export function getPayTo(payee: PayeeRecord, factors: FactorRecords, timeZone: string): PayTo | null {
  const methods: readonly PaymentMethod[] = payee.paymentMethods;
  const method = findMethodOfRecord(methods);
  if (!method) return null;
  const factor = getMethodFactor(method);
  const factorChangedAt = factor && factors.get(factor.id)?.updatedAt;
  const toChange = (source: PayToChange['of'], at: string): PayToChange => ({
    of: source,
    at,
    on: getToday(timeZone, at),
  });
  return {
    factorId: factor?.id ?? null,
    accountNames: listNames(method.companyName, method.accountName),
    ownNames: listNames(payee.name, 'dbaName' in payee ? payee.dbaName : null, factor?.companyName ?? null),
    changes: [
      toChange('paymentMethod', getLastChange(methods, method.createdAt)),
      ...(factorChangedAt ? [toChange('factor', factorChangedAt)] : []),
    ],
  };
}

const listNames = (...names: readonly (string | null)[]): string[] =>
  listDistinct(names.filter((name) => name?.trim())).map((name) => recordText(name, 'list'));

/** Returns the last change of any method: a change of one may make another the one that is paid. */
const getLastChange = (methods: readonly PaymentMethod[], first: string): string =>
  methods
    .flatMap(({ createdAt, updatedAt, deletedAt }) => [createdAt, updatedAt, deletedAt])
    .reduce<string>((last, at) => (at && Date.parse(at) > Date.parse(last) ? at : last), first);
