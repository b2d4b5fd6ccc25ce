import { expect } from 'vitest';
import type { ApiAnswer, ApiCaller } from '../../support/service/service.ts';
import * as statuses from './statuses.ts';
import { type ModelRecord, listLive, sum, type World } from './world.ts';

type ShownRecord = ApiAnswer['body'];

/** Compares every live record that the API shows with the model's facts, and checks that its sums add up. */
export async function compare(world: World, caller: ApiCaller): Promise<void> {
  for (const [resource, view] of Object.entries(views)) {
    const records = await listRecords(caller, resource);
    for (const record of records) view.holds?.(record);
    const actual = Object.fromEntries(records.map((record: ShownRecord) => [record.id, view.toComparable(record)]));
    expect({ [resource]: actual }).toEqual({ [resource]: view.expected(world) });
  }
}

async function listRecords(caller: ApiCaller, resource: string): Promise<ShownRecord[]> {
  const records: ShownRecord[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await caller.request('POST', `/v1/${resource}/filter`, {
      pageSize: 250,
      ...(cursor && { cursor }),
    });
    records.push(...body.data);
    cursor = body.pagination.hasNextPage ? body.pagination.endCursor : undefined;
  } while (cursor !== undefined);
  return records;
}

interface View {
  /** Selects the fields of a shown record that are compared. */
  readonly toComparable: (record: ShownRecord) => unknown;
  /** The same of every live record of the model, by id. */
  readonly expected: (world: World) => Record<string, unknown>;
  /** Checks that a shown record is consistent in itself. */
  readonly holds?: (record: ShownRecord) => void;
}

const mapById = <Fact extends ModelRecord>(facts: readonly Fact[], show: (fact: Fact) => unknown) =>
  Object.fromEntries(listLive(facts).map((fact) => [fact.id, show(fact)]));

const toCents = (amount: number): number => Math.round(amount * 100);
const sumLines = (lines: readonly ShownRecord[]): number => sum(lines.map(({ amount }) => toCents(amount)));

