import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alternateCases, onBothDatabases } from '../support/stores/databases.ts';
import { countCases, isDeep } from '../support/depth.ts';
import { listBrokenSums } from '../support/records/ledger.ts';
import { type RaceTrack, startRaceTrack } from '../support/races/race.ts';
import { freightRaces } from '../support/races/races-freight.ts';
import { payableRaces } from '../support/races/races-payables.ts';
import { invoicingRaces, receivableRaces } from '../support/races/races-receivables.ts';
import { recordRaces } from '../support/races/races-records.ts';

const times = countCases({ usual: 1, deep: 40 });
const guardMs = 3_600_000;

onBothDatabases('two requests that two instances get at the same moment', (database) => {
  describe.each([
    ['payables', payableRaces],
    ['receivables', receivableRaces],
    ['invoicing', invoicingRaces],
    ['freight', freightRaces],
    ['records', recordRaces],
  ])('%s', (_area, races) => {
    // A store for each area: what thousands of races leave behind makes comparing slow.
    let track: RaceTrack;
    beforeAll(async () => {
      track = await startRaceTrack(database);
    });
    afterAll(() => track[Symbol.asyncDispose]());

    test.for(
      alternateCases(
        races.map((race, from) => ({ ...race, from })).filter(({ from }) => isDeep || from % 4 < 2),
        database,
      ),
    )(
      '$title end as if one had waited for the other',
      { timeout: guardMs },
      async ({ from, ...race }, { annotate }) => {
        const { overlapped, ...seen } = await track.run(race, { times, from });

        await annotate(JSON.stringify(seen));
        expect(overlapped).toBe(times);
        expect(await listBrokenSums(track.api)).toEqual([]);
      },
    );
  });
});
