import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openCopy, type LocalCopy } from '../../../src/copy/copy.ts';
import { liveShipment } from '../../../src/domain/freight/shipment.ts';
import { printRule } from '../../../src/domain/rules/rule-sql.ts';
import { tools } from '../../../tools/index.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { makeFilledCopy } from '../../support/filled-copy.ts';
import { startOfTest } from '../../support/service/service.ts';
import { findFullReads } from './query-plans.ts';

type DeskCallInput = Readonly<Record<string, unknown>>;

/** Calls of a desk's day: what lists and briefs are asked for most. A reading tool without a call here is called without arguments. */
const calls: readonly (readonly [tool: string, input: DeskCallInput])[] = [
  ['find', { query: 'SHP-2300' }],
  ['find', { query: 'Copperhead' }],
  ['track_shipments', { shipments: ['SHP-2300'] }],
  ['track_shipments', { open: true, shipments: ['Brightwater Beverage'] }],
  ['get_shipment', { shipment: 'SHP-2300' }],
  ['list_shipments', {}],
  ['list_shipments', { status: 'active' }],
  ['list_shipments', { customer: 'Brightwater Beverage' }],
  ['list_shipments', { customer: 'Brightwater Beverage', status: 'active' }],
  ['list_shipments', { pickupFrom: 'today', pickupTo: 'tomorrow' }],
  ...['late', 'uncovered', 'at_risk', 'dwelling', 'arrived_late', 'not_dispatched', 'insurance', 'no_appointment'].map(
    (exception) => ['list_shipments', { exception }] as const,
  ),
  ...['low_margin', 'missing_pod', 'unbilled', 'any'].map((exception) => ['list_shipments', { exception }] as const),
  ['list_quotes', {}],
  ['list_quotes', { expiringWithinHours: 24 }],
  ['list_quotes', { expired: true }],
  ['find_carriers', { originState: 'IL', destinationState: 'GA' }],
  ['find_carriers', { place: 'Dallas, TX', radius: 100 }],
  ['get_carrier', { carrier: 'Copperhead Pass' }],
  ['get_customer', { customer: 'Brightwater Beverage' }],
  ['get_record', { record: 'BILL-1001' }],
  ['reference_data', { catalog: 'equipment' }],
  ['get_document', { document: 'pod.pdf' }],
  ['aging_report', { ledger: 'receivables' }],
  ['aging_report', { ledger: 'payables' }],
  ['aging_report', { ledger: 'receivables', party: 'Brightwater Beverage' }],
  ['list_invoices', { overdue: true }],
  ['list_invoices', { status: 'open' }],
  ['billing_queue', {}],
  ['collections', {}],
  ['list_bills', { status: 'in review' }],
  ['list_bills', { status: 'APPROVED_TO_PAY' }],
  ['list_bills', { verdict: 'clean' }],
  ['list_bills', { verdict: 'duplicate' }],
  ['list_bills', { overdue: true }],
  ['list_bills', { reference: '4711' }],
  ['api_read', { operation: 'customers.filter' }],
  ['analyze', { measures: ['cash_due'], by: ['week', 'factor'], period: 'next 30 days' }],
  ['analyze', { measures: ['margin'], by: ['customer'], period: 'last month', compare: 'previous' }],
  ['explain_figure', { measure: 'margin', period: 'last month' }],
  ...['dispatch', 'carrier', 'sales', 'payables', 'receivables', 'manager'].map(
    (role) => ['morning_brief', { role }] as const,
  ),
  ['cover_load', { load: 'SHP-2300' }],
  ['lane_history', { origin: 'Chicago, IL', destination: 'Atlanta, GA' }],
  ['lane_history', { origin: 'Chicago market', destination: 'Atlanta market' }],
];

