import type { ForeignProfile } from '../../support/foreign-api/profile.ts';
import { formatCall, type ReadingCall } from './reading-calls.ts';

/** Calls whose answers are not right yet, by profile. One that becomes right fails the test until it is taken out. */
export const knownDifferences: Readonly<Record<string, readonly string[]>> = {};

export const isKnownDifference = ({ name }: ForeignProfile, call: ReadingCall): boolean =>
  knownDifferences[name]?.includes(formatCall(call)) === true;

/** Writing calls that are not right yet, by profile: the tool and its place among the rows. */
const knownWriteDifferences: Readonly<Record<string, readonly string[]>> = {
  // A raw answer shows the API's own fields too.
  'has fields of its own': ['14 api_write'],
  'differs in form in every way': ['14 api_write'],
};

export const isKnownWriteDifference = ({ name }: ForeignProfile, tool: string, place: number): boolean =>
  knownWriteDifferences[name]?.includes(`${place} ${tool}`) === true;
