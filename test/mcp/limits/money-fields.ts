import type * as z from 'zod';
import { catalogue } from '../../../src/contract/catalogue.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { type MoneyKind, moneyKindWords } from '../../../src/domain/limits/money-kinds.ts';
import { getMoneyKind } from '../../../src/mcp/policy/money-kinds.ts';

/** Numbers of inputs that are no money, by the last part of their path: counts, sizes, places and ids. */
const otherNumbers: ReadonlySet<string> = new Set(
  [
    'trucks trailers drivers powerUnits',
    'usDriverInspections usDriverInspectionsOos usDriverInspectionsOosPct',
    'usVehicleInspections usVehicleInspectionsOos usVehicleInspectionsOosPct',
    'sequence handlingUnitQuantity weight volume length width height mileage',
    'days fileSize chargeCodeId id',
    // What a saved search looks for.
    'values[] value min max valueRelative minRelative maxRelative',
  ].flatMap((names) => names.split(' ')),
);

const isMoney = (path: string): boolean => !otherNumbers.has(path.split('.').at(-1) ?? '');

/** Lists the numbers in the inputs of writing operations that are money, or that money is reckoned from. */
export function listMoneyFields(): ReadonlyMap<OperationName, readonly string[]> {
  const writing = catalogue().filter(({ effect }) => effect !== 'read');
  const fields = writing.map(({ name, operation: { body, query } }) => {
    const numbers = [body, query].flatMap((schema) => (schema ? listNumbers(schema, '') : []));
    return [name, [...new Set(numbers.filter(isMoney))]] as const;
  });
  return new Map(fields.filter(([, paths]) => paths.length > 0));
}

/** A schema of zod as far as it is walked; its own types hide what holds other schemas. */
interface SchemaDefinition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly valueType?: z.ZodType;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
}

function listNumbers(schema: z.ZodType, path: string): readonly string[] {
  // Every schema has its definition there.
  const {
    type,
    shape = {},
    element,
    valueType,
    innerType,
    options = [],
    in: from,
    left,
    right,
  } = schema.def as unknown as SchemaDefinition;
  if (type === 'number' || type === 'int' || type === 'bigint') return [path];
  const inner = [innerType, from, left, right, ...options].filter((member) => member !== undefined);
  return [
    ...inner.flatMap((member) => listNumbers(member, path)),
    ...(element ? listNumbers(element, `${path}[]`) : []),
    ...(valueType ? listNumbers(valueType, `${path}.*`) : []),
    ...Object.entries(shape).flatMap(([name, member]) => listNumbers(member, path === '' ? name : `${path}.${name}`)),
  ];
}

/** The limit that counts a field, or the reason why none has to. */
type MoneyFieldRule = MoneyKind | { readonly because: string };

const ignoreBecause = (reason: string): MoneyFieldRule => ({ because: reason });

const fact = ignoreBecause('a fact about the carrier, which moves nothing; its change is approved');
const threshold = ignoreBecause('a threshold for later decisions, which moves nothing; its change is approved');
const fee = ignoreBecause('a rate, which moves nothing; the bill that it lowers counts as approved anew');
const revenue = ignoreBecause('what a customer is charged counts when it is invoiced');
const offer = ignoreBecause(
  'an offer, which binds nobody: its charges count when it is booked, and when it is invoiced',
);

