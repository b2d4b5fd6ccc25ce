import { expect, test } from 'vitest';
import { loadCarrierStatuses, loadStatuses } from '../../src/domain/freight/load.ts';
import { orderStatuses } from '../../src/domain/freight/order.ts';
import { quoteStatuses } from '../../src/domain/freight/quote.ts';
import { serviceStatuses } from '../../src/domain/freight/service.ts';
import { shipmentStatuses } from '../../src/domain/freight/shipment.ts';
import { billStatuses } from '../../src/domain/money/bill.ts';
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
  const found = [
    ...[...text.matchAll(sqlComparison)].map(({ groups }) => [groups?.['word'] ?? '']),
    ...[...text.matchAll(wordList)].map(({ groups }) => groups?.['words']?.match(/[A-Z_]+/g) ?? []),
    ...[...text.matchAll(wordChain)].map(({ groups }) => [groups?.['first'] ?? '', groups?.['second'] ?? '']),
  ];
  return found.filter((words) => words.every((word) => statuses.has(word))).map((words) => words.join(', '));
}

/** What is left to become a rule, or isn't one. This list only shrinks. */
const allowed: Readonly<Record<string, readonly string[]>> = {};

const files = readSourceFiles(
  'tools/**/*.ts',
  'prompts/**/*.ts',
  'src/mcp/**/*.ts',
  'src/metrics/**/*.ts',
  'src/copy/**/*.ts',
);

test('which statuses count is declared in src/domain alone', () => {
  const found = files.flatMap(({ file, text }) => {
    const words = listStatusWords(text);
    return words.length === 0 ? [] : [[file, words] as const];
  });

  expect(Object.fromEntries(found)).toEqual(allowed);
});

test('status words in SQL, in lists and in comparisons of several are found', () => {
  expect(listStatusWords("where s.status <> 'CANCELED' and q.status in ('WON', 'LOST')")).toEqual(['CANCELED', 'WON']);
  expect(listStatusWords("const open = ['IN_REVIEW', 'APPROVED_TO_PAY'] as const;")).toEqual([
    'IN_REVIEW, APPROVED_TO_PAY',
  ]);
  expect(listStatusWords("if (status === 'DRAFT' || invoice.status === 'VOIDED') return;")).toEqual(['DRAFT, VOIDED']);
  expect(listStatusWords("status === 'DELIVERED' && kind in ['PICK', 'DROP']")).toEqual([]);
});
