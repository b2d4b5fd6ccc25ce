import { expect } from 'vitest';
import type { PlanView } from '../../../src/mcp/results/result.ts';
import { formatPlanForPerson } from '../../../src/mcp/approvals/plan-text.ts';
import { formatPlanLine } from '../../../src/mcp/tool/plan.ts';
import { listAnswerFaults } from './answer-words.ts';

/** Lists what a plan says about its records, a line each: its changes, then everything else. */
export const listPlanTexts = (plan: PlanView | undefined): readonly string[] => [
  ...(plan?.changes ?? []).map(formatPlanLine),
  ...(plan?.checks ?? []),
  ...(plan?.details ?? []),
];

/** Lists the warnings of a plan, a line each, without the lines that they are about. */
export const listWarningTexts = (plan: PlanView | undefined): readonly string[] =>
  (plan?.warnings ?? []).map(({ text }) => text);

/** Matches the warning that another plan is about the same record. */
export const overlapWarning = (record: string) => expect.stringContaining(`${record} is also in APR-`);

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;
/** Fields as only the API calls them, lines for a single field of a stop, and lines that only name a record. */
const wireWords =
  /requested (?:start|end) (?:date|time)|\b(?:stop|city|order|load|bill) ids?\b|\b\w+ \d+ of \d+ (?:type|city|postal code|location|charge|amount)\b|^(?:Names|About) |\bapi_write\b/i;
/** A postal code without its city. */
const bareZip = /(?<![A-Z]{2} |[\d-])\b(?:60608|60601|75247|85001|72201|30303)\b(?! [A-Z][a-z])/;

/** Lists the texts of a plan that a person who knows no API would have to guess at, with what is wrong with each. */
export function listWordingFaults(plan: PlanView): readonly string[] {
  const texts = [plan.title, ...listPlanTexts(plan), ...(plan.lines ?? []).map(({ text }) => text)];
  const lines = [...listPlanTexts(plan), ...plan.sideEffects];
  return [
    ...texts.filter((text) => uuid.test(text)).map((text) => `id: ${text}`),
    ...texts.filter((text) => wireWords.test(text.replace(/«[^»]*»/g, '«»'))).map((text) => `wire name: ${text}`),
    ...texts
      .filter((text) => bareZip.test(text.replace(/«postal code.*|\(from «[^»]*».*/, '')))
      .map((text) => `place: ${text}`),
    ...lines.filter((line) => line.replace(/:$/, '') === plan.title).map((line) => `repeats the title: ${line}`),
    ...plan.changes.filter(({ before, after }) => before === after).map(({ label }) => `no change: ${label}`),
    ...listAnswerFaults('plan', formatPlanForPerson(plan)),
  ];
}
