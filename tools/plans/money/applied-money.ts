import type { OperationName } from '../../../src/contract/operation-names.ts';
import { type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import { toAmountCents } from '../../records/amounts.ts';

/** Share of a payment or credit that goes to one record. */
export interface MoneyApplication {
  readonly id: string;
  /** The same under the name of its kind, such as `billId`. */
  readonly target: JsonObject;
  readonly cents: number;
  /** Cents of the same payment that are on the record already, and are replaced. */
  readonly formerCents: number;
}

/** Returns true if the record gets more money than before. */
export const isMoneyAdded = ({ cents, formerCents }: MoneyApplication): boolean => cents > formerCents;

export interface AppliedMoney {
  readonly applications: readonly MoneyApplication[];
  /** Members of the input that say them. */
  readonly members: readonly string[];
}

const lists = ['applications', 'creditApplications'] as const;

/** Returns what a write puts on bills, invoices and credits, and what it takes off them. */
export function getAppliedMoney(name: OperationName, input: JsonObject, current: JsonObject | undefined): AppliedMoney {
  if (name === 'creditMemos.apply')
    return { applications: [buildApplication(input, undefined)], members: ['invoiceId', 'amount'] };
  if (name === 'payments.delete' || name === 'billPayments.delete')
    return {
      applications: lists.flatMap((member) => listPlainRecords(current?.[member]).map(buildRemoval)),
      members: [],
    };
  if (name === 'creditMemos.unapply') {
    const removedRows = listPlainRecords(current?.['applications']).filter(({ id }) => id === input['applicationId']);
    return { applications: removedRows.map(buildRemoval), members: removedRows.length > 0 ? ['applicationId'] : [] };
  }
  if (!/^(?:billPayments|payments)\.(?:create|update)$/.test(name)) return { applications: [], members: [] };
  const members = lists.filter((member) => Array.isArray(input[member]));
  const applications = members.flatMap((member) => {
    const former = listPlainRecords(current?.[member]);
    // What a customer's payment names replaces the list, what a bill payment names changes it.
    return listChanges(listPlainRecords(input[member]), former, { isReplaced: name === 'payments.update' });
  });
  return { applications, members };
}

function listChanges(
  items: readonly JsonObject[],
  former: readonly JsonObject[],
  { isReplaced }: { readonly isReplaced: boolean },
): readonly MoneyApplication[] {
  const changes = items.map((item) => ({ item, before: former.find((line) => isSame(item, line)) }));
  const dropped = isReplaced ? former.filter((line) => !changes.some(({ before }) => before === line)) : [];
  return [...changes.map(({ item, before }) => buildApplication(item, before)), ...dropped.map(buildRemoval)];
}

const idNames = ['billId', 'invoiceId', 'creditMemoId'] as const;
const findTargetName = (item: JsonObject) => idNames.find((name) => typeof item[name] === 'string');

/** Returns the target that an item names; one that names an application has the target of that. */
function getTarget(item: JsonObject, former?: JsonObject): JsonObject {
  const name = findTargetName(item);
  if (name !== undefined) return { [name]: item[name] };
  return former ? getTarget(former) : {};
}

const getTargetId = (target: JsonObject) => Object.values(target).find((id) => typeof id === 'string') ?? '';
const isSame = (item: JsonObject, former: JsonObject) =>
  item['id'] === undefined
    ? getTargetId(getTarget(former)) === getTargetId(getTarget(item))
    : former['id'] === item['id'];
const getCents = (item: JsonObject) => (typeof item['amount'] === 'number' ? toAmountCents(item['amount']) : 0);

const buildRemoval = (former: JsonObject): MoneyApplication => buildApplication({ delete: true }, former);

function buildApplication(item: JsonObject, former: JsonObject | undefined): MoneyApplication {
  const formerCents = former ? getCents(former) : 0;
  const target = getTarget(item, former);
  const base = { id: getTargetId(target), target, formerCents };
  if (item['delete'] === true) return { ...base, cents: 0 };
  return { ...base, cents: item['amount'] === undefined ? formerCents : getCents(item) };
}