/** Statements that may read a table in full, each by a part of its text, with the reason. */
const allowed: readonly (readonly [part: RegExp, reason: string])[] = [
  [/where (?:1 = 1|"q"."side" = \?) order by \S+ desc, \S+ desc limit/, 'a page of the newest ends after its rows'],
  [/sum\(.* from "shipment" as "s" where 1 = 1 group/, 'a list of everything names its sum, from one index'],
  [/sum\(.* from "quote" as "q" where "q"."side" = \? group/, 'a list of everything names its sum, from one index'],
  [/from haul_fact union all .* from service/, 'services are few, and no index tells which of them lack a bill'],
];

let copy: LocalCopy;
let desk: TestDesk;
/** Statements with their parameters, by the tool that ran them first. */
const statements = new Map<string, { readonly tool: string; readonly parameters: readonly unknown[] }>();

beforeAll(async () => {
  const world = { seed: 1, size: 'small', now: startOfTest } as const;
  const file = path.join(inject('runFolder'), `copy-${randomUUID()}.db`);
  await copyFile(await makeFilledCopy(world), file);
  let tool = '';
  const note = (sql: string, parameters: readonly unknown[] = []) => {
    if (!statements.has(sql)) statements.set(sql, { tool, parameters });
  };
  desk = await startDesk({ tools: [], seed: 'small', server: { copy: async () => noteStatements(copy, note) } });
  copy = await openCopy(`sqlite:${file}`, { api: desk.api, isEmbedded: true }, { shareMs: 3_600_000 });
  const called = new Set(calls.map(([name]) => name));
  const otherCalls = tools.flatMap(({ gate, name }) =>
    gate === 'none' && !called.has(name) ? [[name, {}] as const] : [],
  );
  for (const [name, input] of [...calls, ...otherCalls]) {
    tool = name;
    await desk.callTool(name, input);
  }
});

afterAll(async () => {
  await desk.close();
  await copy.close();
});

type NoteStatement = (sql: string, parameters?: readonly unknown[]) => void;

function noteStatements(records: LocalCopy, note: NoteStatement): LocalCopy {
  const noteReads = (reads: Pick<LocalCopy, 'read' | 'readTogether'>): Pick<LocalCopy, 'read' | 'readTogether'> => ({
    read(query, parameters) {
      note(query, parameters);
      return reads.read(query, parameters);
    },
    readTogether(queries) {
      for (const { sql, parameters } of queries) note(sql, parameters);
      return reads.readTogether(queries);
    },
  });
  return {
    ...records,
    ...noteReads(records),
    async refresh(...question) {
      const current = await records.refresh(...question);
      return { ...current, ...noteReads(current) };
    },
  };
}

test('no tool reads a table in full that grows with every load, unless a reason is named', async () => {
  const reads: { readonly text: string; readonly sql: string }[] = [];
  for (const [text, { tool, parameters }] of statements) {
    const sql = text.replaceAll(/\s+/g, ' ');
    for (const { table, step } of await findFullReads(copy, { sql, parameters }))
      reads.push({ text: `${tool} reads all of ${table} (${step}): ${sql}`, sql });
  }

  expect(reads.filter(({ sql }) => !allowed.some(([part]) => part.test(sql))).map(({ text }) => text)).toEqual([]);
  expect(allowed.filter(([part]) => !reads.some(({ sql }) => part.test(sql)))).toEqual([]);
});

test('live shipments of a customer are read by an index of live ones, not by all that it ever had', async () => {
  const ofCustomer = [...statements].filter(
    ([sql]) => sql.includes(printRule(liveShipment, 's')) && /"s"\."customer_id" in|"s"\."customer_id" = /.test(sql),
  );
  const plans = await Promise.all(
    ofCustomer.map(([sql, { parameters }]) => copy.read(`explain query plan ${sql}`, parameters)),
  );

  expect(plans.length).toBeGreaterThan(1);
  for (const plan of plans) expect(plan.map(({ detail }) => detail).join()).toMatch(/ s USING INDEX shipment_live/);
});
