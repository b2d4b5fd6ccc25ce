import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../../tools/index.ts';
import { estimateTokens } from '../../src/mcp/results/tokens.ts';
import { type TestDesk, startDesk } from '../support/desk.ts';
import { onOneDatabase } from '../support/stores/databases.ts';

const countTokens = (text: string) => encode(text).length;

let desk: TestDesk;
let shipments: string[];

beforeAll(async () => {
  desk = await startDesk({ tools, seed: 'small' });
  const { data } = await desk.api.shipments.filter({ pageSize: 130 });
  shipments = data.map(({ friendlyId }) => friendlyId);
  const { data: bills } = await desk.api.bills.filter({ filter: { status: { equalTo: 'IN_REVIEW' } }, pageSize: 8 });
  for (const { friendlyId } of bills) await desk.callTool('approve_bills', { bills: [friendlyId] });
  const { data: customers } = await desk.api.customers.filter({ pageSize: 6 });
  for (const { id } of customers)
    await desk.callTool('api_write', { operation: 'customers.update', input: { id, naics: '484121' } });
});
afterAll(() => desk.close());

interface PagedQuestion {
  readonly input: Readonly<Record<string, unknown>>;
  /** The member by which its rows are told apart. */
  readonly id: string;
  /** Another page size; `track_shipments` has none. */
  readonly limit?: number;
}

/** A question of each listing tool whose answer has several pages. */
const questions: Readonly<Record<string, PagedQuestion>> = {
  list_shipments: { input: { exception: 'any', limit: 30 }, id: 'friendlyId', limit: 7 },
  list_quotes: { input: { status: 'LOST' }, id: 'friendlyId', limit: 100 },
  list_bills: { input: { status: 'IN_REVIEW', check: true }, id: 'friendlyId', limit: 5 },
  list_invoices: { input: { limit: 100 }, id: 'friendlyId', limit: 9 },
  billing_queue: { input: { limit: 4 }, id: 'friendlyId', limit: 2 },
  collections: { input: { limit: 4 }, id: 'friendlyId', limit: 2 },
  find_carriers: { input: { query: 'trucking', limit: 50 }, id: 'name', limit: 3 },
  aging_report: { input: { ledger: 'payables' }, id: 'friendlyId', limit: 40 },
  analyze: { input: { measures: ['revenue'], by: ['lane'], period: 'last 365 days', limit: 20 }, id: 'lane', limit: 7 },
  explain_figure: { input: { measure: 'revenue', period: 'last 365 days', limit: 30 }, id: 'number', limit: 9 },
  reference_data: { input: { catalog: 'charge_codes', limit: 30 }, id: 'name', limit: 2 },
  track_shipments: { input: { shipments: [] }, id: 'query' },
  find: { input: { query: 'trucking', limit: 50 }, id: 'friendlyId', limit: 2 },
  api_read: { input: { operation: 'vendors.filter', limit: 4 }, id: 'friendlyId', limit: 1 },
  list_approvals: { input: { status: 'pending', limit: 3 }, id: 'id', limit: 1 },
  audit_log: { input: { who: 'dana', limit: 2 }, id: 'seq', limit: 1 },
};

/** The first page of each question; several promises look at it. */
const firstPages = new Map<string, ReturnType<TestDesk['callTool']>>();

const ask = (name: string) => {
  const { input } = questions[name] ?? { input: {} };
  const page =
    firstPages.get(name) ?? desk.callTool(name, 'shipments' in input ? { ...input, shipments } : { ...input });
  firstPages.set(name, page);
  return page;
};

test('every tool that shows a cursor takes one, and is walked here', () => {
  const listing = tools.filter(({ output }) => 'nextCursor' in output.shape).map(({ name }) => name);

  expect(listing.filter((name) => !tools.some((tool) => tool.name === name && 'cursor' in tool.input.shape))).toEqual(
    [],
  );
  expect(Object.keys(questions).toSorted()).toEqual(listing.toSorted());
});

test.each(Object.keys(questions))(
  'the cursor of %s is short, continues its question alone and with another limit, and leads to every row once',
  async (name) => {
    const { id = '', limit } = questions[name] ?? {};
    const first = await ask(name);
    const seen: unknown[] = first.data.rows.map((row: Record<string, unknown>) => row[id]);
    // Fifty of each kind fit one answer.
    expect(first.data.nextCursor === null).toBe(name === 'find');

    let cursor: string | null = first.data.nextCursor;
    for (let page = 1; cursor !== null; page += 1) {
      expect(countTokens(cursor)).toBeLessThan(60);
      const { data, isError }: Awaited<ReturnType<typeof ask>> = await desk.callTool(name, {
        cursor,
        // The second page comes with another size, the third as it would have been.
        ...(page === 1 && limit !== undefined && { limit }),
      });
      expect(isError).toBeUndefined();
      expect(data.rows.length).toBeGreaterThan(0);
      expect(data.nextActions).toBeUndefined();
      seen.push(...data.rows.map((row: Record<string, unknown>) => row[id]));
      cursor = data.nextCursor;
      if (page > 60) break;
    }

    expect(new Set(seen).size).toBe(seen.length);
    // The raw page does not know how many there are; find counts more than it lists; very long lists are not walked to their end.
    const isKnown = cursor === null && name !== 'find';
    expect([null, seen.length]).toContain(isKnown ? first.data.total : null);
  },
);

test('a cursor beside its own question is the same page', async () => {
  const { input = {} } = questions['list_quotes'] ?? {};
  const first = await ask('list_quotes');

  const [alone, withInput] = await Promise.all([
    desk.callTool('list_quotes', { cursor: first.data.nextCursor }),
    desk.callTool('list_quotes', { ...input, cursor: first.data.nextCursor }),
  ]);

  expect(withInput.data).toEqual(alone.data);
});

