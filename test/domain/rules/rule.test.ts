import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as load from '../../../src/domain/freight/load.ts';
import * as quote from '../../../src/domain/quotes/quote.ts';
import * as shipment from '../../../src/domain/freight/shipment.ts';
import * as shipmentCredit from '../../../src/domain/freight/shipment-credit.ts';
import * as bill from '../../../src/domain/bills/bill.ts';
import * as billVariance from '../../../src/domain/bills/bill-variance.ts';
import * as creditMemo from '../../../src/domain/money/credit-memo.ts';
import * as invoice from '../../../src/domain/money/invoice.ts';
import * as margin from '../../../src/domain/money/margin.ts';
import * as orderBilling from '../../../src/domain/money/order-billing.ts';
import * as carrier from '../../../src/domain/carriers/active-carrier.ts';
import * as watchedFreight from '../../../src/domain/shipments/watched-freight.ts';
import {
  everyRecord,
  isAmong,
  isComparedTo,
  isMet,
  isNotAmong,
  matchAll,
  matchAny,
  type Rule,
} from '../../../src/domain/rules/rule.ts';
import { printRule, toSql } from '../../../src/domain/rules/rule-sql.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { createDatabase, onBothDatabases } from '../../support/stores/databases.ts';

type AnyRule = Rule<string>;

const isRule = (value: unknown): value is AnyRule =>
  typeof value === 'object' && value !== null && 'kind' in value && ('rules' in value || 'field' in value);

const modules = {
  load,
  quote,
  shipment,
  shipmentCredit,
  bill,
  billVariance,
  creditMemo,
  invoice,
  margin,
  orderBilling,
  carrier,
  watchedFreight,
};

/** Tests if a rule compares with a value of its question; such rules have separate tests. */
const hasQuestionValue = (rule: AnyRule): boolean =>
  'rules' in rule
    ? rule.rules.some(hasQuestionValue)
    : 'value' in rule && typeof rule.value === 'object' && 'given' in rule.value;

/** Every rule that the domain declares over these fields alone, by name. */
const declared: readonly (readonly [string, AnyRule])[] = Object.values(modules).flatMap((module) =>
  Object.entries(module).filter((entry): entry is [string, AnyRule] => isRule(entry[1]) && !hasQuestionValue(entry[1])),
);

function listWords(rule: AnyRule): readonly string[] {
  if (rule.kind === 'all' || rule.kind === 'any') return rule.rules.flatMap(listWords);
  return 'words' in rule ? rule.words : [];
}

function listFields(rule: AnyRule): readonly string[] {
  if ('rules' in rule) return rule.rules.flatMap(listFields);
  const isWithField = rule.kind === 'compare' && typeof rule.value === 'object' && 'field' in rule.value;
  return isWithField && 'field' in rule.value ? [rule.field, rule.value.field] : [rule.field];
}

const words = [...new Set(declared.flatMap(([, rule]) => listWords(rule))), 'PENDING_AUDIT', null];
const fields = [...new Set([...declared.flatMap(([, rule]) => listFields(rule)), 'status'])];
const isAmount = (field: string): boolean => field.endsWith('Cents');

/** Amounts below, at and above nothing and one another, in every field that a rule looks at. */
const amounts = [-1, 0, 1, null];
const toRecord = (word: string | null, place: number) =>
  Object.fromEntries(
    fields.map((field, shift) => [
      field,
      isAmount(field) ? (amounts[(place * (shift + 1) + shift) % amounts.length] ?? null) : word,
    ]),
  );
const records = words.flatMap((word) => amounts.map((_, place) => toRecord(word, place)));

test('the domain declares its rules', () => {
  expect(declared.length).toBeGreaterThan(20);
});

