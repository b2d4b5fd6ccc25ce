import * as fc from 'fast-check';
import { broken, cents, missing, operation, pick, place, weighted, wire } from './operation.ts';
import { billOf, billStatus, paidOn, serviceStatus } from './standing.ts';
import { type Bill, live, must, type Service, type Truck, type World } from './world.ts';

const amounts = fc.record({ entity: place, isVendor: fc.constantFrom(false, false, true), amount: cents });

/** A carrier that was taken off the load is owed nothing. */
const isBillableTruck = (world: World) => (truck: Truck) => truck.status !== 'BOUNCED' && !billOf(world, truck.id);
const isBillableService = (world: World) => (service: Service) => serviceStatus(world, service) === 'AWAITING_INVOICE';

export const createBill = operation('create bill', amounts, (world, { entity: at, isVendor, amount }) => {
  const entity = isVendor
    ? pick(world.services, at, isBillableService(world))
    : pick(world.trucks, at, isBillableTruck(world));
  if (!entity) return undefined;
  const isBillable = 'loadId' in entity ? isBillableTruck(world)(entity) : isBillableService(world)(entity);
  const kind = isVendor ? 'VENDOR' : 'CARRIER';
  const body = { entityType: kind, entityId: entity.id, invoiceDate: '2026-11-15', amount: wire(amount) };
  return {
    request: ['POST', '/v1/bills', body],
    refusals: entity.gone ? [422] : broken([!isBillable, 409]),
    after({ id }) {
      const { payee } = entity;
      const { currency } = payee;
      world.bills.push({ id, gone: false, kind, entityId: entity.id, payee, currency, amount, isApproved: false });
    },
  };
});

/** What a bill is for. */
export const entityOf = (world: World, { kind, entityId }: Bill): Service | Truck =>
  kind === 'VENDOR' ? must(world.services, entityId) : must(world.trucks, entityId);

const has = (world: World, status: string) => (bill: Bill) => billStatus(world, bill) === status;
const which = fc.record({ bill: place });

export const approveBill = operation('approve bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill, has(world, 'IN_REVIEW'));
  if (!bill) return undefined;
  return {
    request: ['POST', `/v1/bills/${bill.id}/approve`],
    refusals: missing(bill, [!has(world, 'IN_REVIEW')(bill) || entityOf(world, bill).gone, 409]),
    after() {
      bill.isApproved = true;
    },
  };
});

const unapprove = operation('unapprove bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill, has(world, 'APPROVED_TO_PAY'));
  if (!bill) return undefined;
  const isPossible = has(world, 'APPROVED_TO_PAY')(bill) && paidOn(world, bill) === 0;
  return {
    request: ['POST', `/v1/bills/${bill.id}/unapprove`],
    refusals: missing(bill, [!isPossible || entityOf(world, bill).gone, 409]),
    after() {
      bill.isApproved = false;
    },
  };
});

const batch = fc.record({ bills: fc.array(place, { minLength: 1, maxLength: 4 }) });

const approveEach = operation('approve bills', batch, (world, choice) => {
  const chosen = choice.bills.flatMap((at) => pick(world.bills, at, has(world, 'IN_REVIEW')) ?? []);
  if (chosen.length === 0) return undefined;
  const approvable = new Set(chosen.filter((bill) => !bill.gone && !bill.isApproved && !entityOf(world, bill).gone));
  return {
    request: ['POST', '/v1/bills/batch-approve', { billIds: chosen.map(({ id }) => id) }],
    refusals: [],
    after({ approved, failed }) {
      const told = [approved, failed].map((list) => list.map(({ billId }: { billId: string }) => billId).sort());
      const refused = new Set(chosen.filter((bill) => !approvable.has(bill)));
      const rules = [approvable, refused].map((list) => [...list].map(({ id }) => id).sort());
      if (JSON.stringify(told) !== JSON.stringify(rules))
        throw new Error(
          `approved and failed by the rules ${JSON.stringify(rules)}, by the service ${JSON.stringify(told)}`,
        );
      for (const bill of approvable) bill.isApproved = true;
    },
  };
});

/** Approved, and what it is for was deleted: it cannot go back to review. */
const isStuck = (world: World, bill: Bill) => bill.isApproved && entityOf(world, bill).gone;

const amend = operation('amend bill', fc.record({ bill: place, amount: cents }), (world, { bill: at, amount }) => {
  const bill = pick(world.bills, at);
  if (!bill) return undefined;
  return {
    request: ['PATCH', `/v1/bills/${bill.id}`, { amount: wire(amount) }],
    refusals: missing(bill, [amount !== bill.amount && (paidOn(world, bill) > 0 || isStuck(world, bill)), 409]),
    after() {
      // The approval was of another amount.
      if (amount !== bill.amount) bill.isApproved = false;
      bill.amount = amount;
    },
  };
});

const remove = operation('delete bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill);
  if (!bill) return undefined;
  return {
    request: ['DELETE', `/v1/bills/${bill.id}`],
    refusals: missing(bill, [paidOn(world, bill) > 0, 409]),
    after: () => forget(world, bill),
  };
});

const revert = operation('revert bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill, ({ isApproved }) => isApproved);
  if (!bill) return undefined;
  return {
    request: ['POST', `/v1/bills/${bill.id}/revert`, { reason: 'keyed twice' }],
    refusals: missing(bill),
    after() {
      forget(world, bill);
      for (const payment of live(world.billPayments)) {
        const released = payment.lines.find(({ billId }) => billId === bill.id);
        if (!released) continue;
        payment.lines = payment.lines.filter((line) => line !== released);
        payment.gone = payment.lines.length === 0;
        if (released.excess === 0) continue;
        must(world.memos, payment.memoId ?? '').isVoid = true;
        payment.memoId = null;
      }
    },
  };
});

/** What the bill was for awaits an invoice again: a service that had been billed counts as done. */
function forget(world: World, bill: Bill): void {
  bill.gone = true;
  const entity = entityOf(world, bill);
  if ('isDone' in entity) entity.isDone = true;
}

const read = operation('read bill', which, (world, choice) => {
  const bill = pick(world.bills, choice.bill);
  if (!bill) return undefined;
  return { request: ['GET', `/v1/bills/${bill.id}`], refusals: missing(bill), after() {} };
});

export const billOperations = weighted(
  [createBill, 4],
  [approveBill, 3],
  [unapprove, 1],
  [approveEach, 1],
  [amend, 1],
  [remove, 1],
  [revert, 1],
  [read, 1],
);
