import { describe, expect, test } from 'vitest';
import { WaybillError } from '../../../src/errors.ts';
import { listAllowedActions, asBefore, type Lifecycle, listStatuses } from '../../../src/domain/kit/lifecycle.ts';
import { findActionToward, advance } from '../../../src/domain/kit/transitions.ts';
import { documentLifecycle } from '../../../src/domain/freight/document.ts';
import { loadCarrierLifecycle, loadLifecycle } from '../../../src/domain/freight/load.ts';
import { orderBillingLifecycle } from '../../../src/domain/money/order-billing.ts';
import { orderLifecycle } from '../../../src/domain/freight/order.ts';
import { quoteLifecycle } from '../../../src/domain/quotes/quote.ts';
import { serviceLifecycle } from '../../../src/domain/freight/service.ts';
import { settlementLifecycle } from '../../../src/domain/payments/settlement.ts';
import { shipmentLifecycle } from '../../../src/domain/freight/shipment.ts';

const door = {
  OPEN: { close: 'CLOSED' },
  CLOSED: { reOpen: 'OPEN', lock: 'LOCKED' },
  LOCKED: {},
} as const satisfies Lifecycle;

test('a refusal says what is possible instead', () => {
  expect(() => advance(door, 'CLOSED', 'close')).toThrow(
    new WaybillError('CONFLICT', 'Not possible while CLOSED: close. Possible now: re open, lock.'),
  );
});

test('a refusal in a final status says that it is final', () => {
  expect(() => advance(door, 'LOCKED', 'reOpen')).toThrow('Not possible while LOCKED: re open. LOCKED is final.');
});

test('a refused move is a conflict', () => {
  expect(() => advance(door, 'OPEN', 'lock')).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
});

test('the actions of a status are listed in the order of the table', () => {
  expect(listAllowedActions(door, 'CLOSED')).toEqual(['reOpen', 'lock']);
});

test('a wanted status is reached by the action that leads there', () => {
  expect(findActionToward(door, 'CLOSED', 'LOCKED')).toBe('lock');
});

test('a wanted status that cannot be reached is refused with those that can', () => {
  expect(() => findActionToward(door, 'OPEN', 'LOCKED')).toThrow(
    'OPEN cannot become LOCKED. From here it can become: CLOSED.',
  );
});

describe('every lifecycle', () => {
  test.each(
    Object.entries<Lifecycle>({
      quote: quoteLifecycle,
      shipment: shipmentLifecycle,
      order: orderLifecycle,
      'order billing': orderBillingLifecycle,
      load: loadLifecycle,
      'load carrier': loadCarrierLifecycle,
      service: serviceLifecycle,
      settlement: settlementLifecycle,
      document: documentLifecycle,
    }),
  )('%s leads only to its own statuses', (_name, table) => {
    const targets = Object.values(table).flatMap((row) => Object.values(row));

    expect([...listStatuses(table), asBefore]).toEqual(expect.arrayContaining(targets));
  });
});
