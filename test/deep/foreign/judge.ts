import type { ForeignProfile, MissingData } from '../../support/foreign-api/profile.ts';
import type { ReadingCall } from './reading-calls.ts';
import type { PlayedWrite } from './writing-desk.ts';

export interface JudgedAnswer {
  readonly isError: boolean;
  readonly text: string;
}

/** Verdict on an answer. `same`: the same facts; `named`: it names the missing data; anything else is a fault. */
export type AnswerVerdict = 'same' | 'named' | 'differs' | 'fails' | 'nonsense';

/** The instant of an answer, and ids that are random. */
const passing = /As of .*|APR-\w+|cursor "[0-9a-f]+"/g;

const nonsense = /\b(?:undefined|null|NaN|INTERNAL_ERROR)\b|\[object Object\]/;

/** Pattern of the first line of an incomplete answer, or of a sentence about data that the API does not give out. */
const gap =
  /^Incomplete\b|\bChecked with incomplete data\b|\bThis API (?:can't|doesn't|does not|sends no|has no)\b|\b(?:which|a status that) Waybill doesn't know\b/im;

/** Statuses that no version has: an answer that shows one names it. */
const unknownStatus = /\b(?:PENDING_AUDIT|SHORT_PAID|COUNTERED_TWICE|pending audit|short paid|countered twice)\b/;

const unaffected = 'describe_metrics list_approvals audit_log reference_data'.split(' ');

/** Tools whose answers need no such data; every other tool may. */
const toolsWithout: Readonly<Record<MissingData, readonly string[]>> = {
  orders: ['api_read', 'aging_report', 'track_shipments', 'get_shipment', 'list_invoices', 'explain_figure'],
  'own fields': [],
  states: ['aging_report', 'list_bills', 'list_invoices', 'billing_queue', 'collections', 'explain_figure', 'api_read'],
  names: [],
  references: [],
  statuses: ['aging_report'],
  applications: ['api_read', 'track_shipments', 'list_shipments', 'list_quotes', 'lane_history', 'find_carriers'],
};

/** Tests if a profile takes away data that the answer to a call needs. */
export const isDataMissing = ({ removes }: ForeignProfile, { tool }: Pick<ReadingCall, 'tool'>): boolean =>
  !unaffected.includes(tool) && removes.some((data) => !toolsWithout[data].includes(tool));

/** Compares an answer over a foreign API with the one over our own service. */
export function judgeAnswer(
  profile: ForeignProfile,
  call: ReadingCall,
  ownAnswer: JudgedAnswer,
  foreign: JudgedAnswer,
): AnswerVerdict {
  if (nonsense.test(foreign.text) && !nonsense.test(ownAnswer.text)) return 'nonsense';
  const isSame = toFacts(foreign) === toFacts(ownAnswer) && foreign.isError === ownAnswer.isError;
  if (isSame) return 'same';
  if (gap.test(foreign.text) && isDataMissing(profile, call)) return 'named';
  return foreign.isError ? 'fails' : 'differs';
}

const toFacts = ({ text }: Pick<JudgedAnswer, 'text'>): string => text.replaceAll(passing, '');

/**
 * Compares a write over a foreign API with the one over our own service: the plan, the answer, and the state on our
 * service afterwards. `wrong`: the answer contradicts what was done.
 */
export function judgeWrite(
  profile: ForeignProfile,
  ownWrite: PlayedWrite,
  foreign: PlayedWrite,
): AnswerVerdict | 'wrong' {
  const texts = [foreign.plan, foreign.outcome].join('\n');
  if (nonsense.test(texts) && !nonsense.test([ownWrite.plan, ownWrite.outcome].join('\n'))) return 'nonsense';
  if (foreign.state !== (foreign.isError ? 'before' : 'after')) return 'wrong';
  const isSame = foreign.plan === ownWrite.plan && foreign.outcome === ownWrite.outcome;
  if (isSame) return 'same';
  if (gap.test(texts) && profile.removes.length > 0) return 'named';
  if (unknownStatus.test(texts) && profile.removes.includes('statuses')) return 'named';
  return foreign.isError ? 'fails' : 'differs';
}

/** Returns the first line of the foreign answer that our own service's has not. */
export function findFirstDifference(
  ownAnswer: Pick<JudgedAnswer, 'text'>,
  foreign: Pick<JudgedAnswer, 'text'>,
): string {
  const ownLines = new Set(toFacts(ownAnswer).split('\n'));
  const [line = ''] = toFacts(foreign)
    .split('\n')
    .filter((text) => !ownLines.has(text));
  return line.slice(0, 200);
}
