import { expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import { type ForeignDesk, startForeignDesk } from '../../support/foreign-api/foreign-desk.ts';
import type { ForeignProfile } from '../../support/foreign-api/profile.ts';
import { foreignProfiles } from '../../support/foreign-api/profiles.ts';
import { keepFirstPerTool, listCallsOn, formatCall, type ReadingCall } from './reading-calls.ts';

const guardMs = 1_200_000;

const ownService: ForeignProfile = { name: 'is our own service', removes: [] };
const withoutExtensions = 'has none of our extension operations';

/** The most requests that a call may make for each one over our own service, by profile; other profiles are only printed. */
const factorMax: Readonly<Record<string, number>> = { [withoutExtensions]: 2 };

/** Requests of each call after the copy was filled and all that an API lacks was learned. */
async function countRequests(desk: ForeignDesk, calls: readonly ReadingCall[]): Promise<readonly number[]> {
  for (const { tool, input } of calls) await desk.callTool(tool, { ...input });
  const counts: number[] = [];
  for (const { tool, input } of calls) {
    const before = desk.foreignRequests.length;
    await desk.callTool(tool, { ...input });
    counts.push(desk.foreignRequests.length - before);
  }
  return counts;
}

const profiles = foreignProfiles.filter(({ name }) => isDeep || name === withoutExtensions);

test(
  'a call makes at most twice the requests where the API has none of our extensions',
  { timeout: guardMs },
  async () => {
    await using ownDesk = await startForeignDesk(ownService);
    // A few calls show it; a deep run tries the first of each tool.
    const calls = keepFirstPerTool(await listCallsOn(ownDesk)).filter((_call, place) => isDeep || place % 6 === 0);
    const ownCounts = await countRequests(ownDesk, calls);
    const tooMany: string[] = [];
    const table: string[] = [];
    for (const profile of profiles) {
      await using foreign = await startForeignDesk(profile);
      const counts = await countRequests(foreign, calls);
      const sums = [counts, ownCounts].map((list) => list.reduce((sum, count) => sum + count, 0));
      table.push(`${profile.name}: ${sums[0]} requests, ${sums[1]} over our own service`);
      for (const [place, call] of calls.entries()) {
        const [count = 0, ownCount = 0] = [counts[place], ownCounts[place]];
        if (count === ownCount) continue;
        table.push(`  ${formatCall(call)}: ${count} instead of ${ownCount}`);
        if (count > (factorMax[profile.name] ?? Infinity) * ownCount)
          tooMany.push(`${formatCall(call)}: ${count} instead of ${ownCount}`);
      }
    }
    process.stdout.write(`${table.join('\n')}\n`);

    expect(tooMany).toEqual([]);
  },
);
