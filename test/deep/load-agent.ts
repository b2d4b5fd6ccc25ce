import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { type CallAnswer, callTool } from '../support/desk/clients.ts';

export interface LoadSettings {
  readonly client: Client;
  /** Tells this agent's records from those of the others. */
  readonly name: string;
  readonly customerId: string;
  readonly calls: number;
  /** A person's yes, outside the protocol. */
  readonly approve: (approvalId: string) => Promise<void>;
}

interface AgentQuote {
  readonly id: string;
  readonly friendlyId: string;
  readonly key: string;
  amount: number;
}

export interface LoadReport {
  readonly calls: number;
  /** Quotes that the agent wrote and did not delete. */
  readonly quotes: readonly AgentQuote[];
  readonly shipments: readonly string[];
  readonly deleted: readonly string[];
  readonly writes: number;
  /** One line for each answer that was not what this agent had written. */
  readonly wrong: readonly string[];
}

const order = {
  mode: 'TL',
  stops: [
    { type: 'PICKUP', postalCode: '60607', requestedStartDate: '2026-11-23' },
    { type: 'DELIVERY', postalCode: '75201', requestedStartDate: '2026-11-25' },
  ],
} as const;
const fields = ['id', 'key', 'amount'];

/** Works like an assistant in a hurry: writes, reads back, changes, deletes with approval, and checks every answer. */
export async function runLoadAgent(settings: LoadSettings): Promise<LoadReport> {
  const { client, name, customerId, approve } = settings;
  const quotes: AgentQuote[] = [];
  const shipments: string[] = [];
  const deleted: string[] = [];
  const wrong: string[] = [];
  let calls = 0;
  let writes = 0;

  const call = async (tool: string, input: object): Promise<CallAnswer> => {
    calls += 1;
    return callTool(client, tool, { ...input });
  };
  const write = async (operation: string, input: object) => {
    writes += 1;
    return call('api_write', { operation, input });
  };
  const check = (label: string, actual: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(actual, expected))
      wrong.push(`${name} ${label}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  };
  const toComparable = ({ id, key, amount }: AgentQuote) => ({ id, key, amount });
  const pickQuote = (step: number) => quotes[step % quotes.length];

  const acts: ((step: number) => Promise<void>)[] = [
    async function createsQuote(step) {
      const key = `${name}-${step}`;
      const { data } = await write('quotes.create', { customer: { id: customerId }, order, key, amount: step + 1 });
      check('created quote', [data.status, data.record?.key, data.record?.amount], ['done', key, step + 1]);
      quotes.push({ id: data.record.id, friendlyId: data.record.friendlyId, key, amount: step + 1 });
    },
    async function readsQuote(step) {
      const quote = pickQuote(step);
      if (!quote) return;
      const { data } = await call('api_read', {
        operation: 'quotes.get',
        input: { id: quote.key, by: 'key' },
        fields,
      });
      check('read quote', data.record, toComparable(quote));
    },
    async function changesQuote(step) {
      const quote = pickQuote(step);
      if (!quote) return;
      const amount = 1000 + step;
      writes += 1;
      const { data } = await call('price_quote', { quote: quote.id, amount, expiresAt: 'in 30 days' });
      check('changed quote', [data.status, data.record?.id, data.record?.amount], ['done', quote.id, amount]);
      quote.amount = amount;
    },
    async function findsQuote(step) {
      const quote = pickQuote(step);
      if (!quote) return;
      const input = { filter: { key: { equalTo: quote.key } } };
      const { data } = await call('api_read', { operation: 'quotes.filter', input, fields });
      check('found quotes', [data.total, data.rows], [1, [toComparable(quote)]]);
    },
    async function createsShipment(step) {
      const value = `PO-${name}-${step}`;
      const orders = [{ ...order, references: [{ type: 'PURCHASE_ORDER_NUMBER', value }] }];
      const { data } = await write('shipments.create', { customer: { id: customerId }, orders });
      check('created shipment', data.status, 'done');
      const tracked = await call('track_shipments', { shipments: [value, `${value}-unknown`] });
      const seen = tracked.data.rows.map((row: { found: boolean; friendlyId?: string }) => [
        row.found,
        row.friendlyId ?? null,
      ]);
      check('tracked', seen, [
        [true, data.record.friendlyId],
        [false, null],
      ]);
      shipments.push(data.record.friendlyId);
    },
    async function isRefused(step) {
      const { data, isError } = await call('api_read', { operation: `quotes.${name}${step}` });
      check(
        'refusal',
        [isError, data.error?.code, data.error?.message.includes(`${name}${step}`)],
        [true, 'BAD_REQUEST', true],
      );
    },
    async function deletesQuote() {
      const quote = quotes.shift();
      if (!quote) return;
      const planned = await call('api_write', { operation: 'quotes.delete', input: { id: quote.id } });
      check('plan', planned.data.status, 'approval_required');
      const approvalId = String(planned.data.approval.id);
      const early = await call('run_approved', { approvalId });
      check('run before the yes', early.data.error?.code, 'APPROVAL_PENDING');
      await approve(approvalId);
      writes += 1;
      const run = await call('run_approved', { approvalId });
      const again = await call('run_approved', { approvalId });
      check('run after the yes', [run.data.status, again.data.status], ['done', 'already_done']);
      deleted.push(quote.id);
    },
  ];
  const pattern = [0, 1, 0, 2, 3, 4, 1, 2, 0, 5, 3, 1, 6, 2];
  for (let step = 0; calls < settings.calls; step += 1) await acts[pattern[step % pattern.length] ?? 0]?.(step);
  return { calls, quotes, shipments, deleted, writes, wrong };
}
