import { expect, test } from 'vitest';
import * as z from 'zod';
import { todayIn } from '../../src/domain/kit/dates.ts';
import { readEntry } from '../../src/mcp/audit/audit.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { changeOrganization } from '../../src/service/organization/settings.ts';
import { tools } from '../../tools/index.ts';
import { givenReadyShipment } from '../support/records/invoicing.ts';
import { type Desk, startDesk } from '../support/desk.ts';

const tellTime = tool({
  name: 'tell_time',
  title: 'Tell the time',
  description: 'Tells what the time is to a tool before it has called the API.',
  toolset: 'desk',
  gate: 'none',
  operations: ['paymentTerms.get'],
  input: z.strictObject({}),
  output: z.object({ now: z.string(), askedAt: z.string(), timeZone: z.string() }),
  async read({ now, askedAt, timeZone }) {
    const data = { now: now(), askedAt, timeZone };
    return recordResult({ summary: 'The time.', asOf: now(), lines: [], data, untrusted: [] });
  },
});

const moveTo = ({ service }: Desk, timeZone: string) =>
  service.database.transaction((tx) => changeOrganization(tx, service.organizationId, { timeZone }));

const evening = '2026-11-21T02:00:00.000Z';

test('at 20:00 in Chicago a tool, an invoice, a payment and a filter agree on the day', async () => {
  await using desk = await startDesk({ tools: [...tools, tellTime], now: evening, server: { timeZone: undefined } });
  await moveTo(desk, 'America/Chicago');
  const { shipment, customerId } = await givenReadyShipment(desk.service, { charges: [100_000] });

  const { invoiceId } = (await desk.request('POST', `/v1/shipments/${shipment.id}/invoice/generate`)).body;
  const { invoiceDate } = await desk.api.invoices.get({ id: invoiceId });
  const told = (await desk.callTool('tell_time')).data;
  const aging = await desk.callTool('aging_report', { ledger: 'receivables' });
  const paid = await desk.request('POST', '/v1/payments', {
    customerId,
    paymentDate: invoiceDate,
    paymentMethodType: 'CHECK',
    applications: [{ invoiceId, amount: 1000 }],
  });
  const found = await desk.api.invoices.filter({ filter: { createdAt: { equalTo: '2026-11-20' } } });

  expect([
    invoiceDate,
    todayIn(told.timeZone, told.askedAt),
    aging.data.asOfDate,
    paid.status,
    found.data.map(({ id }) => id),
  ]).toEqual(['2026-11-20', '2026-11-20', '2026-11-20', 201, [invoiceId]]);
});

test.each([
  [undefined, 'America/Denver'],
  ['America/Toronto', 'America/Toronto'],
])('with WAYBILL_TIME_ZONE %s the desk is in %s, from its first call on', async (timeZone, shown) => {
  await using desk = await startDesk({ tools: [tellTime], server: { timeZone } });
  await moveTo(desk, 'America/Denver');

  expect((await desk.callTool('tell_time')).data).toMatchObject({ timeZone: shown });
});

test("the tools' present is the API's, and the audit log stays on the clock of the machine", async () => {
  await using desk = await startDesk({ tools: [...tools, tellTime], seed: 'small' });
  const machine = desk.clock.now;
  const ahead = (hours: number) => new Date(Date.parse(machine) + hours * 3_600_000).toISOString();
  await desk.request('POST', '/sandbox/clock', { advanceHours: 24 });

  expect((await desk.callTool('tell_time')).data).toMatchObject({ now: ahead(24), askedAt: ahead(24) });
  await desk.request('POST', '/sandbox/clock', { advanceHours: 2 });
  await desk.api.customers.filter({ pageSize: 1 });
  expect((await desk.callTool('tell_time')).data).toMatchObject({ now: ahead(26), askedAt: ahead(26) });
  await desk.callTool('api_write', { operation: 'customers.create', input: { name: 'Acme Foods', status: 'ACTIVE' } });
  const written = (await desk.memory.audit.after(0, 100)).map((row) => readEntry(row).at);
  expect(new Set(written)).toEqual(new Set([machine]));
});