/** Kind of money that each field counts as. A field without a row fails the test. */
export const moneyFields: Readonly<Partial<Record<OperationName, Readonly<Record<string, MoneyFieldRule>>>>> = {
  'carriers.create': {
    insuranceAutoLiabilityLimit: fact,
    insuranceCargoLiabilityLimit: fact,
    insuranceGeneralLiabilityLimit: fact,
  },
  'carriers.update': {
    insuranceAutoLiabilityLimit: fact,
    insuranceCargoLiabilityLimit: fact,
    insuranceGeneralLiabilityLimit: fact,
  },
  'customers.create': {
    creditLimit: threshold,
    creditUsageWarning: threshold,
    freeCreditReq: threshold,
    defaultMargin: threshold,
    minMargin: threshold,
    maxMargin: threshold,
  },
  'customers.update': {
    creditLimit: threshold,
    creditUsageWarning: threshold,
    freeCreditReq: threshold,
    defaultMargin: threshold,
    minMargin: threshold,
    maxMargin: threshold,
  },
  'paymentTerms.create': { quickPayFee: fee },
  'paymentTerms.update': { quickPayFee: fee },
  'quotes.create': {
    'order.charges[].amount': offer,
    'order.charges[].quantity': offer,
    'order.charges[].rate': offer,
    amount: offer,
    target: offer,
  },
  'quotes.update': { amount: offer, target: offer },
  'quotes.convertToShipment': {
    'additionalOrders[].charges[].amount': revenue,
    'additionalOrders[].charges[].quantity': revenue,
    'additionalOrders[].charges[].rate': revenue,
  },
  'orders.update': { 'charges[].amount': revenue, 'charges[].quantity': revenue, 'charges[].rate': revenue },
  'shipments.create': {
    'orders[].charges[].amount': revenue,
    'orders[].charges[].quantity': revenue,
    'orders[].charges[].rate': revenue,
    'loads[].carrier.charges[].amount': 'promise',
    'loads[].carrier.charges[].quantity': 'promise',
    'loads[].carrier.charges[].rate': 'promise',
    'services[].charges[].amount': 'promise',
    'services[].charges[].quantity': 'promise',
    'services[].charges[].rate': 'promise',
  },
  'loads.create': {
    'load.carrier.charges[].amount': 'promise',
    'load.carrier.charges[].quantity': 'promise',
    'load.carrier.charges[].rate': 'promise',
  },
  'loads.addCarrier': { 'charges[].amount': 'promise', 'charges[].quantity': 'promise', 'charges[].rate': 'promise' },
  'loads.tonu': { 'costs[].amount': 'promise' },
  'services.create': {
    'service.charges[].amount': 'promise',
    'service.charges[].quantity': 'promise',
    'service.charges[].rate': 'promise',
  },
  'bills.create': { amount: ignoreBecause('a bill is recorded in review, and counts when it is approved') },
  'bills.update': { amount: 'approval' },
  'billPayments.create': { 'applications[].amount': 'payment' },
  'billPayments.update': { 'applications[].amount': 'payment' },
  'invoices.create': { amount: 'invoice' },
  'payments.create': {
    'applications[].amount': 'receipt',
    'creditApplications[].amount': ignoreBecause('credit counts when it is given'),
  },
  'payments.update': {
    'applications[].amount': 'receipt',
    'creditApplications[].amount': ignoreBecause('credit counts when it is given'),
  },
  'creditMemos.create': { amount: 'credit' },
  'creditMemos.apply': { amount: ignoreBecause('credit counts when it is given') },
};

/** Fields that a limit counts, one by one. */
export const countedFields = Object.entries(moneyFields).flatMap(([name, fields]) =>
  Object.entries(fields).flatMap(([path, counted]) =>
    typeof counted === 'string' ? [{ operation: name as OperationName, path, kind: counted }] : [],
  ),
);

/** Formats the table as the docs have it: the fields of each operation that count in the same place share a row. */
export function formatMoneyTable(): string {
  const rows = Object.entries(moneyFields).flatMap(([name, fields]) => {
    const byPlace = Map.groupBy(Object.entries(fields), ([, counted]) => formatPlace(counted));
    return [...byPlace].map(([place, entries]) => [
      `\`${name}\``,
      entries.map(([path]) => `\`${path}\``).join(', '),
      place,
    ]);
  });
  const withoutFields = catalogue().flatMap(({ name }) => {
    const kind = moneyFields[name] === undefined ? getMoneyKind(name) : undefined;
    return kind === undefined ? [] : [[`\`${name}\``, 'none: the amounts of the records', formatPlace(kind)]];
  });
  const table = [['operation', 'fields', 'counts as'], ['---', '---', '---'], ...rows, ...withoutFields];
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const formatPlace = (counted: MoneyFieldRule): string =>
  typeof counted === 'string' ? `**${moneyKindWords[counted]}**` : `not counted: ${counted.because}`;
