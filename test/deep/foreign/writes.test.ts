import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import type { ForeignProfile } from '../../support/foreign-api/profile.ts';
import { foreignProfiles, oldWithGaps } from '../../support/foreign-api/profiles.ts';
import { rows } from '../gates/rows.ts';
import type { GateRow } from '../gates/scene.ts';
import { findFirstDifference, judgeWrite } from './judge.ts';
import { isKnownWriteDifference } from './known-differences.ts';
import { createVerdictTable } from './verdict-table.ts';
import { type PlayedWrite, startWritingDesk } from './writing-desk.ts';

const guardMs = 1_200_000;

/** Version 1.0.0 with gaps in every run: it is the API that our requests fit least. */
const profiles: readonly ForeignProfile[] = isDeep ? foreignProfiles : [oldWithGaps];

/** A quarter of the calls shows it in every run; a deep run makes them all. */
const played: ReadonlyMap<number, GateRow> = new Map(
  [...rows.entries()].filter(([place]) => isDeep || place % 4 === 0),
);

const ownWrites = new Map<number, PlayedWrite>();

beforeAll(async () => {
  await using desk = await startWritingDesk();
  for (const [place, row] of played) ownWrites.set(place, await desk.play(row));
}, guardMs);

const table = createVerdictTable('Writing calls over each API');

afterAll(() => {
  if (isDeep) table.print();
});

test('every writing tool does its work over our own service', () => {
  expect([...ownWrites.values()].filter(({ isError, state }) => isError || state !== 'after')).toEqual([]);
});

test.each(profiles)(
  'every writing tool plans, does and says the same, or says what it lacks, where the API $name',
  { timeout: guardMs },
  async (profile) => {
    await using desk = await startWritingDesk(profile);
    const faults: string[] = [];
    const outdatedDifferences: string[] = [];
    const verdicts: Parameters<typeof table.add>[1][number][] = [];
    for (const [place, row] of played) {
      const foreignWrite = await desk.play(row);
      const ownWrite = ownWrites.get(place);
      if (!ownWrite) throw new Error(`${row.tool} was not played over our own service`);
      const verdict = judgeWrite(profile, ownWrite, foreignWrite);
      const isRight = verdict === 'same' || verdict === 'named';
      verdicts.push(isKnownWriteDifference(profile, row.tool, place) && !isRight ? 'known' : verdict);
      if (isKnownWriteDifference(profile, row.tool, place))
        outdatedDifferences.push(...(isRight ? [`${row.tool} is right now`] : []));
      else if (!isRight) faults.push(`${place} ${row.tool} ${verdict}: ${describeDifference(ownWrite, foreignWrite)}`);
    }

    table.add(profile.name, verdicts);

    expect(faults).toEqual([]);
    expect(outdatedDifferences).toEqual([]);
  },
);

function describeDifference(ownWrite: PlayedWrite, played: PlayedWrite): string {
  const inPlan = findFirstDifference({ text: ownWrite.plan }, { text: played.plan });
  return inPlan === '' ? findFirstDifference({ text: ownWrite.outcome }, { text: played.outcome }) : `plan: ${inPlan}`;
}
