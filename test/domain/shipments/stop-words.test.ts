import { expect, test } from 'vitest';
import { computeStopWindow } from '../../../src/domain/stops/judged-stop.ts';
import { describeStop, formatRequest, formatWindow } from '../../../src/domain/shipments/stop-words.ts';

const stop = {
  timeZone: 'America/Chicago',
  city: { name: 'Dallas', stateProvince: 'TX' },
  postalCode: null,
  requestedStartDate: '2026-11-20',
  requestedStartTime: '08:00',
  requestedEndDate: '2026-11-20',
  requestedEndTime: '10:00',
};
const unmoved = { ...stop, windowAtArrival: { ...stop } };
const later = { ...stop, requestedStartTime: '13:00', requestedEndTime: '15:00' };

test.each([
  ['before its truck arrives', { ...stop, windowAtArrival: null }],
  ['whose window stayed', unmoved],
  ['whose window was moved', { ...later, windowAtArrival: { ...stop } }],
  ['whose zone was changed', { ...stop, windowAtArrival: { ...stop, timeZone: 'America/New_York' } }],
  ['without a zone then', { ...stop, windowAtArrival: { ...stop, timeZone: null } }],
  ['without a date', { ...stop, requestedStartDate: null, requestedEndDate: null, windowAtArrival: null }],
])('a stop %s is described as by its window and its request alone', (_, described) => {
  expect(describeStop(described)).toMatchObject({
    window: computeStopWindow(described),
    windowText: formatWindow(described),
    requestText: formatRequest(described),
  });
});

test('a window that was moved after the arrival says where to', () => {
  expect(formatWindow(unmoved)).toBe('Fri, Nov 20, 8:00 AM-10:00 AM CST');
  expect(formatWindow({ ...later, windowAtArrival: { ...stop } })).toBe(
    'Fri, Nov 20, 8:00 AM-10:00 AM CST (moved after arrival to Fri, Nov 20, 1:00 PM-3:00 PM CST)',
  );
});
