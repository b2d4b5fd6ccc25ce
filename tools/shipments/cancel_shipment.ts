import * as z from 'zod';
import { localText } from '../../src/domain/places/local-time.ts';
import { WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { versionOf } from '../../src/contract/kit/record-version.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { amountText } from '../records/amounts.ts';
import { shipmentFinder } from '../arguments/finders.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { describeRoute } from '../records/stop-places.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/resolve.ts';
import { factsOf, factsOperations, type ShipmentFacts } from './shipment-facts.ts';
import { stopsOf } from './shipment-progress.ts';

export const cancelShipment = tool({
  name: 'cancel_shipment',
  title: 'Cancel a shipment',
  description: `Cancels one shipment with its orders, loads and services, after a person confirmed the plan, which shows what is dispatched, billed or invoiced.
A delivered shipment cannot be canceled. Bills and invoices stay as they are. To take only a carrier off a load use api_write loads.bounce or loads.tonu.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: true, idempotent: true, openWorld: false },
  operations: [
    'shipments.get',
    'shipments.filter',
    'shipments.track',
    'loads.filter',
    'shipments.cancel',
    ...factsOperations,
  ],
  input: z.strictObject({ shipment: RecordText, reason: z.string().max(1000).optional() }),
  output: z.object({}),
  async plan(ctx, { shipment: typed, reason }) {
    const { record: shipment } = await resolve(ctx, shipmentFinder, typed);
    const { id, friendlyId, status } = shipment;
    if (status === 'CANCELED')
      return {
        nothingToDo: `${friendlyId} is canceled already.`,
        record: shownRecord(shipment),
        untrusted: shownTexts,
      };
    if (status === 'DELIVERED') throw deliveredRefusal(shipment);
    const facts = await factsOf(ctx, shipment);
    return {
      gate: 'confirm',
      title: `Cancel shipment ${friendlyId}`,
      steps: [
        {
          operation: 'shipments.cancel',
          input: { id, ...(reason !== undefined && { reason }) },
          label: `Cancel ${friendlyId}`,
          about: { id, friendlyId },
        },
      ],
      records: [{ kind: 'shipment', id, friendlyId, name: shipment.customer.name, version: versionOf(facts) }],
      lines: linesOf(facts, reason, ctx.timeZone),
      money: [],
      emails: [],
      sideEffects: sideEffectsOf(facts),
      undo: `api_write ${JSON.stringify({ operation: 'shipments.uncancel', input: { id: friendlyId } })}: it comes back with the statuses it had.`,
      policyHits: [],
    };
  },
  async finish(ctx, plan, [outcome]) {
    const id = String(outcome?.input['id']);
    const shipment = await ctx.api.shipments.get({ id, by: 'id' });
    return writeResult({
      status: 'done',
      summary: `${shipment.friendlyId} is ${shipment.status}.`,
      record: shownRecord(shipment),
      undo: plan.undo,
      lines: plan.sideEffects.map((effect) => `- ${effect}`),
      untrusted: shownTexts,
      nextActions: [
        { tool: 'get_shipment', arguments: { shipment: shipment.friendlyId }, why: 'shows what is left to settle' },
        {
          tool: 'api_write',
          arguments: { operation: 'shipments.uncancel', input: { id: shipment.friendlyId } },
          why: 'brings it back; a person confirms',
        },
      ],
    });
  },
});

function deliveredRefusal({ friendlyId }: ShipmentRecord): WaybillError {
  const error = new WaybillError('CONFLICT', `${friendlyId} is DELIVERED; a delivered shipment cannot be canceled.`);
  return withNextActions(error, [
    { tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows what can be done with it' },
  ]);
}

const shownTexts = ['/record/customer', '/record/lane'];

function shownRecord(shipment: ShipmentRecord) {
  const { id, friendlyId, status, billingStatus, customer } = shipment;
  return { id, friendlyId, status, billingStatus, customer: customer.name, lane: describeRoute(stopsOf(shipment)) };
}

const text = (value: string) => recordText(value, 'list');

function linesOf({ shipment, bills, invoices }: ShipmentFacts, reason: string | undefined, timeZone: string): string[] {
  const { friendlyId, customer, status, currency } = shipment;
  return [
    `${friendlyId} of ${text(customer.name)}, ${text(describeRoute(stopsOf(shipment)))}: ${status} -> CANCELED`,
    ...shipment.loads.flatMap((load) =>
      load.carriers
        .filter((carrier) => carrier.status === 'ACTIVE')
        .map(
          ({ carrier, dispatchedAt, totalCost }) =>
            `${load.friendlyId} ${load.status} -> CANCELED: carrier ${text(carrier.name)}${dispatchedAt ? ` (dispatched ${localText(dispatchedAt, timeZone)})` : ''}, agreed ${amountText(totalCost, currency)}`,
        ),
    ),
    ...shipment.services.map(
      (service) =>
        `Service ${service.friendlyId} ${service.status} of ${text(service.vendor.name)}, agreed ${amountText(service.cost, currency)}`,
    ),
    ...bills.map(
      (bill) =>
        `${bill.friendlyId} ${bill.status} ${amountText(bill.amount, bill.currency)} of ${text((bill.carrier ?? bill.vendor)?.name ?? 'unknown payee')} stays as it is`,
    ),
    ...invoices.map(
      (invoice) =>
        `${invoice.friendlyId} ${invoice.status} ${amountText(invoice.amount, invoice.currency)} stays as it is`,
    ),
    ...(reason === undefined ? [] : [`Reason: ${text(reason)}`]),
  ];
}

function sideEffectsOf({ shipment, bills, invoices }: ShipmentFacts): string[] {
  const carriers = shipment.loads.flatMap((load) => load.carriers).filter(({ status }) => status === 'ACTIVE');
  return [
    'Its orders, loads and services are canceled with it.',
    ...(carriers.length > 0
      ? ['The carrier is not told by this; a truck that was ordered and not used may be owed TONU.']
      : []),
    ...(bills.length + invoices.length > 0 ? ['Its bills and invoices have to be settled apart.'] : []),
  ];
}
