import { expect, test } from 'vitest';
import { orderBillingStatuses } from '../../../src/domain/money/order-billing.ts';
import type { NextAction } from '../../../src/mcp/results/result.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { getShipment } from '../../../tools/shipments/get_shipment.ts';
import { type LoadDesk, startLoadDesk } from '../../mcp/support/load-desk.ts';
import { insertInvoice } from '../../support/records/fixtures.ts';
import { insertReadyShipment } from '../../support/records/invoicing.ts';
import { isDeep } from '../../support/depth.ts';
import { type DatabaseName, onOneDatabase } from '../../support/stores/databases.ts';
import { listWarningTexts } from '../../support/desk/plan-texts.ts';

const papers = ['uploaded', 'announced', 'none'] as const;

interface BillingState {
  readonly status: 'DELIVERED' | 'IN_TRANSIT' | 'CANCELED';
  readonly billing: (typeof orderBillingStatuses)[number];
  readonly paper: (typeof papers)[number];
  readonly isInvoiced: boolean;
  readonly cents: number;
}

const delivered = orderBillingStatuses.flatMap((billing) =>
  papers.flatMap((paper) =>
    [false, true].map((isInvoiced): BillingState => ({
      status: 'DELIVERED',
      billing,
      paper,
      isInvoiced,
      cents: 100_000,
    })),
  ),
);
const allStates: readonly BillingState[] = [
  ...delivered,
  ...delivered
    .filter(({ isInvoiced }) => !isInvoiced)
    .map((state): BillingState => ({ ...state, status: 'IN_TRANSIT' })),
  ...delivered.filter(({ isInvoiced }) => !isInvoiced).map((state): BillingState => ({ ...state, status: 'CANCELED' })),
  ...delivered.filter(({ isInvoiced }) => !isInvoiced).map((state): BillingState => ({ ...state, cents: 0 })),
];

/** States to try: in a deep run all of them, otherwise two of five, which have each status with each paper. */
const states = allStates.filter((_state, place) => isDeep || place % 5 < 2);

async function insertState(desk: LoadDesk, { status, billing, paper, isInvoiced, cents }: BillingState) {
  const { shipment, order, customerId } = await insertReadyShipment(desk.service, {
    shipment: { status, billing_status: billing },
    order: { status, billing_status: billing },
    charges: [cents],
  });
  if (paper !== 'none') await desk.uploadPaper(shipment, 'PROOF_OF_DELIVERY', paper === 'uploaded');
  if (isInvoiced)
    await insertInvoice(desk.service, { order_id: order.id, shipment_id: shipment.id, customer_id: customerId });
  return shipment;
}

const isInvoiceOffer = ({ tool }: NextAction) => tool === 'generate_invoices';

/** Verb of the API that each offered tool calls. */
const verbs: Readonly<Record<string, string>> = {
  set_invoice_readiness: 'ready-to-invoice',
  generate_invoices: 'invoice/generate',
};

/** Lists the contradictions between two sentences about the same shipment, or between a sentence and the API. */
async function listContradictions(desk: LoadDesk, id: string): Promise<readonly string[]> {
  const { data } = await desk.callTool('get_shipment', { shipment: id });
  const { blockedBy } = data.record.billing;
  const actions: readonly NextAction[] = data.nextActions ?? [];
  const isOffered = actions.some(isInvoiceOffer);
  const isAllowed = data.record.allowed.includes('generateInvoice');
  const planned = await desk.callTool('api_write', { operation: 'shipments.generateInvoice', input: { id } });
  const isPlain = planned.data.plan?.gate === 'confirm' && (listWarningTexts(planned.data.plan) ?? []).length === 0;
  const refused: string[] = [];
  for (const { tool } of actions) {
    const verb = verbs[tool];
    if (verb === undefined) continue;
    const answer = await desk.request('POST', `/v1/shipments/${id}/${verb}`);
    if (answer.status !== 200) refused.push(`offers ${tool}, which the API refuses`);
  }
  return [
    ...(blockedBy.length > 0 && (isOffered || isAllowed) ? ['offers an invoice that it calls blocked'] : []),
    ...(isOffered === isAllowed ? [] : ['allowed and next differ']),
    ...(isOffered === isPlain ? [] : ['the plan of an invoice differs from what is offered']),
    ...refused,
  ];
}

const start = (database: DatabaseName) => startLoadDesk({ tools: [getShipment, apiWrite], database });

onOneDatabase('what is blocked, allowed and next', (database) => {
  test('never contradict each other, nor the API, in any billing state', async () => {
    await using desk = await start(database);
    const foundContradictions: string[] = [];
    let offered = 0;

    for (const state of states) {
      const { id } = await insertState(desk, state);
      const contradictions = await listContradictions(desk, id);
      foundContradictions.push(...contradictions.map((text) => `${JSON.stringify(state)}: ${text}`));
      offered += (await desk.api.shipments.get({ id })).billingStatus === 'INVOICED' ? 1 : 0;
    }

    expect(foundContradictions).toEqual([]);
    expect(offered).toBeGreaterThan(0);
  });
});
