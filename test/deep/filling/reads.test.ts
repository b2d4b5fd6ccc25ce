import { expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';
import type { ForeignProfile } from '../../support/foreign-api/profile.ts';
import { otherForms } from '../../support/foreign-api/profiles.ts';
import { keepFirstPerTool, listCallsOn, formatCall, type ReadingCall } from '../foreign/reading-calls.ts';
import { ownProfile, startFillingDesk } from './filling-desk.ts';

const guardMs = 1_200_000;

const profiles: readonly ForeignProfile[] = isDeep ? [ownProfile, otherForms] : [ownProfile];
/** Shares of the pages that were read, before all of them. */
const shares = isDeep ? [0, 0.25, 0.5, 0.75] : [0.5];

/** Selects the calls to make: the first of each tool over another API, and some of these in every run. */
function selectCalls(profile: ForeignProfile, calls: readonly ReadingCall[]): readonly ReadingCall[] {
  if (!isDeep) return calls.filter((_call, place) => place % 6 === 0);
  return profile === ownProfile ? calls : keepFirstPerTool(calls);
}

/** The instant of an answer, and ids that are random. */
const passing = /As of .*|APR-\w+|cursor "[0-9a-f]+"/g;

const toFacts = ({ text }: CallAnswer): string => text.replaceAll(passing, '');

const mark = /^[^\n]*Incomplete: .*(?:Records are still being read|Changes after)/;

/** Tests if an answer says in its first line and in its data that records are still being read. */
function isMarked({ text, data, isError }: CallAnswer): boolean {
  const gaps: readonly { readonly text: string }[] = data?.completeness?.gaps ?? [];
  const isInData = isError === true || gaps.some((gap) => /^Read so far:|^Changes after/.test(gap.text));
  return (isError === true ? /still being read/ : mark).test(text) && isInData;
}

/** Amounts, a count at the start, and words for nothing. */
const fact =
  /(at least [^.;:]*?)?(\p{Sc}[\d,]+\.\d\d|^\d+\b(?! or more)(?! [^.:;,]*so far)|\b(?:no|nobody|nothing|none)\b)/giu;

/** Lists facts of a headline that the final one doesn't state, without "at least" before or "so far" after them. */
const findBareFacts = (headline: string, final: string): readonly string[] =>
  [...headline.matchAll(fact)].flatMap(([, qualifier, text = '']) =>
    qualifier !== undefined || final.includes(text) ? [] : [text],
  );

const readHeadline = ({ data }: CallAnswer): string => String(data?.summary ?? '');

test.each(profiles)(
  'every reading tool states final facts or marks its answer while the copy of $name fills, and marks none when it is whole',
  { timeout: guardMs },
  async (profile) => {
    const whole = await startFillingDesk(profile);
    await using finalDesk = whole.desk;
    await whole.fillUpTo(Number.MAX_SAFE_INTEGER);
    const calls = selectCalls(profile, await listCallsOn(finalDesk));
    const finals = new Map<ReadingCall, CallAnswer>();
    const faults: string[] = [];
    for (const call of calls) {
      const answer = await finalDesk.callTool(call.tool, { ...call.input });
      finals.set(call, answer);
      if (mark.test(answer.text)) faults.push(`${formatCall(call)} is marked when the copy is whole`);
    }
    const filling = await startFillingDesk(profile);
    await using fillingDesk = filling.desk;
    for (const share of shares) {
      await filling.fillUpTo(Math.floor(whole.countPages() * share));
      for (const [call, final] of finals) {
        const answer = await fillingDesk.callTool(call.tool, { ...call.input });
        const name = `${share * 100} %: ${formatCall(call)}`;
        if (toFacts(answer) !== toFacts(final) && !isMarked(answer))
          faults.push(`${name} is neither final nor marked: ${answer.text.slice(0, 200)}`);
        for (const text of findBareFacts(readHeadline(answer), readHeadline(final)))
          faults.push(`${name} states ${text} as a fact: ${readHeadline(answer)}`);
      }
    }

    expect(faults).toEqual([]);
  },
);
