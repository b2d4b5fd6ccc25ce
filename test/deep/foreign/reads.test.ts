import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import type { ForeignProfile } from '../../support/foreign-api/profile.ts';
import { foreignProfiles, oldWithGaps, otherForms } from '../../support/foreign-api/profiles.ts';
import { startForeignDesk } from '../../support/foreign-api/foreign-desk.ts';
import { type JudgedAnswer, findFirstDifference, judgeAnswer, type AnswerVerdict } from './judge.ts';
import { isKnownDifference, knownDifferences } from './known-differences.ts';
import { createVerdictTable } from './verdict-table.ts';
import { type CallingDesk, listCallsOn, formatCall, type ReadingCall } from './reading-calls.ts';

const guardMs = 1_200_000;

async function readAnswer(desk: CallingDesk, { tool, input }: ReadingCall): Promise<JudgedAnswer> {
  const { text, isError } = await desk.callTool(tool, { ...input });
  return { text, isError: isError === true };
}

const profiles: readonly ForeignProfile[] = isDeep ? foreignProfiles : [otherForms, oldWithGaps];

let ownDesk: TestDesk;
let answers: readonly { readonly call: ReadingCall; readonly answer: JudgedAnswer }[];

beforeAll(async () => {
  ownDesk = await startDesk({ tools: [], seed: 'few' });
  const read: { call: ReadingCall; answer: JudgedAnswer }[] = [];
  // Some of the calls show it in every run; a deep run makes them all.
  const calls = (await listCallsOn(ownDesk)).filter((_call, place) => isDeep || place % 6 === 0);
  for (const call of calls) read.push({ call, answer: await readAnswer(ownDesk, call) });
  answers = read;
}, guardMs);
const table = createVerdictTable('Reading calls over each API');

afterAll(async () => {
  if (isDeep) table.print();
  await ownDesk.close();
});

test('every reading tool answers over our own service', () => {
  expect(answers.filter(({ answer }) => answer.isError)).toEqual([]);
});

const isRight = (verdict: AnswerVerdict): boolean => verdict === 'same' || verdict === 'named';

test.each(profiles)(
  'every reading tool states the same facts, or says what it lacks, where the API $name',
  { timeout: guardMs },
  async (profile) => {
    await using foreign = await startForeignDesk(profile);
    const faults: string[] = [];
    const outdatedDifferences = new Set<string>();
    const verdicts: Parameters<typeof table.add>[1][number][] = [];
    for (const { call, answer } of answers) {
      const foreignAnswer = await readAnswer(foreign, call);
      const verdict = judgeAnswer(profile, call, answer, foreignAnswer);
      verdicts.push(isKnownDifference(profile, call) && !isRight(verdict) ? 'known' : verdict);
      if (isKnownDifference(profile, call))
        outdatedDifferences.add(isRight(verdict) ? `${formatCall(call)} is right now` : '');
      else if (!isRight(verdict))
        faults.push(`${formatCall(call)} ${verdict}: ${findFirstDifference(answer, foreignAnswer)}`);
    }

    table.add(profile.name, verdicts);

    expect(faults).toEqual([]);
    expect([...outdatedDifferences].filter((text) => text !== '')).toEqual([]);
  },
);

test('known differences are of profiles that are tested', () => {
  const names = new Set(foreignProfiles.map(({ name }) => name));
  expect(Object.keys(knownDifferences).filter((name) => !names.has(name))).toEqual([]);
});
