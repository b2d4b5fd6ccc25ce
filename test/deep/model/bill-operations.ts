import * as fc from 'fast-check';
import {
  listRefusals,
  cents,
  listRecordRefusals,
  defineOperation,
  pick,
  place,
  repeatByWeight,
  toDollars,
} from './operation.ts';
import { findBill, billStatus, sumBillPaid, computeServiceStatus } from './statuses.ts';
import { type ModelBill, listLive, requireRecord, type ModelService, type ModelTruck, type World } from './world.ts';

const amounts = fc.record({ entity: place, isVendor: fc.constantFrom(false, false, true), amount: cents });

/** A carrier that was taken off the load is owed nothing. */
const isBillableTruck = (world: World) => (truck: ModelTruck) =>
  truck.status !== 'BOUNCED' && !findBill(world, truck.id);
const isBillableService = (world: World) => (service: ModelService) =>
  computeServiceStatus(world, service) === 'AWAITING_INVOICE';

export const createBill = defineOperation('create bill', amounts, (world, { entity: at, isVendor, amount }) => {
  const entity = isVendor
    ? pick(world.services, at, isBillableService(world))
    : pick(world.trucks, at, isBillableTruck(world));
  if (!entity) return undefined;
  const isBillable = 'loadId' in entity ? isBillableTruck(world)(entity) : isBillableService(world)(entity);
  const kind = isVendor ? 'VENDOR' : 'CARRIER';
  const body = { entityType: kind, entityId: entity.id, invoiceDate: '2026-11-15', amount: toDollars(amount) };
  return {
    request: ['POST', '/v1/bills', body],
    refusals: entity.gone ? [422] : listRefusals([!isBillable, 409]),
    after({ id }) {
      const { payee } = entity;
      const { currency } = payee;
      world.bills.push({ id, gone: false, kind, entityId: entity.id, payee, currency, amount, isApproved: false });
    },
  };
});

/** Returns the truck or service that a bill is for. */
export const getBilledEntity = (world: World, { kind, entityId }: ModelBill): ModelService | ModelTruck =>
  kind === 'VENDOR' ? requireRecord(world.services, entityId) : requireRecord(world.trucks, entityId);

const has = (world: World, status: string) => (bill: ModelBill) => billStatus(world, bill) === status;
const which = fc.record({ bill: place });

export const approveBill = defineOperation('approve bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill, has(world, 'IN_REVIEW'));
  if (!bill) return undefined;
  return {
    request: ['POST', `/v1/bills/${bill.id}/approve`],
    refusals: listRecordRefusals(bill, [!has(world, 'IN_REVIEW')(bill) || getBilledEntity(world, bill).gone, 409]),
    after() {
      bill.isApproved = true;
    },
  };
});

const unapprove = defineOperation('unapprove bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill, has(world, 'APPROVED_TO_PAY'));
  if (!bill) return undefined;
  const isPossible = has(world, 'APPROVED_TO_PAY')(bill) && sumBillPaid(world, bill) === 0;
  return {
    request: ['POST', `/v1/bills/${bill.id}/unapprove`],
    refusals: listRecordRefusals(bill, [!isPossible || getBilledEntity(world, bill).gone, 409]),
    after() {
      bill.isApproved = false;
    },
  };
});

const batch = fc.record({ bills: fc.array(place, { minLength: 1, maxLength: 4 }) });

const approveEach = defineOperation('approve bills', batch, (world, choice) => {
  const chosen = choice.bills.flatMap((at) => pick(world.bills, at, has(world, 'IN_REVIEW')) ?? []);
  if (chosen.length === 0) return undefined;
  const approvable = new Set(
    chosen.filter((bill) => !bill.gone && !bill.isApproved && !getBilledEntity(world, bill).gone),
  );
  return {
    request: ['POST', '/v1/bills/batch-approve', { billIds: chosen.map(({ id }) => id) }],
    refusals: [],
    after({ approved, failed }) {
      const answeredIds = [approved, failed].map((list) => list.map(({ billId }: { billId: string }) => billId).sort());
      const refused = new Set(chosen.filter((bill) => !approvable.has(bill)));
      const rules = [approvable, refused].map((list) => [...list].map(({ id }) => id).sort());
      if (JSON.stringify(answeredIds) !== JSON.stringify(rules))
        throw new Error(
          `approved and failed by the rules ${JSON.stringify(rules)}, by the service ${JSON.stringify(answeredIds)}`,
        );
      for (const bill of approvable) bill.isApproved = true;
    },
  };
});

/** Tests if a bill is approved and its truck or service was deleted: it cannot go back to review. */
const isStuck = (world: World, bill: ModelBill) => bill.isApproved && getBilledEntity(world, bill).gone;

const amend = defineOperation(
  'amend bill',
  fc.record({ bill: place, amount: cents }),
  (world, { bill: at, amount }) => {
    const bill = pick(world.bills, at);
    if (!bill) return undefined;
    return {
      request: ['PATCH', `/v1/bills/${bill.id}`, { amount: toDollars(amount) }],
      refusals: listRecordRefusals(bill, [
        amount !== bill.amount && (sumBillPaid(world, bill) > 0 || isStuck(world, bill)),
        409,
      ]),
      after() {
        // The approval was of another amount.
        if (amount !== bill.amount) bill.isApproved = false;
        bill.amount = amount;
      },
    };
  },
);

const remove = defineOperation('delete bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill);
  if (!bill) return undefined;
  return {
    request: ['DELETE', `/v1/bills/${bill.id}`],
    refusals: listRecordRefusals(bill, [sumBillPaid(world, bill) > 0, 409]),
    after: () => forget(world, bill),
  };
});

const revert = defineOperation('revert bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill, ({ isApproved }) => isApproved);
  if (!bill) return undefined;
  return {
    request: ['POST', `/v1/bills/${bill.id}/revert`, { reason: 'keyed twice' }],
    refusals: listRecordRefusals(bill),
    after() {
      forget(world, bill);
      for (const payment of listLive(world.billPayments)) {
        const released = payment.lines.find(({ billId }) => billId === bill.id);
        if (!released) continue;
        payment.lines = payment.lines.filter((line) => line !== released);
        payment.gone = payment.lines.length === 0;
        if (released.excess === 0) continue;
        requireRecord(world.memos, payment.memoId ?? '').isVoid = true;
        payment.memoId = null;
      }
    },
  };
});

/** Resets the billed truck or service to awaiting an invoice: a service that had been billed counts as done. */
function forget(world: World, bill: ModelBill): void {
  bill.gone = true;
  const entity = getBilledEntity(world, bill);
  if ('isDone' in entity) entity.isDone = true;
}

const read = defineOperation('read bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill);
  if (!bill) return undefined;
  return { request: ['GET', `/v1/bills/${bill.id}`], refusals: listRecordRefusals(bill), after() {} };
});

export const billOperations = repeatByWeight(
  [createBill, 4],
  [approveBill, 3],
  [unapprove, 1],
  [approveEach, 1],
  [amend, 1],
  [remove, 1],
  [revert, 1],
  [read, 1],
);
