import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  dueBefore,
  type DueDates,
  dueFrom,
  dueUntil,
  getDueDate,
  printDueDate,
  toDueDays,
  undated,
} from '../../../src/domain/money/due-date.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import { printRule, toSql } from '../../../src/domain/rules/rule-sql.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { createDatabase, onBothDatabases } from '../../support/stores/databases.ts';

const today = '2026-11-20';
// Thirty days after the second invoice date is today; the last of February is counted, too.
const invoiceDates = ['2026-10-20', '2026-10-21', '2026-10-22', '2026-02-28', null];
const records: readonly DueDates[] = ['2026-11-19', today, '2026-11-21', null].flatMap((dueDate) =>
  invoiceDates.map((invoiceDate) => ({ dueDate, invoiceDate })),
);
const rules = { dueBefore, dueUntil, dueFrom };

test('without a stated day the usual term of 30 days counts', () => {
  expect(getDueDate({ dueDate: null, invoiceDate: '2026-10-21' })).toBe(today);
  expect(getDueDate({ dueDate: '2026-12-01', invoiceDate: '2026-10-21' })).toBe('2026-12-01');
  expect(getDueDate({ dueDate: null, invoiceDate: null })).toBeNull();
});

test('the rules compare the day on which a bill is due', () => {
  for (const record of records) {
    const due = getDueDate(record);
    const met = Object.values(rules).map((rule) => isMet(rule, record, toDueDays(today)));
    expect(met).toEqual(due === null ? [false, false, false] : [due < today, due <= today, due >= today]);
    expect(isMet(undated, record)).toBe(due === null);
  }
});

onBothDatabases('the due date rule', (database) => {
  test('holds for the same records in TypeScript and in SQL', async () => {
    await using created = await createDatabase(database, { blank: true });
    const opened = await openDatabase(created.url, []);
    const rows = records.map(
      ({ dueDate, invoiceDate }) => sql`(cast(${dueDate} as text), cast(${invoiceDate} as text))`,
    );
    // Values of the test itself stand in the place of parameters.
    const bind = (text: string, values: readonly unknown[]) =>
      values.reduce<string>((bound, value) => bound.replace('?', `'${String(value)}'`), text);
    const columns = Object.entries(rules).map(([name, rule]) => {
      const { text, values } = toSql(rule, 'r', toDueDays(today));
      return `case when ${bind(text, values)} then 1 else 0 end as "${name}"`;
    });
    columns.push(`case when ${printRule(undated, 'r')} then 1 else 0 end as undated`);
    // The copy is kept in SQLite.
    if (database === 'SQLite') columns.push(`${printDueDate('r')} as due`);

    const answer = await sql`
      with r (due_date, invoice_date) as (values ${sql.join(rows)}) select ${sql.raw(columns.join(', '))} from r
    `.execute(opened.reader);
    await opened.close();

    expect(answer.rows).toEqual(
      records.map((record) => ({
        ...Object.fromEntries(
          Object.entries(rules).map(([name, rule]) => [name, Number(isMet(rule, record, toDueDays(today)))]),
        ),
        undated: Number(isMet(undated, record)),
        ...(database === 'SQLite' && { due: getDueDate(record) }),
      })),
    );
  });
});
