import { expect, test } from 'vitest';
import { readRecordNumber, splitKindWord } from '../../../src/domain/identifiers/record-number.ts';

const bare =
  'shipment SHP-2278, load LD-2278, quote Q002278, invoice INV-02278, bill BILL-02278, payment PMT-02278, billPayment BP-02278, creditMemo CM-02278';

test.each([
  ['SHP-2278', 'shipment SHP-2278'],
  ['#SHP-2278', 'shipment SHP-2278'],
  ['# INV-00010', 'invoice INV-00010'],
  ['inv# 10', 'invoice INV-00010'],
  ['invoice # 10', 'invoice INV-00010'],
  ['Invoice No. 10', 'invoice INV-00010'],
  ['invoice no INV-00010', 'invoice INV-00010'],
  ['load# 2194', 'load LD-2194, shipment SHP-2194'],
  ['Load #2194', 'load LD-2194, shipment SHP-2194'],
  ['load number 2194', 'load LD-2194, shipment SHP-2194'],
  ['load2194', 'load LD-2194, shipment SHP-2194'],
  ['load LD-2194', 'load LD-2194'],
  ['load: SHP-2194', 'shipment SHP-2194'],
  ['shipment 2278', 'shipment SHP-2278'],
  ['Shipment: #2278', 'shipment SHP-2278'],
  ['shp#2278', 'shipment SHP-2278'],
  ['(SHP-2278)', 'shipment SHP-2278'],
  ['"SHP-2278".', 'shipment SHP-2278'],
  ['SHP-2278,', 'shipment SHP-2278'],
  ['quote 7', 'quote Q000007'],
  ['bill payment 3', 'billPayment BP-00003'],
  ['credit memo #4', 'creditMemo CM-00004'],
  ['payment 5', 'payment PMT-00005'],
  ['vendor 100001', 'vendor V100001'],
  ['№ 2278', bare],
  ['2278', bare],
  ['#2278', bare],
  ['12345678', ''],
  ['PRO# 1234', ''],
  ['PO 4500', ''],
  ['Bill Jackson', ''],
  ['Loadstar 2', ''],
  ['No Limit Freight', ''],
  ['Numbers Inc', ''],
  ['#', ''],
  ['', ''],
])('%j is %s', (typed, meaning) => {
  const { numbers } = readRecordNumber(typed);

  expect([...numbers].map(([resource, number]) => `${resource} ${number}`).join(', ')).toBe(meaning);
});

test('a word for a kind is split from a name behind it, and the longest word wins', () => {
  expect(splitKindWord('customer contact: Jane Doe', ['customer', 'customer contact'])).toEqual({
    word: 'customer contact',
    rest: 'Jane Doe',
  });
  expect(splitKindWord('customers', ['customer'])).toBeUndefined();
});
