import { getToday } from '../../src/domain/kit/dates.ts';
import type { PayTo, PayToChange } from '../../src/domain/money/pay-to.ts';
import { findMethodOfRecord } from '../../src/domain/money/payment-recipient.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { distinct } from '../records/distinct.ts';
import type { FactorRecord, PayeeRecord } from '../records/record-types.ts';

type PaymentMethod = PayeeRecord['paymentMethods'][number];
export type FactorRecords = ReadonlyMap<string, FactorRecord>;

/** The factor that the payee's money goes to; null where it goes to the payee. */
export function factorOfPayee({ paymentMethods }: Pick<PayeeRecord, 'paymentMethods'>): Factor | null {
  const method = findMethodOfRecord<PaymentMethod>(paymentMethods);
  return method ? factorOf(method) : null;
}

interface Factor {
  readonly id: string;
  readonly companyName: string;
}

const factorOf = (method: PaymentMethod): Factor | null =>
  'carrierFactor' in method && method.paymentRecipientType === 'FACTOR' ? method.carrierFactor : null;

export function payToOf(payee: PayeeRecord, factors: FactorRecords, timeZone: string): PayTo | null {
  const methods: readonly PaymentMethod[] = payee.paymentMethods;
  const method = findMethodOfRecord(methods);
  if (!method) return null;
  const factor = factorOf(method);
  const factorChangedAt = factor && factors.get(factor.id)?.updatedAt;
  const toChange = (of: PayToChange['of'], at: string): PayToChange => ({ of, at, on: getToday(timeZone, at) });
  return {
    factorId: factor?.id ?? null,
    accountNames: namesOf(method.companyName, method.accountName),
    ownNames: namesOf(payee.name, 'dbaName' in payee ? payee.dbaName : null, factor?.companyName ?? null),
    changes: [
      toChange('paymentMethod', lastChangeOf(methods, method.createdAt)),
      ...(factorChangedAt ? [toChange('factor', factorChangedAt)] : []),
    ],
  };
}

const namesOf = (...names: readonly (string | null)[]): string[] =>
  distinct(names.filter((name) => name?.trim())).map((name) => recordText(name, 'list'));

/** A change of any of them may be what makes another the one that is paid. */
const lastChangeOf = (methods: readonly PaymentMethod[], first: string): string =>
  methods
    .flatMap(({ createdAt, updatedAt, deletedAt }) => [createdAt, updatedAt, deletedAt])
    .reduce<string>((last, at) => (at && Date.parse(at) > Date.parse(last) ? at : last), first);
