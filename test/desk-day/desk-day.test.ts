import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billing } from './billing.ts';
import { carrierRep } from './carrier-rep.ts';
import { customerRep } from './customer-rep.ts';
import { beginDay, type Client, type WorkingDay } from './day.ts';
import { dispatcher } from './dispatcher.ts';
import { payables } from './payables.ts';

const roles = { dispatcher, 'carrier rep': carrierRep, 'customer rep': customerRep, billing, payables };
const clients: readonly Client[] = ['a client with forms', 'a client without forms'];
const steps = Object.entries(roles).flatMap(([role, list]) => list.map((step) => ({ role, step, says: step.says })));

describe.each(clients)('a day at the desk by %s, each wish one call of a tool', (client) => {
  let day: WorkingDay;
  beforeAll(async () => {
    day = await beginDay(client);
  });
  afterAll(() => day[Symbol.asyncDispose]());

  test.each(steps)('$role: $says', async ({ step }) => {
    const answer = await day.take(step);

    expect(answer).toMatch(step.answers);
    await day.check(step, answer);
  });
});
