import type { OperationName } from '../../../src/contract/operation-names.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { centsOf } from '../../records/amounts.ts';

/** How much of a payment or credit goes to one record. */
export interface Application {
  readonly id: string;
  /** The same under the name of its kind, such as `billId`. */
  readonly target: JsonObject;
  readonly cents: number;
  /** What of the same payment is on it already, and goes. */
  readonly formerCents: number;
}

/** Whether the record is given more money than before. */
export const putsMore = ({ cents, formerCents }: Application): boolean => cents > formerCents;

export interface AppliedMoney {
  readonly applications: readonly Application[];
  /** Members of the input that say them. */
  readonly members: readonly string[];
}

const lists = ['applications', 'creditApplications'] as const;

/** What a write puts on bills, invoices and credits, and what it takes off them. */
export function appliedMoney(name: OperationName, input: JsonObject, current: JsonObject | undefined): AppliedMoney {
  if (name === 'creditMemos.apply')
    return { applications: [applicationOf(input, undefined)], members: ['invoiceId', 'amount'] };
  if (name === 'payments.delete' || name === 'billPayments.delete')
    return { applications: lists.flatMap((member) => recordsIn(current?.[member]).map(takenOff)), members: [] };
  if (name === 'creditMemos.unapply') {
    const taken = recordsIn(current?.['applications']).filter(({ id }) => id === input['applicationId']);
    return { applications: taken.map(takenOff), members: taken.length > 0 ? ['applicationId'] : [] };
  }
  if (!/^(?:billPayments|payments)\.(?:create|update)$/.test(name)) return { applications: [], members: [] };
  const members = lists.filter((member) => Array.isArray(input[member]));
  const applications = members.flatMap((member) => {
    const former = recordsIn(current?.[member]);
    // What a customer's payment names replaces the list, what a bill payment names changes it.
    return changesIn(recordsIn(input[member]), former, { isReplaced: name === 'payments.update' });
  });
  return { applications, members };
}

function changesIn(
  items: readonly JsonObject[],
  former: readonly JsonObject[],
  { isReplaced }: { readonly isReplaced: boolean },
): readonly Application[] {
  const named = items.map((item) => ({ item, before: former.find((one) => isSame(item, one)) }));
  const dropped = isReplaced ? former.filter((one) => !named.some(({ before }) => before === one)) : [];
  return [...named.map(({ item, before }) => applicationOf(item, before)), ...dropped.map(takenOff)];
}

const idNames = ['billId', 'invoiceId', 'creditMemoId'] as const;
const targetName = (item: JsonObject) => idNames.find((name) => typeof item[name] === 'string');

/** What the item names, which an item that names an application leaves to that. */
function targetOf(item: JsonObject, former?: JsonObject): JsonObject {
  const name = targetName(item);
  if (name !== undefined) return { [name]: item[name] };
  return former ? targetOf(former) : {};
}

const idOf = (target: JsonObject) => Object.values(target).find((id) => typeof id === 'string') ?? '';
const isSame = (item: JsonObject, former: JsonObject) =>
  item['id'] === undefined ? idOf(targetOf(former)) === idOf(targetOf(item)) : former['id'] === item['id'];
const recordsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isPlainRecord) : []);
const centsIn = (item: JsonObject) => (typeof item['amount'] === 'number' ? centsOf(item['amount']) : 0);

const takenOff = (former: JsonObject): Application => applicationOf({ delete: true }, former);

function applicationOf(item: JsonObject, former: JsonObject | undefined): Application {
  const formerCents = former ? centsIn(former) : 0;
  const target = targetOf(item, former);
  const named = { id: idOf(target), target, formerCents };
  if (item['delete'] === true) return { ...named, cents: 0 };
  return { ...named, cents: item['amount'] === undefined ? formerCents : centsIn(item) };
}
