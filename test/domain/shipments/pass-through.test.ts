import { expect, test } from 'vitest';
import { listLeakedCharges } from '../../../src/domain/shipments/pass-through.ts';

const charge = (code: string, cents: number) => ({ code, cents });
const leaked = (granted: readonly ReturnType<typeof charge>[], asked: readonly ReturnType<typeof charge>[]) =>
  listLeakedCharges(granted, asked).map(({ code, cents }) => `${code} ${cents}`);

test('what a carrier is granted at the dock leaks where the customer is not asked for the same', () => {
  expect(leaked([charge('LINEHAUL', 90_000), charge('DET', 15_000)], [charge('LINEHAUL', 120_000)])).toEqual([
    'DET 15000',
  ]);
  expect(leaked([charge('DET', 15_000), charge('LUMPER', 8_000)], [charge('DET', 10_000)])).toEqual(['LUMPER 8000']);
});

test('neither the haul nor its fuel, nor what is settled with the payee, is passed on', () => {
  const granted = ['LINEHAUL', 'DRAY', 'FSC', 'LATEFEE', 'CLAIM', 'QUICKPAY', 'ADVANCE', 'DISCOUNT'];

  expect(
    leaked(
      granted.map((code) => charge(code, 100)),
      [],
    ),
  ).toEqual([]);
});

test('a charge that asks for nothing is none, and a deduction leaks nothing', () => {
  expect(leaked([charge('TONU', 20_000)], [charge('TONU', 0)])).toEqual(['TONU 20000']);
  expect(leaked([charge('DET', -500), charge('TONU', 0)], [])).toEqual([]);
});
