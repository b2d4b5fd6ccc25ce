import { expect, test } from 'vitest';
import { collectBrokerage } from './collect-brokerage.ts';

const world = collectBrokerage({ size: { shipments: 200 } });
const carriers = world.rows('carrier');
const registry = world.rows('registry_carrier');

/** Generates every text of every row, with the name of its column. */
function* generateTexts(): Generator<readonly [column: string, text: string]> {
  const tables = [
    'customer',
    'customer_contact',
    'carrier',
    'carrier_contact',
    'carrier_factor',
    'carrier_payment_method',
    'vendor',
    'vendor_contact',
    'vendor_payment_method',
    'user_account',
    'load_carrier',
  ] as const;
  for (const table of tables) {
    for (const row of world.rows(table)) {
      for (const [column, value] of Object.entries(row)) if (typeof value === 'string') yield [column, value];
    }
  }
}

const findTexts = (pattern: RegExp) =>
  [...generateTexts()].filter(([column]) => pattern.test(column)).map(([, text]) => text);

test('carrier numbers are beyond those that were ever given out, and none is used twice', () => {
  const dots = [...carriers, ...registry].map(({ dot_number }) => Number(dot_number));

  expect(Math.min(...dots)).toBeGreaterThanOrEqual(9_000_001);
  expect(new Set(dots).size).toBe(dots.length);
  expect([...carriers, ...registry].every(({ mc_number, dot_number }) => mc_number === `MC-${dot_number}`)).toBe(true);
});

test('telephone numbers are from the range that is kept for fiction', () => {
  const phones = findTexts(/phone/);

  expect(phones.length).toBeGreaterThan(500);
  expect(phones.filter((phone) => !/^\(\d{3}\) 555-01\d\d$/.test(phone))).toEqual([]);
});

test('mail and web addresses end in .example', () => {
  const hosts = [...findTexts(/mail/).map((mail) => mail.split('@')[1] ?? ''), ...findTexts(/website/)];

  expect(hosts.length).toBeGreaterThan(300);
  expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([]);
});

test('routing numbers have a prefix that no bank has, and a right check digit', () => {
  const numbers = findTexts(/^aba_ach$/);

  for (const number of numbers) {
    const weighed = Array.from(number).map((digit, place) => Number(digit) * ([3, 7, 1][place % 3] ?? 0));
    expect(number).toMatch(/^99\d{7}$/);
    expect(weighed.reduce((sum, value) => sum + value, 0) % 10).toBe(0);
  }
});

test('tax numbers begin with a prefix that is never given out', () => {
  const numbers = findTexts(/^(ein|ein_number|tax_id)$/);

  expect(numbers.filter((number) => !/^00-\d{7}$/.test(number))).toEqual([]);
});
