import { expect, test } from 'vitest';
import { readDeclared } from '../../../src/client/responses/response-reader.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { Shipment } from '../../../src/contract/types.ts';
import { buildStoryFreight } from '../../../tools/shipments/load-story.ts';

const id = '018f53c4-b62c-7000-8009-6512ad3ca089';

/** Reads a shipment with such freight as an API sends it. */
function readShipment(...freights: readonly Readonly<Record<string, unknown>>[]): Shipment {
  const orders = freights.map((freight) => ({ id, key: 'O-7', status: 'BOOKED', freight }));
  const { response } = operations.shipments.get;
  if (!response) throw new Error('reading a shipment answers nothing');
  const { value } = readDeclared(response, { id, key: 'SHP-7', status: 'BOOKED', orders });
  // The reader returns the declared shape.
  return value as Shipment;
}

test.each([
  ['hazmat', [{}, { hazmat: true }]],
  ['hazmat not sent by this API', [{ hazmat: false }, {}]],
  [undefined, [{ hazmat: false }]],
])('the requirements of freight are %s where the orders have %j', (requirements, freights) => {
  const shipment = readShipment(...freights);

  expect(buildStoryFreight({ shipment }).requirements).toBe(requirements);
});
