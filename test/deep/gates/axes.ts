import type { GateRow } from './scene.ts';

/** Answers of the person to the form; a client without forms shows none. */
export const answers = ['accept', 'decline', 'cancel', 'unticked', 'no forms'] as const;
export type FormAnswer = (typeof answers)[number];

export const eras = ['modern', 'legacy'] as const;
export type Era = (typeof eras)[number];

export const ways = ['stdio', 'HTTP'] as const;
export type Way = (typeof ways)[number];

/** Events between the question and the end of the call. */
export const courses = ['approved', 'denied', 'expired', 'changed', 'replayed', 'raced', 'other principal'] as const;
export type Course = (typeof courses)[number];

export interface Cell {
  readonly row: GateRow;
  readonly answer: FormAnswer;
  readonly era: Era;
  readonly way: Way;
  readonly course: Course;
}

/** Tests if the client asks its user; a legacy client over HTTP cannot, because nothing is stored between requests. */
export const isAskedByForm = ({ row, answer, era, way }: Cell): boolean =>
  row.gate === 'confirm' && answer !== 'no forms' && !(era === 'legacy' && way === 'HTTP');

/**
 * Excludes combinations that cannot happen: a yes in a form leaves nothing to deny, and a question of the older
 * protocol and its answer never leave their connection.
 */
function isPossible(cell: Cell): boolean {
  const { course, answer, era } = cell;
  if (!isAskedByForm(cell)) return true;
  if (course === 'denied') return answer !== 'accept';
  return era === 'modern' || (course !== 'other principal' && course !== 'replayed');
}

/** Lists the cells of the whole table. */
export function listAllCells(rows: readonly GateRow[]): readonly Cell[] {
  return rows
    .flatMap((row) => answers.map((answer) => ({ row, answer })))
    .flatMap((cell) => eras.map((era) => ({ ...cell, era })))
    .flatMap((cell) => ways.map((way) => ({ ...cell, way })))
    .flatMap((cell) => courses.map((course) => ({ ...cell, course })))
    .filter(isPossible);
}

/** Expected final state on the API and expected answers to the calls, in their order. */
export interface Expected {
  readonly state: 'before' | 'after';
  readonly words: readonly string[];
  /** Answers to simultaneous calls that may come in addition to the first word, in any order. */
  readonly concurrentWords?: readonly string[];
}

/** The other of two at once finds it under way, done, or the record no longer as it was. */
const atOnce = ['done', 'already_done', 'changed', 'STILL_RUNNING', 'CONFLICT', 'RECORD_CHANGED'];

const afterYes: Readonly<Record<Course, Expected>> = {
  approved: { state: 'after', words: ['done'] },
  denied: { state: 'before', words: ['APPROVAL_DENIED'] },
  expired: { state: 'before', words: ['APPROVAL_EXPIRED'] },
  changed: { state: 'before', words: ['changed'] },
  replayed: { state: 'after', words: ['done', 'already_done'] },
  raced: { state: 'after', words: ['done'], concurrentWords: atOnce },
  'other principal': { state: 'before', words: ['APPROVAL_UNKNOWN'] },
};

const afterTick: Readonly<Record<Course, Expected>> = {
  ...afterYes,
  expired: { state: 'before', words: ['cancelled'] },
  'other principal': { state: 'before', words: ['refused'] },
};

/** Returns the expected result after a no: a question counts once, whatever its answer was. */
function getExpectedAfterNo({ course, answer }: Cell): Expected {
  const no = answer === 'cancel' ? 'cancelled' : 'declined';
  const state = 'before';
  if (course === 'other principal') return afterTick[course];
  if (course === 'replayed') return { state, words: [no, 'cancelled'] };
  return course === 'raced'
    ? { state, words: [no], concurrentWords: [no, 'cancelled', 'STILL_RUNNING'] }
    : { state, words: [no] };
}

export function getExpected(cell: Cell): Expected {
  if (!isAskedByForm(cell)) return afterYes[cell.course];
  return cell.answer === 'accept' ? afterTick[cell.course] : getExpectedAfterNo(cell);
}

export const formatCellName = ({ row, answer, era, way, course }: Cell): string =>
  `${row.tool} (${row.gate}) × ${answer} × ${era} × ${way} × ${course}`;
