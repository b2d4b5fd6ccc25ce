import type { ForeignProfile, MissingData } from '../../support/foreign-api/profile.ts';
import type { ReadingCall } from './reading-calls.ts';

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
}

/** `same`: the same facts; `named`: it says what is missing; anything else is a fault. */
export type Verdict = 'same' | 'named' | 'differs' | 'fails' | 'nonsense';

/** The instant of an answer, and ids that are random. */
const passing = /As of .*|APR-\w+|cursor "[0-9a-f]+"/g;

const nonsense = /\b(?:undefined|null|NaN|INTERNAL_ERROR)\b|\[object Object\]/;

/** The first line of an incomplete answer, or a sentence about what the API does not give out. */
const gap = /^Incomplete\b|\bThis API (?:can't|doesn't|does not|sends no|has no)\b/i;

const unaffected = 'describe_metrics list_approvals audit_log reference_data'.split(' ');

/** Tools whose answers need no such data; every other tool may. */
const toolsWithout: Readonly<Record<MissingData, readonly string[]>> = {
  orders: ['api_read', 'aging_report', 'track_shipments', 'get_shipment', 'list_invoices', 'explain_figure'],
  'own fields': ['aging_report'],
  states: ['aging_report', 'list_bills', 'list_invoices', 'billing_queue', 'collections', 'explain_figure', 'api_read'],
  names: [],
  references: [],
  statuses: ['aging_report'],
  applications: ['api_read', 'track_shipments', 'list_shipments', 'list_quotes', 'lane_history', 'find_carriers'],
};

/** Tests if a profile takes away data that the answer to a call needs. */
export const needsMissing = ({ removes }: ForeignProfile, { tool }: Pick<ReadingCall, 'tool'>): boolean =>
  !unaffected.includes(tool) && removes.some((data) => !toolsWithout[data].includes(tool));

/** Compares an answer over a foreign API with the one over our own service. */
export function judgeAnswer(profile: ForeignProfile, call: ReadingCall, own: Answer, foreign: Answer): Verdict {
  if (nonsense.test(foreign.text) && !nonsense.test(own.text)) return 'nonsense';
  const isSame = toFacts(foreign) === toFacts(own) && foreign.isError === own.isError;
  if (isSame) return 'same';
  if (gap.test(foreign.text) && needsMissing(profile, call)) return 'named';
  return foreign.isError ? 'fails' : 'differs';
}

export const toFacts = ({ text }: Answer): string => text.replaceAll(passing, '');

/** Returns the first line of the foreign answer that our own service's has not. */
export function findFirstDifference(own: Answer, foreign: Answer): string {
  const ownLines = new Set(toFacts(own).split('\n'));
  const [line = ''] = toFacts(foreign)
    .split('\n')
    .filter((text) => !ownLines.has(text));
  return line.slice(0, 200);
}
