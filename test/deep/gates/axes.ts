import type { Row } from './scene.ts';

/** What the person does with the form; without forms nobody is shown one. */
export const answers = ['accept', 'decline', 'cancel', 'unticked', 'no forms'] as const;
export type Answer = (typeof answers)[number];

export const eras = ['modern', 'legacy'] as const;
export type Era = (typeof eras)[number];

export const ways = ['stdio', 'HTTP'] as const;
export type Way = (typeof ways)[number];

/** What becomes of the call between the question and its end. */
export const courses = ['approved', 'denied', 'expired', 'changed', 'replayed', 'raced', 'other principal'] as const;
export type Course = (typeof courses)[number];

export interface Cell {
  readonly row: Row;
  readonly answer: Answer;
  readonly era: Era;
  readonly way: Way;
  readonly course: Course;
}

/** Whether the client asks its user; a legacy client over HTTP cannot be asked, because nothing is kept between requests. */
export const asksByForm = ({ row, answer, era, way }: Cell): boolean =>
  row.gate === 'confirm' && answer !== 'no forms' && !(era === 'legacy' && way === 'HTTP');

/**
 * What cannot happen: a yes in a form leaves nothing to deny, and a question of the older protocol and its answer never
 * leave their connection.
 */
function isPossible(cell: Cell): boolean {
  const { course, answer, era } = cell;
  if (!asksByForm(cell)) return true;
  if (course === 'denied') return answer !== 'accept';
  return era === 'modern' || (course !== 'other principal' && course !== 'replayed');
}

/** The whole table. */
export function allCells(rows: readonly Row[]): readonly Cell[] {
  return rows
    .flatMap((row) => answers.map((answer) => ({ row, answer })))
    .flatMap((cell) => eras.map((era) => ({ ...cell, era })))
    .flatMap((cell) => ways.map((way) => ({ ...cell, way })))
    .flatMap((cell) => courses.map((course) => ({ ...cell, course })))
    .filter(isPossible);
}

/** What the API has to say in the end, and what the calls are answered, in their order. */
export interface Expected {
  readonly state: 'before' | 'after';
  readonly words: readonly string[];
  /** Of calls at one moment: any of these beside the first word, in any order. */
  readonly others?: readonly string[];
}

/** The other of two at once finds it under way, done, or the record no longer as it was. */
const atOnce = ['done', 'already_done', 'changed', 'STILL_RUNNING', 'CONFLICT', 'RECORD_CHANGED'];

const afterYes: Readonly<Record<Course, Expected>> = {
  approved: { state: 'after', words: ['done'] },
  denied: { state: 'before', words: ['APPROVAL_DENIED'] },
  expired: { state: 'before', words: ['APPROVAL_EXPIRED'] },
  changed: { state: 'before', words: ['changed'] },
  replayed: { state: 'after', words: ['done', 'already_done'] },
  raced: { state: 'after', words: ['done'], others: atOnce },
  'other principal': { state: 'before', words: ['APPROVAL_UNKNOWN'] },
};

const afterTick: Readonly<Record<Course, Expected>> = {
  ...afterYes,
  expired: { state: 'before', words: ['cancelled'] },
  'other principal': { state: 'before', words: ['refused'] },
};

/** A question counts once, whatever it was answered. */
function afterNo({ course, answer }: Cell): Expected {
  const no = answer === 'cancel' ? 'cancelled' : 'declined';
  const state = 'before';
  if (course === 'other principal') return afterTick[course];
  if (course === 'replayed') return { state, words: [no, 'cancelled'] };
  return course === 'raced'
    ? { state, words: [no], others: [no, 'cancelled', 'STILL_RUNNING'] }
    : { state, words: [no] };
}

export function expectedOf(cell: Cell): Expected {
  if (!asksByForm(cell)) return afterYes[cell.course];
  return cell.answer === 'accept' ? afterTick[cell.course] : afterNo(cell);
}

export const nameOf = ({ row, answer, era, way, course }: Cell): string =>
  `${row.tool} (${row.gate}) × ${answer} × ${era} × ${way} × ${course}`;
