import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../../src/mcp/policy/policy.ts';
import { convertQuote } from '../../../../tools/freight/convert_quote.ts';
import { createQuote } from '../../../../tools/freight/create_quote.ts';
import { createShipment } from '../../../../tools/freight/create_shipment.ts';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { startLoadDesk } from '../../../mcp/support/load-desk.ts';
import { startQuoteDesk } from '../../../mcp/support/quote-desk.ts';
import { listWarningTexts, overlapWarning } from '../../../support/desk/plan-texts.ts';

const tools = [createQuote, convertQuote, createShipment, apiWrite];
const lane = { origin: 'Dallas, TX', destination: 'Atlanta, GA', pickup: '2026-11-23' };
const stops = [
  { type: 'PICK', postalCode: '75201' },
  { type: 'DROP', postalCode: '30303' },
];
const order = { mode: 'TL', stops };

const openings: readonly (readonly [string, (id: string) => Record<string, unknown>])[] = [
  ['create_quote', () => ({ customer: 'Acme Foods', ...lane })],
  ['create_shipment', () => ({ customer: 'Acme Foods', ...lane })],
  ['api_write', (id) => ({ operation: 'quotes.create', input: { customer: { id }, order } })],
  ['api_write', (id) => ({ operation: 'shipments.create', input: { customer: { id }, orders: [order], loads: [] } })],
];

test.each(openings)(
  'new freight of a customer that was set aside waits for a person, through %s',
  async (tool, buildInput) => {
    await using desk = await startQuoteDesk({ tools });
    const { friendlyId, id } = await desk.createCustomer('Acme Foods', { status: 'INACTIVE' });

    const { data } = await desk.callTool(tool, buildInput(id));
    desk.clock.now = '2026-11-20T15:07:00.000Z';
    const later = await desk.callTool(tool, buildInput(id));

    expect(data).toMatchObject({ status: 'approval_required', plan: { gate: 'confirm' } });
    expect(listWarningTexts(data.plan)).toEqual([
      `«Acme Foods» (${friendlyId}) is inactive: check why before it gets new freight.`,
    ]);
    expect(data.plan.context.lines).toContain(
      'Exposure: open invoices $0.00 + delivered and not invoiced $0.00 + booked or under way $0.00 = $0.00, no limit recorded',
    );
    expect(later.data.plan.hash).toBe(data.plan.hash);
    expect([await desk.listShipmentNumbers(), (await desk.api.quotes.filter()).data]).toEqual([[], []]);
  },
);

test.each(openings)('a blocked customer gets none, and nobody is asked, through %s', async (tool, buildInput) => {
  await using desk = await startQuoteDesk({ tools, person: 'accept' });
  const { friendlyId, id } = await desk.createCustomer('Acme Foods', { status: 'BLOCKED' });

  const { data } = await desk.callTool(tool, buildInput(id));

  expect(data.error).toMatchObject({
    code: 'CONFLICT',
    message: `«Acme Foods» (${friendlyId}) is blocked: it gets no new quote or shipment until that changes.`,
    nextActions: [{ tool: 'get_customer', arguments: { customer: friendlyId } }],
  });
  expect(desk.shownForms).toEqual([]);
});

test('a quote for a customer that was set aside is made once a person said yes', async () => {
  await using desk = await startQuoteDesk({ tools, person: 'accept' });
  await desk.createCustomer('Acme Foods', { status: 'INACTIVE' });

  const { text } = await desk.callTool('create_quote', { customer: 'Acme Foods', ...lane });

  expect(desk.shownForms[0]).toContain('is inactive');
  expect(text).toMatch(/^DONE\. Quote Q000001 was created/);
});

test('a quote that takes its customer over the limit is converted knowingly, through either tool', async () => {
  await using desk = await startQuoteDesk({ tools });
  const { id, friendlyId } = await desk.createCustomer('Acme Foods', { creditLimit: 2000 });
  const quote = await desk.createPricedQuote(id, 2500);
  await desk.api.quotes.update({ id: quote.id, target: 2490 });

  const direct = await desk.callTool('convert_quote', { quote: 'Q000001' });
  const raw = await desk.callTool('api_write', {
    operation: 'quotes.convertToShipment',
    input: { id: quote.id },
  });

  expect(listWarningTexts(direct.data.plan)).toEqual([
    'The margin of 0.4 % is below the floor of 8 %.',
    `With this one, «Acme Foods» (${friendlyId}) comes to $2,500.00, over its credit limit of $2,000.00.`,
  ]);
  const { tool: _direct, hash: _of, warnings, ...shownPlan } = direct.data.plan;
  expect(raw.data.plan).toMatchObject({ ...shownPlan, warnings: [...warnings, { text: overlapWarning('Q000001') }] });
});

test('what counts against the limit is what the policy says', async () => {
  await using desk = await startLoadDesk({ tools });
  const shipment = await desk.createLoad({ carrier: { name: 'Swift', cost: 1500 }, revenue: 3000 });
  await desk.api.customers.update({ id: shipment.customerId, creditLimit: 2000 });

  const { data } = await desk.callTool('create_shipment', { copyOf: 'SHP-1001' });

  expect(data).toMatchObject({ status: 'approval_required', plan: { gate: 'confirm' } });
  expect(data.plan.context.lines).toContain(
    'Exposure: open invoices $0.00 + delivered and not invoiced $0.00 + booked or under way $3,000.00 = $3,000.00 of $2,000.00 (150 %), OVER THE LIMIT',
  );
  expect(listWarningTexts(data.plan).join()).toMatch(/is over its credit limit of \$2,000\.00 by \$1,000\.00\./);

  const rules = { ...builtInPolicy.rules, creditCounts: ['open_invoices'] as const };
  await using other = await startLoadDesk({ tools, server: { policy: { ...builtInPolicy, rules } } });
  const same = await other.createLoad({ carrier: { name: 'Swift', cost: 1500 }, revenue: 1900 });
  await other.api.customers.update({ id: same.customerId, creditLimit: 1900 });

  const { text } = await other.callTool('create_shipment', { copyOf: 'SHP-1001' });

  expect(text).toMatch(/^DONE\./);
});
