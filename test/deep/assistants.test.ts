import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { collect } from '../../src/client/paginate.ts';
import { readEntry } from '../../src/mcp/audit/audit.ts';
import { verifyLog } from '../../src/mcp/audit/verify.ts';
import { tools } from '../../tools/index.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { countCases } from '../support/depth.ts';
import { type TestDesk, startDesk } from '../support/desk.ts';
import { type LoadReport, runLoadAgent } from './load-agent.ts';

const agents = 8;
const callsEach = countCases({ usual: 8, deep: 100 });

onOneDatabase('eight assistants at one desk', (database) => {
  test('no answer is wrong, no write is lost and none happens twice', async () => {
    await using desk = await startDesk({ tools, database });
    const customer = await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
    const clients = await Promise.all(Array.from({ length: agents }, (_, index) => connect(desk, index)));

    const reports = await Promise.all(
      clients.map((client, index) =>
        runLoadAgent({
          client,
          name: `agent${index}`,
          customerId: customer.id,
          calls: callsEach,
          approve: (id) => desk.approve(id),
        }),
      ),
    );
    await Promise.all(clients.map((client) => client.close()));

    expect(reports.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(sum(reports, ({ calls }) => calls)).toBeGreaterThanOrEqual(agents * callsEach);
    await expectStored(desk, reports);
    await expectWholeAudit(
      desk,
      sum(reports, ({ writes }) => writes),
    );
  });
});

/** Expects the store to hold exactly the records that the agents report, each under its own number. */
async function expectStored(desk: TestDesk, reports: readonly LoadReport[]): Promise<void> {
  const everything = { itemsMax: 100_000 };
  const { items: stored } = await collect(desk.api.quotes.filter, { pageSize: 250 }, everything);
  const written = reports.flatMap(({ quotes }) => quotes);
  const formatQuote = (quote: { id: string; friendlyId: string; key: string | null; amount: number | null }) =>
    `${quote.id} ${quote.friendlyId} ${quote.key} ${quote.amount}`;
  expect(stored.map(formatQuote).toSorted()).toEqual(written.map(formatQuote).toSorted());

  const page = await collect(desk.api.shipments.filter, { pageSize: 250 }, everything);
  const shipments = page.items.map(({ friendlyId }) => friendlyId);
  expect(shipments.toSorted()).toEqual(reports.flatMap((report) => report.shipments).toSorted());
  expect(new Set(shipments).size).toBe(shipments.length);

  const gone = reports.flatMap(({ deleted }) => deleted);
  expect(stored.filter(({ id }) => gone.includes(id))).toEqual([]);
}

/** Every write left exactly one start and one end, and the chain holds although eight wrote to it at once. */
async function expectWholeAudit(desk: TestDesk, writes: number): Promise<void> {
  const verdict = await verifyLog(desk.memory.audit);
  const entries = (await desk.memory.audit.after(0, 10_000)).map(readEntry);
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length;

  expect(verdict).toMatchObject({ ok: true, entries: entries.length });
  expect([count('started'), count('finished')]).toEqual([writes, writes]);
}

const sum = (reports: readonly LoadReport[], getCount: (report: LoadReport) => number) =>
  reports.reduce((total, report) => total + getCount(report), 0);

/** Every other one speaks the protocol before 2026-07-28. */
async function connect({ server }: TestDesk, index: number): Promise<Client> {
  const handler = createMcpHandler(server.buildServer);
  const client = new Client(
    { name: `assistant ${index}`, version: '1' },
    { versionNegotiation: { mode: index % 2 === 0 ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL('http://desk.test/mcp'), { fetch }));
  return client;
}
