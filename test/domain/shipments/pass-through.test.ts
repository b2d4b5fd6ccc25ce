import { expect, test } from 'vitest';
import { listLeakedCharges } from '../../../src/domain/shipments/pass-through.ts';

const buildCharge = (code: string, cents: number) => ({ code, cents });
const listLeaks = (
  granted: readonly ReturnType<typeof buildCharge>[],
  requested: readonly ReturnType<typeof buildCharge>[],
) => listLeakedCharges(granted, requested).map(({ code, cents }) => `${code} ${cents}`);

test('what a carrier is granted at the dock leaks where the customer is not asked for the same', () => {
  expect(
    listLeaks([buildCharge('LINEHAUL', 90_000), buildCharge('DET', 15_000)], [buildCharge('LINEHAUL', 120_000)]),
  ).toEqual(['DET 15000']);
  expect(listLeaks([buildCharge('DET', 15_000), buildCharge('LUMPER', 8_000)], [buildCharge('DET', 10_000)])).toEqual([
    'LUMPER 8000',
  ]);
});

test('neither the haul nor its fuel, nor what is settled with the payee, is passed on', () => {
  const granted = ['LINEHAUL', 'DRAY', 'FSC', 'LATEFEE', 'CLAIM', 'QUICKPAY', 'ADVANCE', 'DISCOUNT'];

  expect(
    listLeaks(
      granted.map((code) => buildCharge(code, 100)),
      [],
    ),
  ).toEqual([]);
});

test('a charge that asks for nothing is none, and a deduction leaks nothing', () => {
  expect(listLeaks([buildCharge('TONU', 20_000)], [buildCharge('TONU', 0)])).toEqual(['TONU 20000']);
  expect(listLeaks([buildCharge('DET', -500), buildCharge('TONU', 0)], [])).toEqual([]);
});