const views: Readonly<Record<string, View>> = {
  quotes: {
    toComparable: ({ status, amount, shipmentId }) => ({ status, amount: amount && toCents(amount), shipmentId }),
    expected: (world) => mapById(world.quotes, ({ status, amount, shipmentId }) => ({ status, amount, shipmentId })),
  },
  shipments: {
    toComparable: ({ status, billingStatus, orders, loads, services }) => ({
      status,
      billingStatus,
      children: Object.fromEntries([...orders, ...loads, ...services].map((child) => [child.id, child.status])),
    }),
    expected: (world) =>
      mapById(world.shipments, (shipment) => {
        const filterChildren = <Child extends ModelRecord & { readonly shipmentId: string | null }>(
          children: readonly Child[],
        ) => children.filter(({ shipmentId }) => shipmentId === shipment.id);
        return {
          status: statuses.computeShipmentStatus(world, shipment),
          billingStatus: statuses.computeShipmentBilling(world, shipment),
          children: {
            ...mapById(filterChildren(world.orders), (order) => statuses.orderStatus(world, order)),
            ...mapById(filterChildren(world.loads), (load) => statuses.loadStatus(world, load)),
            ...mapById(filterChildren(world.services), (service) => statuses.computeServiceStatus(world, service)),
          },
        };
      }),
  },
  orders: {
    toComparable: ({ status, billingStatus, totalRevenue }) => ({
      status,
      billingStatus,
      charges: toCents(totalRevenue ?? 0),
    }),
    expected: (world) =>
      mapById(world.orders, (order) => ({
        status: statuses.orderStatus(world, order),
        billingStatus: statuses.orderBilling(world, order),
        charges: order.charges,
      })),
  },
  loads: {
    toComparable: ({ status, carriers }) => ({
      status,
      carriers: Object.fromEntries(
        carriers.map((truck: ShownRecord) => [truck.id, { status: truck.status, billing: truck.billingStatus }]),
      ),
    }),
    expected: (world) =>
      mapById(world.loads, (load) => ({
        status: statuses.loadStatus(world, load),
        carriers: mapById(
          world.trucks.filter(({ loadId }) => loadId === load.id),
          (truck) => ({ status: truck.status, billing: statuses.computeTruckBilling(world, truck) }),
        ),
      })),
  },
  services: {
    toComparable: ({ status }) => status,
    expected: (world) => mapById(world.services, (service) => statuses.computeServiceStatus(world, service)),
  },
  bills: {
    toComparable: ({ status, amount, amountPaid, currency, payments }) => ({
      status,
      amount: toCents(amount),
      paid: toCents(amountPaid),
      currency,
      payments: payments.length,
    }),
    expected: (world) =>
      mapById(world.bills, (bill) => ({
        status: statuses.billStatus(world, bill),
        amount: bill.amount,
        paid: statuses.sumBillPaid(world, bill),
        currency: bill.currency,
        payments: listLive(world.billPayments).filter(({ lines }) => lines.some(({ billId }) => billId === bill.id))
          .length,
      })),
    holds({ id, status, amount, amountPaid, amountOwed }) {
      expect(toCents(amountPaid) + toCents(amountOwed), `what is paid and owed on bill ${id}`).toBe(toCents(amount));
      expect(status === 'PAID', `bill ${id} is paid when nothing is owed`).toBe(amountOwed === 0);
    },
  },
  'bill-payments': {
    toComparable: ({ totalAmount, overpayment, overpaymentCreditMemoId, applications }) => ({
      total: toCents(totalAmount),
      excess: toCents(overpayment ?? 0),
      memoId: overpaymentCreditMemoId,
      lines: applications.map((line: ShownRecord) => [line.billId, toCents(line.amount)]),
    }),
    expected: (world) =>
      mapById(world.billPayments, ({ lines, memoId }) => ({
        total: sum(lines.map((line) => line.cents)),
        excess: sum(lines.map((line) => line.excess)),
        memoId,
        lines: lines.map((line) => [line.billId, line.cents]),
      })),
    holds({ id, totalAmount, applications }) {
      expect(sumLines(applications), `applications of bill payment ${id}`).toBe(toCents(totalAmount));
    },
  },
  invoices: {
    toComparable: ({ status, orderId, amount, amountPaid, creditsApplied, currency, invoiceDate }) => ({
      status,
      orderId,
      amount: toCents(amount),
      paid: toCents(amountPaid),
      credited: toCents(creditsApplied),
      currency,
      date: invoiceDate,
    }),
    expected: (world) =>
      mapById(world.invoices, (invoice) => ({
        status: statuses.computeInvoiceStatus(world, invoice),
        orderId: invoice.orderIds[0],
        amount: invoice.amount,
        paid: statuses.sumInvoicePaid(world, invoice),
        credited: statuses.sumInvoiceCredited(world, invoice),
        currency: invoice.currency,
        date: invoice.date,
      })),
    holds({ id, status, amount, amountPaid, creditsApplied, amountOwed, payments, credits }) {
      const parts = [amountPaid, creditsApplied, amountOwed].map(toCents);
      expect(sum(parts), `what is paid, credited and owed on invoice ${id}`).toBe(toCents(amount));
      expect([sumLines(payments), sumLines(credits)], `applications to invoice ${id}`).toEqual(parts.slice(0, 2));
      if (status === 'PAID') expect(amountOwed, `invoice ${id} is paid, so nothing is owed`).toBe(0);
    },
  },
  payments: {
    toComparable: ({ totalAmount, paymentDate, applications, creditApplications }) => ({
      total: toCents(totalAmount),
      date: paymentDate,
      lines: applications.map((line: ShownRecord) => [line.invoiceId, toCents(line.amount)]),
      credit: sumLines(creditApplications),
    }),
    expected: (world) =>
      mapById(world.payments, (payment) => ({
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
    toComparable: ({ status, amount, appliedAmount, currency, applications }) => ({
      status,
      amount: toCents(amount),
      applied: toCents(appliedAmount),
      currency,
      credits: sortLines(
        applications.map((line: ShownRecord) => `${line.invoiceId} ${line.paymentId} ${toCents(line.amount)}`),
      ),
    }),
    expected: (world) =>
      mapById(world.memos, (memo) => ({
        status: statuses.computeMemoStatus(memo),
        amount: memo.amount,
        applied: statuses.sumUsedCredit(memo),
        currency: memo.currency,
        credits: sortLines(memo.credits.map((credit) => `${credit.invoiceId} ${credit.paymentId} ${credit.cents}`)),
      })),
    holds({ id, status, amount, appliedAmount, remainingBalance, applications }) {
      const whole = status === 'VOIDED' ? 0 : toCents(amount);
      expect(toCents(appliedAmount) + toCents(remainingBalance), `what is applied and left of memo ${id}`).toBe(whole);
      expect(sumLines(applications), `applications of memo ${id}`).toBe(toCents(appliedAmount));
    },
  },
};

const sortLines = (lines: readonly string[]): string[] => [...lines].sort();
