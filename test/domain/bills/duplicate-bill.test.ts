import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BillSnapshot, findDuplicateBills } from '../../../src/domain/bills/duplicate-bill.ts';

const bill = (id: string, fields: Partial<BillSnapshot> = {}): BillSnapshot => ({
  id,
  payeeId: 'abc',
  payeeName: 'ABC Trucking LLC',
  factorId: null,
  entityId: `carrier of ${id}`,
  loadId: `load of ${id}`,
  shipmentId: `shipment of ${id}`,
  reference: `ref ${id} 1000`,
  amountCents: 185_000,
  currency: 'USD',
  ...fields,
});

const onOneLoad = { shipmentId: 'SHP-1042', loadId: 'LD-1042' };
const stranger = { payeeId: 'xyz', payeeName: 'XYZ Logistics Inc' };

test.each<[string, Partial<BillSnapshot>, Partial<BillSnapshot>, string[]]>([
  ['the same invoice sent twice', { reference: '4471' }, { reference: '4471' }, ['same_reference']],
  ['an invoice in another spelling', { reference: '4471' }, { reference: 'INV-004471' }, ['similar_reference']],
  ['an invoice with a suffix', { reference: '4471' }, { reference: '4471-R' }, ['suffixed_reference']],
  [
    'one load carrier billed twice',
    { entityId: 'one', ...onOneLoad },
    { entityId: 'one', ...onOneLoad, amountCents: 200_000 },
    ['same_entity'],
  ],
  [
    'ABC Trucking paid, then ABC Transport on the same load',
    { ...onOneLoad, reference: '4471' },
    { ...onOneLoad, reference: '4471', payeeId: 'abc2', payeeName: 'ABC Transport Inc', factorId: 'fast cash' },
    ['same_reference', 'same_amount', 'factor_and_carrier'],
  ],
  [
    'carrier and factor both billing one load',
    { ...onOneLoad, amountCents: 180_000 },
    { ...onOneLoad, factorId: 'fast cash' },
    ['factor_and_carrier'],
  ],
  ['a stranger on the load', onOneLoad, { ...onOneLoad, ...stranger, amountCents: 90_000 }, ['two_payees']],
  [
    'a dollar of difference on one shipment',
    { shipmentId: 'SHP-1042' },
    { shipmentId: 'SHP-1042', ...stranger, amountCents: 184_900 },
    ['same_amount'],
  ],
])('%s is found', (_what, first, second, reasons) => {
  const [pair] = findDuplicateBills([bill('first', first), bill('second', second)]);

  expect(pair?.bills).toEqual(['first', 'second']);
  expect(pair?.reasons).toEqual(reasons);
});

test.each<[string, Partial<BillSnapshot>, Partial<BillSnapshot>]>([
  ['two loads for the same price', {}, {}],
  ['equal invoice numbers of different companies', { reference: '4471' }, { reference: '4471', ...stranger }],
  [
    'two legs of one shipment',
    { shipmentId: 'SHP-1042' },
    { shipmentId: 'SHP-1042', ...stranger, amountCents: 90_000 },
  ],
  [
    'a truck not used beside the one that ran',
    { ...onOneLoad, bookedFor: 'trip' },
    { ...onOneLoad, ...stranger, amountCents: 20_000, bookedFor: 'tonu' },
  ],
  [
    'two carriers that were each booked for the load',
    { ...onOneLoad, bookedFor: 'trip' },
    { ...onOneLoad, ...stranger, amountCents: 90_000, bookedFor: 'trip' },
  ],
  [
    'a truck not used beside the one that ran, of a carrier that is factored since',
    { ...onOneLoad, amountCents: 20_000, bookedFor: 'tonu' },
    { ...onOneLoad, factorId: 'fast cash', bookedFor: 'trip' },
  ],
  ['references that say nothing', { reference: 'TBD' }, { reference: 'tbd' }],
  ['the same number in another currency on one shipment', { shipmentId: 'S' }, { shipmentId: 'S', currency: 'CAD' }],
])('%s are no duplicates', (_what, first, second) => {
  expect(findDuplicateBills([bill('first', first), bill('second', second)])).toEqual([]);
});

test('more reasons mean more certainty, and the most certain pair comes first', () => {
  const pairs = findDuplicateBills([
    bill('a', { reference: '900' }),
    bill('b', { reference: '900-R' }),
    bill('c', { reference: '4471', ...onOneLoad }),
    bill('d', { reference: '4471', ...onOneLoad }),
  ]);

  expect(pairs.map(({ bills, score }) => [bills.join('+'), score])).toEqual([
    ['c+d', 0.98],
    ['a+b', 0.65],
  ]);
});

test('twenty thousand bills of one factor with one default reference stay quick work', () => {
  const bills = Array.from({ length: 20_000 }, (_, n) => bill(`b${n}`, { reference: 'LOAD 100' }));

  const pairs = findDuplicateBills(bills);

  expect(pairs).toHaveLength(39_997);
  // Whoever sorts what is paid to the front finds it beside each of the others.
  expect(new Set(pairs.filter(({ bills: [first] }) => first === 'b0').map(({ bills: [, other] }) => other)).size).toBe(
    19_999,
  );
});

test('no bill is a duplicate of itself, no pair appears twice, and scores stay between 0 and 1', () => {
  const fields = fc.record({
    payeeId: fc.constantFrom('p', 'q'),
    payeeName: fc.constantFrom('ABC Trucking', 'ABC Transport', 'XYZ'),
    factorId: fc.option(fc.constantFrom('f', 'g')),
    entityId: fc.option(fc.constantFrom('e', 'f')),
    loadId: fc.option(fc.constantFrom('l', 'm')),
    shipmentId: fc.option(fc.constantFrom('s', 't')),
    reference: fc.option(fc.constantFrom('4471', '4471-R', 'INV 4471', '9')),
    amountCents: fc.integer({ min: 0, max: 500 }),
  });
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 12 }), (rows) => {
      const pairs = findDuplicateBills(rows.map((row, n) => bill(String(n), row)));

      expect(new Set(pairs.map(({ bills }) => bills.toSorted().join())).size).toBe(pairs.length);
      for (const { bills, score } of pairs) {
        expect(bills[0]).not.toBe(bills[1]);
        expect(score > 0 && score <= 1).toBe(true);
      }
    }),
  );
});
