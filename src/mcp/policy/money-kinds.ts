import type { OperationName } from '../../contract/operations.ts';
import type { MoneyKind } from '../../domain/bounds/money-limits.ts';

/** Every operation that moves some of each kind of money: none is a way round another. */
const moneyKinds: Readonly<Record<MoneyKind, readonly OperationName[]>> = {
  promise: ['loads.addCarrier', 'loads.create', 'loads.tonu', 'services.create', 'shipments.create'],
  approval: ['bills.approve', 'bills.batchApprove'],
  payment: ['billPayments.create', 'billPayments.update'],
  credit: ['creditMemos.create'],
  invoice: ['shipments.generateInvoice', 'invoices.batchGenerate', 'invoices.create'],
  receipt: ['payments.create', 'payments.update'],
};

const kinds: ReadonlyMap<string, MoneyKind> = new Map(
  // The names are the keys of the very table that the type is taken from.
  Object.entries(moneyKinds).flatMap(([kind, names]) => names.map((name) => [name, kind as MoneyKind] as const)),
);

/** Undefined of an operation that moves no money. */
export const moneyKindOf = (operation: string): MoneyKind | undefined => kinds.get(operation);

/** The kind that a tool moves with its operations; undefined where it moves none, or whatever it is asked for. */
export function moneyKindOfTool(operations: readonly string[]): MoneyKind | undefined {
  const [kind, ...others] = new Set(operations.flatMap((name) => moneyKindOf(name) ?? []));
  return others.length === 0 ? kind : undefined;
}
