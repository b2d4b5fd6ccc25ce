import { expect, test } from 'vitest';
import {
  type CountedMove,
  isAbove,
  type MoneyLimit,
  type Moved,
  computeLimitUsages,
} from '../../../src/domain/limits/money-limits.ts';

const none: MoneyLimit = { perCallCents: null, perDayCents: null, perPayeeCents: null };
const move = (amountCents: number, payee: string | null = 'a', currency = 'USD'): Moved => ({
  amount: { currency, amountCents },
  payee,
});
const toCountedMove = (person: string, move: Moved): CountedMove => ({ ...move, who: person });

test.each<[string, Partial<MoneyLimit>, readonly Moved[], readonly CountedMove[], readonly string[]]>([
  ['nothing without a limit', {}, [move(9_000_000)], [], []],
  [
    'one call up to the cent',
    { perCallCents: 500 },
    [move(200), move(300, 'b')],
    [toCountedMove('dana', move(900))],
    [],
  ],
  ['one call no further', { perCallCents: 500 }, [move(200), move(301, 'b')], [], ['call USD']],
  ['a day with what is counted', { perDayCents: 500 }, [move(100)], [toCountedMove('dana', move(400, 'b'))], []],
  ['a day no further', { perDayCents: 500 }, [move(101)], [toCountedMove('dana', move(400, 'b'))], ['day USD']],
  ['a payee by itself', { perPayeeCents: 500 }, [move(100), move(500, 'b')], [toCountedMove('dana', move(400))], []],
  [
    'each payee of a call',
    { perPayeeCents: 500 },
    [move(101), move(501, 'b')],
    [toCountedMove('kim', move(400))],
    ['payee USD', 'payee USD'],
  ],
  [
    'payees that are not known as one',
    { perPayeeCents: 500 },
    [move(300, null)],
    [toCountedMove('kim', move(201, null))],
    ['payee USD'],
  ],
  ['each currency by itself', { perDayCents: 500 }, [move(500), move(500, 'a', 'CAD')], [], []],
  [
    'no currency with another',
    { perDayCents: 500 },
    [move(1, 'a', 'CAD')],
    [toCountedMove('kim', move(500)), toCountedMove('kim', move(500, 'a', 'CAD'))],
    ['day CAD'],
  ],
])('bounds %s', (_, limit, moves, counted, above) => {
  const usages = computeLimitUsages({ ...none, ...limit }, moves, counted).filter(isAbove);

  expect(usages.map(({ limit: name, currency }) => `${name} ${currency}`)).toEqual(above);
});

test('says what is used and by whom, the most first', () => {
  const counted = [
    toCountedMove('dana', move(100)),
    toCountedMove('kim', move(250)),
    toCountedMove('dana', move(50, 'b')),
  ];

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
