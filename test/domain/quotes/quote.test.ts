import { describe, expect, test } from 'vitest';
import { findActionToward } from '../../../src/domain/kit/transitions.ts';
import { moveQuote, type QuoteInputs, quoteLifecycle, quoteStatuses } from '../../../src/domain/quotes/quote.ts';
import { listActions, parseCases, getOutcome } from '../kit/lifecycle-cases.ts';

const { actions, statuses, cases } = parseCases(
  quoteLifecycle,
  `
                    win  lose  pass  cancel    quote   convert
  DRAFT             WON  LOST  PASS  CANCELED  QUOTED  -
  REQUESTED         WON  LOST  PASS  CANCELED  QUOTED  -
  QUOTED            WON  LOST  PASS  CANCELED  -       WON
  RECEIVED_REPLY    WON  LOST  PASS  CANCELED  QUOTED  -
  SENT_REPLY        WON  LOST  PASS  CANCELED  QUOTED  -
  RECEIVED_COUNTER  WON  LOST  PASS  CANCELED  QUOTED  -
  SENT_COUNTER      WON  LOST  PASS  CANCELED  QUOTED  -
  WON               WON  LOST  -     -         -       WON
  LOST              WON  LOST  -     -         -       -
  PASS              WON  LOST  -     -         -       -
  CANCELED          WON  LOST  -     -         -       -
`,
);

test.each(cases)('a quote that is %s, asked to %s, becomes %s', (status, action, next) => {
  expect(getOutcome(quoteLifecycle, status, action)).toBe(next);
});

test('the table covers every status and every action', () => {
  expect(statuses).toEqual(quoteStatuses);
  expect(actions.toSorted()).toEqual(listActions(quoteLifecycle).toSorted());
});

test.each(['DRAFT', 'REQUESTED', 'RECEIVED_REPLY', 'SENT_REPLY', 'RECEIVED_COUNTER', 'SENT_COUNTER'] as const)(
  'no quote is set to %s by hand',
  (target) => {
    for (const status of quoteStatuses) {
      expect(() => findActionToward(quoteLifecycle, status, target)).toThrow(
        expect.objectContaining({ code: 'CONFLICT' }),
      );
    }
  },
);

test('a quote that is set to WON is won, not converted', () => {
  expect(findActionToward(quoteLifecycle, 'QUOTED', 'WON')).toBe('win');
});

const inputs: QuoteInputs = {
  amountCents: 250_000,
  expiresAt: '2026-11-21T00:00:00.000Z',
  lostReason: null,
  lostReasonText: null,
  shipmentId: null,
  now: new Date('2026-11-20T12:00:00Z'),
};

describe('beyond the status', () => {
  test('a price makes a requested quote QUOTED', () => {
    expect(moveQuote('REQUESTED', 'quote', inputs)).toBe('QUOTED');
  });

  test('quoting without an amount is refused and names the amount', () => {
    expect(() => moveQuote('DRAFT', 'quote', { ...inputs, amountCents: null })).toThrow(expectRefusal('amount'));
  });

  test('pricing an expired quote needs a new expiry', () => {
    const expired = { ...inputs, expiresAt: '2026-11-20T11:59:59.000Z' };

    expect(() => moveQuote('DRAFT', 'quote', expired)).toThrow(expectRefusal('expiresAt'));
  });

  test('a quote without an expiry never lapses', () => {
    expect(moveQuote('DRAFT', 'quote', { ...inputs, expiresAt: null })).toBe('QUOTED');
  });

  test('losing a quote needs a reason', () => {
    expect(() => moveQuote('QUOTED', 'lose', inputs)).toThrow(expectRefusal('lostReason'));
  });

  test.each([null, '', '  '])('the reason OTHER needs a text, and %j is none', (lostReasonText) => {
    const other = { ...inputs, lostReason: 'OTHER', lostReasonText } as const;

    expect(() => moveQuote('QUOTED', 'lose', other)).toThrow(expectRefusal('lostReasonText'));
  });

  test('a reason that speaks for itself needs no text', () => {
    expect(moveQuote('QUOTED', 'lose', { ...inputs, lostReason: 'TOO_HIGH' })).toBe('LOST');
  });

  test.each(['lose', 'convert'] as const)('a quote that became a shipment refuses to %s', (action) => {
    const converted = { ...inputs, shipmentId: 'a', lostReason: 'TOO_HIGH' } as const;

    expect(() => moveQuote('WON', action, converted)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
  });
});

function expectRefusal(field: string) {
  return expect.objectContaining({
    code: 'VALIDATION_ERROR',
    details: [expect.objectContaining({ field })],
  });
}