onBothDatabases('a rule', (database) => {
  test('holds for the same records in TypeScript and in SQL', async () => {
    await using created = await createDatabase(database, { blank: true });
    const opened = await openDatabase(created.url, []);
    const rules = [...declared.map(([, rule]) => rule), everyRecord, matchAny<'status'>(), isAmong('status', [])];
    const rows = records.map(
      (record) =>
        sql`(${sql.join(
          fields.map((field) => sql`cast(${record[field]} as ${sql.raw(isAmount(field) ? 'integer' : 'text')})`),
        )})`,
    );
    const names = fields.map((field) => sql.ref(field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
    const columns = rules.map((rule, place) =>
      sql.raw(`case when ${printRule(rule, 'r')} then 1 else 0 end as rule_${place}`),
    );

    const answer = await sql<Record<string, number>>`
      with r (${sql.join(names)}) as (values ${sql.join(rows)}) select ${sql.join(columns)} from r
    `.execute(opened.reader);
    await opened.close();

    const expected = records.map((record) =>
      Object.fromEntries(rules.map((rule, place) => [`rule_${place}`, isMet(rule, record) ? 1 : 0])),
    );
    expect(answer.rows).toEqual(expected);
  });
});

test('a rule takes what is given when it is asked, as a parameter', () => {
  const lapsed = matchAll<'status' | 'expiresAt', 'now'>(
    isNotAmong('status', ['WON', 'LOST']),
    isComparedTo('expiresAt', '<=', { given: 'now' }),
  );
  const now = '2026-11-20T15:00:00Z';

  expect(toSql(lapsed, 'q', { now })).toEqual({
    text: "q.status not in ('WON', 'LOST') and q.expires_at <= ?",
    values: [now],
  });
  expect(isMet(lapsed, { status: 'QUOTED', expiresAt: '2026-11-20T14:00:00Z' }, { now })).toBe(true);
  expect(isMet(lapsed, { status: 'QUOTED', expiresAt: null }, { now })).toBe(false);
});

test('rules of rules keep their order in SQL, and columns can have other names', () => {
  expect(printRule(bill.checkableBill, 'b')).toBe(
    "b.status = 'IN_REVIEW' or (b.owed_cents > 0 and b.status not in ('AWAITING_INVOICE', 'PAID'))",
  );
  expect(printRule(load.liveLoad, { status: 'f.load_status' })).toBe("f.load_status not in ('DELIVERED', 'CANCELED')");
});

test('a rule compares two fields of a record, and neither may be missing', () => {
  const isOverbilled = (billedCents: number | null, costCents: number | null) =>
    isMet(billVariance.overbilledCarrier, { billedCents, costCents });

  expect([
    isOverbilled(2, 1),
    isOverbilled(1, 1),
    isOverbilled(1, 0),
    isOverbilled(null, 1),
    isOverbilled(1, null),
  ]).toEqual([true, false, false, false, false]);
  expect(printRule(billVariance.overbilledCarrier, 'h')).toBe('h.cost_cents > 0 and h.billed_cents > h.cost_cents');
});

test('only words and whole numbers of a declaration are printed into SQL', () => {
  expect(() => printRule(isAmong('status', ["X' or 'a'='a"]))).toThrow('is no constant of a rule');
  expect(() => printRule(isComparedTo('owedCents', '>', 0.5))).toThrow('is no constant of a rule');
});

test('a status that Waybill does not know counts as open and live, and lets no money leave', () => {
  const unknown = { status: 'PENDING_AUDIT', billingStatus: 'PENDING_AUDIT', owedCents: 100 };
  const isMetByUnknown = (rule: AnyRule) => isMet(rule, unknown);

  expect(
    [bill.openBill, invoice.openInvoice, quote.openQuote, shipment.liveShipment, load.liveLoad].every(isMetByUnknown),
  ).toBe(true);
  expect([load.activeAssignment, orderBilling.uninvoiced, shipmentCredit.bookedFreight].every(isMetByUnknown)).toBe(
    true,
  );
  expect([bill.payableBill, bill.billInReview, shipment.deliveredShipment].some(isMetByUnknown)).toBe(false);
});
