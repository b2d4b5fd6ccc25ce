import { expect } from 'vitest';
import type { ApiAnswer, ApiCaller } from '../../support/service/service.ts';
import * as standing from './standing.ts';
import { type Kept, live, sum, type World } from './world.ts';

type Shown = ApiAnswer['body'];

/** What the API shows of every live record must be what follows from the facts, and its sums must add up. */
export async function compare(world: World, caller: ApiCaller): Promise<void> {
  for (const [resource, view] of Object.entries(views)) {
    const shown = await everything(caller, resource);
    for (const record of shown) view.holds?.(record);
    const told = Object.fromEntries(shown.map((record: Shown) => [record.id, view.told(record)]));
    expect({ [resource]: told }).toEqual({ [resource]: view.expected(world) });
  }
}

async function everything(caller: ApiCaller, resource: string): Promise<Shown[]> {
  const found: Shown[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await caller.request('POST', `/v1/${resource}/filter`, {
      pageSize: 250,
      ...(cursor && { cursor }),
    });
    found.push(...body.data);
    cursor = body.pagination.hasNextPage ? body.pagination.endCursor : undefined;
  } while (cursor !== undefined);
  return found;
}

interface View {
  /** What of a shown record is compared. */
  readonly told: (record: Shown) => unknown;
  /** The same of every live record of the model, by id. */
  readonly expected: (world: World) => Record<string, unknown>;
  /** What must be true of a shown record by itself. */
  readonly holds?: (record: Shown) => void;
}

const byId = <Fact extends Kept>(facts: readonly Fact[], show: (fact: Fact) => unknown) =>
  Object.fromEntries(live(facts).map((fact) => [fact.id, show(fact)]));

const toCents = (amount: number): number => Math.round(amount * 100);
const totalOf = (lines: readonly Shown[]): number => sum(lines.map(({ amount }) => toCents(amount)));

