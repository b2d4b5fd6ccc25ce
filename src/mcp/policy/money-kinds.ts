import type { OperationName } from '../../contract/operation-names.ts';
import type { MoneyKind } from '../../domain/limits/money-kinds.ts';

/** Every operation that moves some of each kind of money: none is a way round another. */
const moneyKinds: Readonly<Record<MoneyKind, readonly OperationName[]>> = {
  promise: ['loads.addCarrier', 'loads.create', 'loads.tonu', 'services.create', 'shipments.create'],
  approval: ['bills.approve', 'bills.batchApprove', 'bills.update'],
  payment: ['billPayments.create', 'billPayments.update'],
  credit: ['creditMemos.create'],
  invoice: ['shipments.generateInvoice', 'invoices.batchGenerate', 'invoices.create'],
  receipt: ['payments.create', 'payments.update'],
};

const kinds: ReadonlyMap<string, MoneyKind> = new Map(
  // The names are the keys of the very table that the type is taken from.
  Object.entries(moneyKinds).flatMap(([kind, names]) => names.map((name) => [name, kind as MoneyKind] as const)),
);

/** Returns the kind of money that an operation moves, or undefined if it moves none. */
export const getMoneyKind = (operation: string): MoneyKind | undefined => kinds.get(operation);

/**
 * Returns the kind of money that a tool moves with its operations, or undefined if it moves none or several kinds. A
 * tool that pays a bill may approve it on the way, so that the payment counts.
 */
export function getToolMoneyKind(operations: readonly string[]): MoneyKind | undefined {
  const moved = new Set(operations.flatMap((name) => getMoneyKind(name) ?? []));
  if (moved.has('payment')) moved.delete('approval');
  const [kind, ...otherKinds] = moved;
  return otherKinds.length === 0 ? kind : undefined;
}

/** Names of the direct tools and operations by which people mean a whole kind of money. */
export const kindNames: Readonly<Record<MoneyKind, readonly string[]>> = {
  promise: ['book_carrier'],
  approval: ['approve_bills', 'bills.approve', 'bills.batchApprove'],
  payment: ['pay_bills'],
  credit: ['issue_credit'],
  invoice: ['generate_invoices'],
  receipt: ['record_payment'],
};

/**
 * Lists the names under which a policy may speak of a plan: its tool, its operations, and the names of each kind of money
 * that it moves, so that neither another tool nor a raw call is a way round.
 */
export function listPolicyNames({ tool, steps, moves = [] }: NamedPlan): readonly string[] {
  const moved = moves.flatMap(({ operation }) => getMoneyKind(operation) ?? []);
  return [...new Set([tool, ...steps.map(({ operation }) => operation), ...moved.flatMap((kind) => kindNames[kind])])];
}

interface NamedPlan {
  readonly tool: string;
  readonly steps: readonly { readonly operation: string }[];
  readonly moves?: readonly { readonly operation: string }[];
}