test.each([
  ['beside another question', 'list_quotes', { status: 'WON' }, 'status'],
  ['of another tool', 'list_bills', {}, 'list_bills'],
  ['that was made up', 'list_quotes', { cursor: 'page 2' }, 'list_quotes'],
])('a cursor %s is refused, and says why', async (_, name, input, word) => {
  const { data } = await ask('list_quotes');

  const refused = await desk.callTool(name, { cursor: data.nextCursor, ...input });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'cursor' } } });
  expect(refused.text).toContain(word);
});

test('a cursor is its own person’s, and lives a day', async () => {
  const { data } = await ask('list_quotes');
  const now = desk.clock.now;
  desk.clock.now = '2027-01-01T00:00:00.000Z';

  const refused = await desk.callTool('list_quotes', { cursor: data.nextCursor });

  desk.clock.now = now;
  expect(refused).toMatchObject({ isError: true, data: { error: { field: 'cursor' } } });
  expect(await desk.memory.pages.find(`page:robin:${data.nextCursor}`, now)).toBeUndefined();
  expect(await desk.memory.pages.find(`page:dana:${data.nextCursor}`, now)).toBeDefined();
});

test('an answer that was given before writes nothing to the store of the tool server', async () => {
  for (const name of Object.keys(questions)) await ask(name);
  firstPages.clear();
  using store = new DatabaseSync(desk.memoryUrl.slice('sqlite:'.length));
  const writers: string[] = [];

  for (const name of Object.keys(questions)) {
    const before = store.prepare('pragma data_version').get();
    await ask(name);
    if (!isDeepStrictEqual(store.prepare('pragma data_version').get(), before)) writers.push(name);
  }

  expect(writers).toEqual([]);
});

test('a page that was seen in the store is looked for there again after a minute', async () => {
  const { input = {} } = questions['list_quotes'] ?? {};
  const start = desk.clock.now;
  const { data } = await desk.callTool('list_quotes', input);
  const key = `page:dana:${data.nextCursor}`;
  await desk.callTool('list_quotes', input);
  using store = new DatabaseSync(desk.memoryUrl.slice('sqlite:'.length));
  store.prepare('delete from tool_reservation where key = ?').run(key);
  const isStoredAt = async (seconds: number) => {
    desk.clock.now = new Date(Date.parse(start) + seconds * 1000).toISOString();
    await desk.callTool('list_quotes', input);
    return (await desk.memory.pages.find(key, desk.clock.now)) !== undefined;
  };

  const stored = [await isStoredAt(30), await isStoredAt(61)];
  desk.clock.now = start;

  expect(stored).toEqual([false, true]);
});

test('a cursor lives a day from the last answer that showed it', async () => {
  const { input = {} } = questions['list_quotes'] ?? {};
  const start = desk.clock.now;
  const addHours = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString();
  const { data } = await desk.callTool('list_quotes', input);
  const isContinuedAt = async (hours: number) => {
    desk.clock.now = addHours(hours);
    return (await desk.memory.pages.find(`page:dana:${data.nextCursor}`, desk.clock.now)) !== undefined;
  };

  const continued: boolean[] = [];
  for (const shownAt of [0.5, 20]) {
    desk.clock.now = addHours(shownAt);
    await desk.callTool('list_quotes', input);
    continued.push(await isContinuedAt(shownAt + 23.9));
  }
  continued.push(await isContinuedAt(20 + 25.1));
  desk.clock.now = start;

  expect(continued).toEqual([true, true, false]);
});

test.each(Object.keys(questions))('headings of %s as they are shown are taken as fields', async (name) => {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool || !('fields' in tool.input.shape) || name === 'api_read') return;
  const { text } = await ask(name);
  const headings = /^\| (.+) \|$/m.exec(text)?.[1]?.split(' | ') ?? [];

  const { data, isError } = await desk.callTool(name, {
    ...questions[name]?.input,
    ...(name === 'track_shipments' && { shipments }),
    fields: headings,
  });

  expect(isError).toBeUndefined();
  expect(headings.length).toBeGreaterThan(0);
  expect(Object.keys(data.rows[0]).length).toBeGreaterThanOrEqual(headings.length);
});

test.each(Object.keys(questions))('what %s costs is estimated, never too low and hardly too high', async (name) => {
  const { text, data } = await ask(name);

  for (const part of [text, JSON.stringify(data)]) {
    expect(estimateTokens(part)).toBeGreaterThanOrEqual(countTokens(part));
    expect(estimateTokens(part)).toBeLessThanOrEqual(1.25 * countTokens(part));
  }
});

onOneDatabase('what a cursor stands for', (database) => {
  test('cannot be read in the store, and a cursor of another key has ended', async () => {
    await using small = await startDesk({ tools, database });
    for (const name of ['Net 15', 'Net 30', 'Net 45']) await small.api.paymentTerms.create({ name });
    const input = { filter: { name: { in: ['Net 15', 'Net 30', 'Net 45'] } } };
    const first = await small.callTool('api_read', { operation: 'paymentTerms.filter', input, limit: 1 });
    const cursor = String(first.data.nextCursor);

    const next = await small.callTool('api_read', { cursor });
    const key = `page:dana:${cursor}`;
    const storedPage = await small.memory.pages.find(key, small.clock.now);
    await small.memory.pages.keep({ key: 'page:dana:old', body: '{}', at: small.clock.now, expiresAt: '2027-01-01' });
    const old = await small.callTool('api_read', { cursor: 'old' });

    expect(next.data.rows).toHaveLength(1);
    expect(storedPage?.body).toMatch(/./);
    expect(storedPage?.body).not.toMatch(/Net|paymentTerms|api_read/);
    expect(old).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'cursor' } } });
  });
});