const views: Readonly<Record<string, View>> = {
  quotes: {
    told: ({ status, amount, shipmentId }) => ({ status, amount: amount && toCents(amount), shipmentId }),
    expected: (world) => byId(world.quotes, ({ status, amount, shipmentId }) => ({ status, amount, shipmentId })),
  },
  shipments: {
    told: ({ status, billingStatus, orders, loads, services }) => ({
      status,
      billingStatus,
      children: Object.fromEntries([...orders, ...loads, ...services].map((child) => [child.id, child.status])),
    }),
    expected: (world) =>
      byId(world.shipments, (shipment) => {
        const own = <Child extends Kept & { readonly shipmentId: string | null }>(children: readonly Child[]) =>
          children.filter(({ shipmentId }) => shipmentId === shipment.id);
        return {
          status: standing.shipmentStatus(world, shipment),
          billingStatus: standing.shipmentBilling(world, shipment),
          children: {
            ...byId(own(world.orders), (order) => standing.orderStatus(world, order)),
            ...byId(own(world.loads), (load) => standing.loadStatus(world, load)),
            ...byId(own(world.services), (service) => standing.serviceStatus(world, service)),
          },
        };
      }),
  },
  orders: {
    told: ({ status, billingStatus, totalRevenue }) => ({ status, billingStatus, charges: toCents(totalRevenue ?? 0) }),
    expected: (world) =>
      byId(world.orders, (order) => ({
        status: standing.orderStatus(world, order),
        billingStatus: standing.orderBilling(world, order),
        charges: order.charges,
      })),
  },
  loads: {
    told: ({ status, carriers }) => ({
      status,
      carriers: Object.fromEntries(
        carriers.map((truck: Shown) => [truck.id, { status: truck.status, billing: truck.billingStatus }]),
      ),
    }),
    expected: (world) =>
      byId(world.loads, (load) => ({
        status: standing.loadStatus(world, load),
        carriers: byId(
          world.trucks.filter(({ loadId }) => loadId === load.id),
          (truck) => ({ status: truck.status, billing: standing.truckBilling(world, truck) }),
        ),
      })),
  },
  services: {
    told: ({ status }) => status,
    expected: (world) => byId(world.services, (service) => standing.serviceStatus(world, service)),
  },
  bills: {
    told: ({ status, amount, amountPaid, currency, payments }) => ({
      status,
      amount: toCents(amount),
      paid: toCents(amountPaid),
      currency,
      payments: payments.length,
    }),
    expected: (world) =>
      byId(world.bills, (bill) => ({
        status: standing.billStatus(world, bill),
        amount: bill.amount,
        paid: standing.paidOn(world, bill),
        currency: bill.currency,
        payments: live(world.billPayments).filter(({ lines }) => lines.some(({ billId }) => billId === bill.id)).length,
      })),
    holds({ id, status, amount, amountPaid, amountOwed }) {
      expect(toCents(amountPaid) + toCents(amountOwed), `what is paid and owed on bill ${id}`).toBe(toCents(amount));
      expect(status === 'PAID', `bill ${id} is paid when nothing is owed`).toBe(amountOwed === 0);
    },
  },
  'bill-payments': {
    told: ({ totalAmount, overpayment, overpaymentCreditMemoId, applications }) => ({
      total: toCents(totalAmount),
      excess: toCents(overpayment ?? 0),
      memoId: overpaymentCreditMemoId,
      lines: applications.map((line: Shown) => [line.billId, toCents(line.amount)]),
    }),
    expected: (world) =>
      byId(world.billPayments, ({ lines, memoId }) => ({
        total: sum(lines.map((line) => line.cents)),
        excess: sum(lines.map((line) => line.excess)),
        memoId,
        lines: lines.map((line) => [line.billId, line.cents]),
      })),
    holds({ id, totalAmount, applications }) {
      expect(totalOf(applications), `applications of bill payment ${id}`).toBe(toCents(totalAmount));
    },
  },
  invoices: {
    told: ({ status, orderId, amount, amountPaid, creditsApplied, currency, invoiceDate }) => ({
      status,
      orderId,
      amount: toCents(amount),
      paid: toCents(amountPaid),
      credited: toCents(creditsApplied),
      currency,
      date: invoiceDate,
    }),
    expected: (world) =>
      byId(world.invoices, (invoice) => ({
        status: standing.invoiceStatus(world, invoice),
        orderId: invoice.orderIds[0],
        amount: invoice.amount,
        paid: standing.paidTo(world, invoice),
        credited: standing.creditedTo(world, invoice),
        currency: invoice.currency,
        date: invoice.date,
      })),
    holds({ id, status, amount, amountPaid, creditsApplied, amountOwed, payments, credits }) {
      const parts = [amountPaid, creditsApplied, amountOwed].map(toCents);
      expect(sum(parts), `what is paid, credited and owed on invoice ${id}`).toBe(toCents(amount));
      expect([totalOf(payments), totalOf(credits)], `applications to invoice ${id}`).toEqual(parts.slice(0, 2));
      if (status === 'PAID') expect(amountOwed, `invoice ${id} is paid, so nothing is owed`).toBe(0);
    },
  },
  payments: {
    told: ({ totalAmount, paymentDate, applications, creditApplications }) => ({
      total: toCents(totalAmount),
      date: paymentDate,
      lines: applications.map((line: Shown) => [line.invoiceId, toCents(line.amount)]),
      credit: totalOf(creditApplications),
    }),
    expected: (world) =>
      byId(world.payments, (payment) => ({
        total: sum(payment.lines.map((line) => line.cents)),
        date: payment.date,
        lines: payment.lines.map((line) => [line.invoiceId, line.cents]),
        credit: sum(
          world.memos
            .flatMap(({ credits }) => credits)
            .filter(({ paymentId }) => paymentId === payment.id)
            .map((credit) => credit.cents),
        ),
      })),
  },
  'credit-memos': {
    told: ({ status, amount, appliedAmount, currency, applications }) => ({
      status,
      amount: toCents(amount),
      applied: toCents(appliedAmount),
      currency,
      credits: sorted(applications.map((line: Shown) => `${line.invoiceId} ${line.paymentId} ${toCents(line.amount)}`)),
    }),
    expected: (world) =>
      byId(world.memos, (memo) => ({
        status: standing.memoStatus(memo),
        amount: memo.amount,
        applied: standing.usedOf(memo),
        currency: memo.currency,
        credits: sorted(memo.credits.map((credit) => `${credit.invoiceId} ${credit.paymentId} ${credit.cents}`)),
      })),
    holds({ id, status, amount, appliedAmount, remainingBalance, applications }) {
      const whole = status === 'VOIDED' ? 0 : toCents(amount);
      expect(toCents(appliedAmount) + toCents(remainingBalance), `what is applied and left of memo ${id}`).toBe(whole);
      expect(totalOf(applications), `applications of memo ${id}`).toBe(toCents(appliedAmount));
    },
  },
};

const sorted = (lines: readonly string[]): string[] => [...lines].sort();
