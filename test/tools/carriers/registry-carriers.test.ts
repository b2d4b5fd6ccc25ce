import { expect, test } from 'vitest';
import { tools } from '../../../tools/index.ts';
import { startDesk } from '../../support/desk.ts';

/** Every tool that takes a carrier, with the argument for it and whatever else it cannot do without. */
const calls: readonly (readonly [tool: string, argument: string, input: Record<string, unknown>])[] = [
  ['book_carrier', 'carrier', { rate: 900 }],
  ['replace_carrier', 'with', { shipment: 'SHP-1001', reason: 'fell off', rate: 900 }],
  ['record_bill', 'carrier', { shipment: 'SHP-1001', number: 'R-1', amount: 900 }],
  ['list_bills', 'carrier', {}],
  ['list_shipments', 'carrier', {}],
  ['lane_history', 'carrier', { origin: 'Dallas, TX', destination: 'Atlanta, GA' }],
  ['set_up_carrier', 'carrier', { phone: '312-555-0100' }],
];

test('a carrier that only the public registry knows is named as such by every tool, with the next step', async () => {
  await using desk = await startDesk({ tools, seed: 'small' });
  const { data: rows } = await desk.api.carriers.search({
    criteria: { carrierProfileId: { operator: 'DOES_NOT_EXIST' } },
    pagination: { pageNumber: 1, pageSize: 250 },
  });
  const row = rows.flatMap((row) => (row.object === 'CARRIER_SEARCH_ROW' && row.mcNumber !== null ? [row] : []))[0];
  const mc = row?.mcNumber ?? '';

  const { data: open } = await desk.callTool('list_shipments', { exception: 'uncovered', limit: 1 });
  const uncovered: unknown = open.rows[0]?.friendlyId;

  const answers = [];
  for (const [tool, argument, input] of calls)
    answers.push({
      tool,
      ...(await desk.callTool(tool, {
        ...(tool === 'book_carrier' && { shipment: uncovered }),
        ...input,
        [argument]: mc,
      })),
    });
  const answer = await desk.callTool('find', { query: `MC# 0${mc.replace(/\D/g, '')}` });

  for (const { tool, text, isError } of answers) {
    expect.soft([tool, isError]).toEqual([tool, true]);
    expect.soft(`${tool}: ${text}`).toMatch(/«.*» is in the public registry, but not set up here: set it up first/);
    expect.soft(`${tool}: ${text}`).not.toMatch(/No carrier matches|Look the record up with/);
    expect.soft(`${tool}: ${text}`).toContain(`Next: set_up_carrier mc=${mc}`);
  }
  expect(answer.text).toMatch(/is in the public registry, but not set up here/);
  expect(answer.data.nextActions).toMatchObject([{ tool: 'set_up_carrier', arguments: { mc } }]);
});
