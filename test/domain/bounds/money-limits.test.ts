import { expect, test } from 'vitest';
import {
  type CountedMove,
  isAbove,
  type MoneyLimit,
  type Moved,
  computeLimitUsages,
} from '../../../src/domain/bounds/money-limits.ts';

const none: MoneyLimit = { perCallCents: null, perDayCents: null, perPayeeCents: null };
const move = (amountCents: number, payee: string | null = 'a', currency = 'USD'): Moved => ({
  amount: { currency, amountCents },
  payee,
});
const by = (who: string, one: Moved): CountedMove => ({ ...one, who });

test.each<[string, Partial<MoneyLimit>, readonly Moved[], readonly CountedMove[], readonly string[]]>([
  ['nothing without a limit', {}, [move(9_000_000)], [], []],
  ['one call up to the cent', { perCallCents: 500 }, [move(200), move(300, 'b')], [by('dana', move(900))], []],
  ['one call no further', { perCallCents: 500 }, [move(200), move(301, 'b')], [], ['call USD']],
  ['a day with what is counted', { perDayCents: 500 }, [move(100)], [by('dana', move(400, 'b'))], []],
  ['a day no further', { perDayCents: 500 }, [move(101)], [by('dana', move(400, 'b'))], ['day USD']],
  ['a payee by itself', { perPayeeCents: 500 }, [move(100), move(500, 'b')], [by('dana', move(400))], []],
  [
    'each payee of a call',
    { perPayeeCents: 500 },
    [move(101), move(501, 'b')],
    [by('kim', move(400))],
    ['payee USD', 'payee USD'],
  ],
  [
    'payees that are not known as one',
    { perPayeeCents: 500 },
    [move(300, null)],
    [by('kim', move(201, null))],
    ['payee USD'],
  ],
  ['each currency by itself', { perDayCents: 500 }, [move(500), move(500, 'a', 'CAD')], [], []],
  [
    'no currency with another',
    { perDayCents: 500 },
    [move(1, 'a', 'CAD')],
    [by('kim', move(500)), by('kim', move(500, 'a', 'CAD'))],
    ['day CAD'],
  ],
])('bounds %s', (_, limit, own, counted, above) => {
  const standings = computeLimitUsages({ ...none, ...limit }, own, counted).filter(isAbove);

  expect(standings.map(({ limit: of, currency }) => `${of} ${currency}`)).toEqual(above);
});

test('says what is used and by whom, the most first', () => {
  const counted = [by('dana', move(100)), by('kim', move(250)), by('dana', move(50, 'b'))];

  expect(computeLimitUsages({ ...none, perDayCents: 1000 }, [move(10)], counted)).toEqual([
    {
      limit: 'day',
      currency: 'USD',
      payee: null,
      limitCents: 1000,
      usedCents: 400,
      ownCents: 10,
      by: [
        { who: 'kim', amountCents: 250 },
        { who: 'dana', amountCents: 150 },
      ],
    },
  ]);
});
