import { expect, test } from 'vitest';
import { loadCarrierStatuses, loadStatuses } from '../../src/domain/freight/load.ts';
import { orderStatuses } from '../../src/domain/freight/order.ts';
import { quoteStatuses } from '../../src/domain/quotes/quote.ts';
import { serviceStatuses } from '../../src/domain/freight/service.ts';
import { shipmentStatuses } from '../../src/domain/freight/shipment.ts';
import { billStatuses } from '../../src/domain/bills/bill.ts';
import { creditMemoStatuses } from '../../src/domain/money/credit-memo.ts';
import { invoiceStatuses } from '../../src/domain/money/invoice.ts';
import { orderBillingStatuses } from '../../src/domain/money/order-billing.ts';
import { readSourceFiles } from './source-files.ts';

const statuses: ReadonlySet<string> = new Set([
  ...billStatuses,
  ...creditMemoStatuses,
  ...invoiceStatuses,
  ...loadCarrierStatuses,
  ...loadStatuses,
  ...orderBillingStatuses,
  ...orderStatuses,
  ...quoteStatuses,
  ...serviceStatuses,
  ...shipmentStatuses,
]);

/** `s.status <> 'CANCELED'` or `status in ('WON'`: TypeScript compares with three signs. */
const sqlComparison = /status (?:=|<>|!=|(?:not )?in) ?\(?'(?<word>[A-Z_]+)'/g;
/** `['DELIVERED', 'CANCELED']` */
const wordList = /\[\s*(?<words>'[A-Z_]+'(?:,\s*'[A-Z_]+')+),?\s*\]/g;
/** `status === 'DRAFT' || status === 'VOIDED'` and `status !== 'DRAFT' && status !== 'VOIDED'` */
const wordChain =
  /status (?:===|!==) '(?<first>[A-Z_]+)' (?:\|\||&&) (?:\w+\.)?status (?:===|!==) '(?<second>[A-Z_]+)'/gi;

function listStatusWords(text: string): readonly string[] {
  const words = [
    ...[...text.matchAll(sqlComparison)].map(({ groups }) => [groups?.['word'] ?? '']),
    ...[...text.matchAll(wordList)].map(({ groups }) => groups?.['words']?.match(/[A-Z_]+/g) ?? []),
    ...[...text.matchAll(wordChain)].map(({ groups }) => [groups?.['first'] ?? '', groups?.['second'] ?? '']),
  ];
  return words.filter((words) => words.every((word) => statuses.has(word))).map((words) => words.join(', '));
}

/** Status words that are still to become a rule, or aren't one. This list only shrinks. */
const allowed: Readonly<Record<string, readonly string[]>> = {};

const files = readSourceFiles(
  'tools/**/*.ts',
  'prompts/**/*.ts',
  'src/mcp/**/*.ts',
  'src/metrics/**/*.ts',
  'src/copy/**/*.ts',
);

test('which statuses count is declared in src/domain alone', () => {
  const wordsByFile = files.flatMap(({ file, text }) => {
    const words = listStatusWords(text);
    return words.length === 0 ? [] : [[file, words] as const];
  });

  expect(Object.fromEntries(wordsByFile)).toEqual(allowed);
});

/** `julianday(a) - julianday(b)`, `date(a, '+30 days')` */
const dateArithmetic = /julianday\(|'[+-]\d{1,4} (?:days?|months?|years?)'/g;
/** `owed_cents > 0`, `billed_cents > f.cost_cents` */
const amountComparison = /_cents (?:<>|[<>]=?|=) ?[\w.$?]+/g;

const listArithmetic = (text: string): readonly string[] =>
  [...text.matchAll(dateArithmetic), ...text.matchAll(amountComparison)].map(([words]) => words);

/** Text in quotation marks: SQL is in it, and TypeScript that compares rows isn't. */
const quotedText = /`[^`]*`|'[^'\n]*'/g;
const listQuoted = (text: string): string => [...text.matchAll(quotedText)].map(([quote]) => quote).join('\n');

test('SQL text prints statuses, dates and comparisons of amounts that src/domain declares', () => {
  const patterns = ['tools', 'prompts', 'src/mcp', 'src/metrics', 'src/copy', 'src/copy-tables', 'src/service'];
  const texts = readSourceFiles(...patterns.map((folder) => `${folder}/**/*.ts`)).map(({ file, text }) => {
    const quotes = listQuoted(text);
    const words = [...quotes.matchAll(sqlComparison)].map(({ groups }) => groups?.['word'] ?? '');
    return [file, [...listArithmetic(quotes), ...words.filter((word) => statuses.has(word))]] as const;
  });

  expect(Object.fromEntries(texts.filter(([, words]) => words.length > 0))).toEqual({});
});

test('a comparison in SQL text is told from one in TypeScript', () => {
  expect(listArithmetic(listQuoted('if (memo.applied_cents > 0) return sql`remaining_cents > 0`;'))).toEqual([
    '_cents > 0',
  ]);
});

test('arithmetic of dates and comparisons of amounts in SQL are found', () => {
  expect(listArithmetic("date(f.invoice_date, '+30 days') < $today and f.paid_cents > 0")).toEqual([
    "'+30 days'",
    '_cents > 0',
  ]);
  expect(listArithmetic('(julianday(a) - b) where f.billed_cents > f.cost_cents')).toEqual([
    'julianday(',
    '_cents > f.cost_cents',
  ]);
  expect(listArithmetic("sum(f.owed_cents) as cents, 'days of the month'")).toEqual([]);
});

test('status words in SQL, in lists and in comparisons of several are found', () => {
  expect(listStatusWords("where s.status <> 'CANCELED' and q.status in ('WON', 'LOST')")).toEqual(['CANCELED', 'WON']);
  expect(listStatusWords("const open = ['IN_REVIEW', 'APPROVED_TO_PAY'] as const;")).toEqual([
    'IN_REVIEW, APPROVED_TO_PAY',
  ]);
  expect(listStatusWords("if (status === 'DRAFT' || invoice.status === 'VOIDED') return;")).toEqual(['DRAFT, VOIDED']);
  expect(listStatusWords("status === 'DELIVERED' && kind in ['PICK', 'DROP']")).toEqual([]);
});
