import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from './billing.ts';
import { carrierRep } from './carrier-rep.ts';
import { customerRep } from './customer-rep.ts';
import { dispatcher } from './dispatcher.ts';
import { manager } from './manager.ts';
import { payables } from './payables.ts';
import { type Everyday, openDesk, type Tally } from './request.ts';

const callsMax = 4;
const tokensMax = 2500;
const roles = { dispatcher, 'carrier rep': carrierRep, 'customer rep': customerRep, billing, payables, manager };
const requests = Object.entries(roles).flatMap(([role, list]) =>
  list.map((request) => ({ role, request, says: request.says })),
);

let desk: Everyday;
const tallies: Tally[] = [];
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  // EVERYDAY=table npx vitest run test/everyday
  if (process.env['EVERYDAY'] !== 'table') return;
  const rows = tallies.map(({ says, calls, tokens }) => `${says} | ${calls} | ${tokens}`);
  process.stdout.write(`${['request | calls | tokens', ...rows].join('\n')}\n`);
});

test.each(requests)('$role: $says', async ({ request }) => {
  const tally = await desk.ask(request);
  tallies.push(tally);

  expect(tally.calls).toBeLessThanOrEqual(callsMax);
  expect(tally.tokens).toBeLessThanOrEqual(tokensMax);
});

test('half of them take at most two calls', () => {
  const counts = requests.map(({ request }) => request.calls.length).toSorted((first, second) => first - second);

  expect(counts.length).toBeGreaterThanOrEqual(40);
  expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(2);
});
