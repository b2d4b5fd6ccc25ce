import type { JsonObject } from '../domain/kit/plain-record.ts';
import { approvedBill } from '../domain/bills/bill.ts';
import { isMet } from '../domain/rules/rule.ts';
import type { AddedLoadCarrier, ApplyCreditResult, BatchApproveResult } from '../contract/types.ts';
import { isObject } from './responses/json-object.ts';

export interface LostWrite {
  readonly name: string;
  readonly input: JsonObject;
  /** ISO, by the API's time: what is older was not made by this write. */
  readonly since: string;
  readonly read: (operation: string, input: JsonObject) => Promise<unknown>;
}

/** Returns the response of a write that the records show to be carried out, undefined where they show nothing. */
export type Lookup = (lost: LostWrite) => Promise<unknown>;

/** Money writes whose traces can be distinguished by amount, reference and time. Mail and bank details leave none. */
const lookups: Readonly<Record<string, Lookup>> = {
  'billPayments.create': (lost) =>
    findNew(lost, 'billPayments.filter', (made) => isSamePayment(made, lost.input, 'billId')),
  'payments.create': (lost) =>
    findNew(
      lost,
      'payments.filter',
      (made) => isSameId(made['customer'], lost.input['customerId']) && isSamePayment(made, lost.input, 'invoiceId'),
    ),
  'creditMemos.create': (lost) =>
    findNew(
      lost,
      'creditMemos.filter',
      (made) =>
        isSameId(made['customer'], lost.input['customerId']) &&
        isSameAmount(made['amount'], lost.input['amount']) &&
        isSameReference(made, lost.input),
    ),
  'creditMemos.apply': async ({ input, since, read }): Promise<ApplyCreditResult | undefined> => {
    const creditMemo = await read('creditMemos.get', { id: input['id'], by: 'id' });
    const application = findOnly(
      listRecords(creditMemo, 'applications').filter(
        (each) =>
          each['invoiceId'] === input['invoiceId'] &&
          isSameAmount(each['amount'], input['amount']) &&
          isSince(each['appliedAt'], since),
      ),
    );
    // The memo and its application, as the API returns them after the write.
    return application && ({ application, creditMemo } as unknown as ApplyCreditResult);
  },
  'bills.approve': async ({ input, read }) => {
    const bill = await read('bills.get', { id: input['id'], by: 'id' });
    return isApproved(bill) ? bill : undefined;
  },
  'bills.batchApprove': async ({ input, read }): Promise<BatchApproveResult | undefined> => {
    const ids = Array.isArray(input['billIds']) ? input['billIds'].filter((id) => typeof id === 'string') : [];
    const bills = await Promise.all(ids.map((id) => read('bills.get', { id, by: 'id' })));
    if (bills.length === 0 || !bills.every(isApproved)) return undefined;
    return { approved: ids.map((billId) => ({ billId, status: 'APPROVED_TO_PAY' })), failed: [] };
  },
  'loads.addCarrier': async ({ input, since, read }): Promise<AddedLoadCarrier | undefined> => {
    const load = await read('loads.get', { id: input['id'], by: 'id' });
    const loadCarrier = findOnly(
      listRecords(load, 'carriers').filter(
        (each) =>
          isSameId(each['carrier'], getId(input['carrier'])) &&
          isSince(each['createdAt'], since) &&
          isSameCost(each, listRecords(input, 'charges')),
      ),
    );
    if (!loadCarrier || !isObject(load)) return undefined;
    // The load and its new carrier, as the API returns them after the write.
    return { loadId: load['id'], loadCarrierId: loadCarrier['id'], loadCarrier } as unknown as AddedLoadCarrier;
  },
};

export const findLookup = (operation: string): Lookup | undefined => lookups[operation];

/** Returns the one record of the newest that fits; two that fit settle nothing. */
async function findNew(
  { read, since }: LostWrite,
  operation: string,
  isMatch: (made: JsonObject) => boolean,
): Promise<unknown> {
  const page = await read(operation, { pageSize: 50 });
  return findOnly(listRecords(page, 'data').filter((made) => isSince(made['createdAt'], since) && isMatch(made)));
}

const findOnly = (matches: readonly JsonObject[]): JsonObject | undefined =>
  matches.length === 1 ? matches[0] : undefined;

const listRecords = (record: unknown, field: string): readonly JsonObject[] => {
  const list = isObject(record) ? record[field] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
};

const isSince = (at: unknown, since: string): boolean => typeof at === 'string' && Date.parse(at) >= Date.parse(since);

const isApproved = (bill: unknown): boolean =>
  isObject(bill) && isMet(approvedBill, { status: String(bill['status']) });

const toCents = (amount: unknown): number => Math.round(Number(amount) * 100);
const isSameAmount = (first: unknown, second: unknown): boolean => toCents(first) === toCents(second);

/** Compares the cost with the charges. A charge is its amount, or its rate times its quantity. */
function isSameCost({ totalCost }: JsonObject, charges: readonly JsonObject[]): boolean {
  const cents = charges.map(({ amount, rate, quantity }) =>
    amount === undefined ? toCents(Number(rate) * Number(quantity ?? 1)) : toCents(amount),
  );
  return toCents(totalCost ?? 0) === cents.reduce((sum, each) => sum + each, 0);
}

const getId = (reference: unknown): unknown => (isObject(reference) ? reference['id'] : undefined);
const isSameId = (reference: unknown, id: unknown): boolean => id !== undefined && getId(reference) === id;

/** Compares the references. If the API does not return the reference, the amounts decide. */
const isSameReference = (made: JsonObject, input: JsonObject): boolean =>
  made['reference'] === undefined || (made['reference'] ?? null) === (input['reference'] ?? null);

/** Tests if a payment pays the same amounts for the same bills or invoices, under the same reference. */
function isSamePayment(made: JsonObject, input: JsonObject, target: 'billId' | 'invoiceId'): boolean {
  const toLines = (record: JsonObject) =>
    listRecords(record, 'applications')
      .map((line) => `${String(line[target])} ${toCents(line['amount'])}`)
      .toSorted()
      .join();
  return toLines(made) === toLines(input) && isSameReference(made, input);
}
