import type { CapabilityRow } from '../../client/capabilities/capability-words.ts';
import { formatSpan } from '../../domain/kit/instants.ts';
import { formatMarkdownTable } from '../results/table.ts';
import type { ApiKnowledge } from '../tool/api-knowledge.ts';

/** Describes what an API has and lacks as a page of markdown, each with its evidence and what works without it. */
export function describeApi({ isBuiltIn, capabilities, unsentFields, statuses, asOf }: ApiKnowledge): string {
  if (isBuiltIn) return `${title}\n\nThis desk works with the built-in service. It has everything that Waybill uses.`;
  return [
    title,
    summarizeApi(capabilities),
    ...listParagraphs('## Fields that it never sends', describeUnsent(unsentFields)),
    ...listParagraphs("## Statuses that Waybill doesn't know", statuses),
    ...listSections(capabilities, asOf),
  ].join('\n\n');
}

const title = '# What this API can do';

const listParagraphs = (heading: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`${heading}\n\n${items.map((item) => `- ${item}`).join('\n')}`];

/** Says what follows from fields that an API never sends. */
export const describeUnsent = (unsentFields: readonly string[]): readonly string[] =>
  unsentFields.map((words) => `${words}: unknown, and answers that rest on them say so`);

const verdicts = [
  ['disproved', '## What it lacks', 'Without it'],
  ['unknown', '## Not certain', 'Until then'],
  ['proven', '## What it has', undefined],
] as const;

/** Says in one sentence how much the API lacks, as far as Waybill has found out. */
export function summarizeApi(capabilities: readonly CapabilityRow[]): string {
  const missing = countVerdict(capabilities, 'disproved');
  const learned = 'Waybill learns this from the responses it gets anyway, and checks it again after a day.';
  if (capabilities.length === 0) return `Not known yet. ${learned}`;
  if (missing === 0) return `Nothing that Waybill has needed so far is missing. ${learned}`;
  return `${missing} ${missing === 1 ? 'thing is' : 'things are'} missing; Waybill works around ${missing === 1 ? 'it' : 'them'}. ${learned}`;
}

const countVerdict = (capabilities: readonly CapabilityRow[], verdict: CapabilityRow['verdict']): number =>
  capabilities.filter((row) => row.verdict === verdict).length;

function listSections(capabilities: readonly CapabilityRow[], now: string): readonly string[] {
  return verdicts.flatMap(([verdict, heading, fallbackTitle]) => {
    const rows = capabilities.filter((row) => row.verdict === verdict);
    if (rows.length === 0) return [];
    const titles = ['Ability', 'Evidence', 'Seen', ...(fallbackTitle === undefined ? [] : [fallbackTitle])];
    const cells = rows.map(({ meaning, evidence, learnedAt, fallback }) => [
      meaning,
      evidence,
      describeAge(learnedAt, now),
      ...(fallbackTitle === undefined ? [] : [fallback]),
    ]);
    const columns = titles.map((columnTitle) => ({ title: columnTitle }));
    return [`${heading}\n\n${formatMarkdownTable(columns, cells)}`];
  });
}

/** Says how long ago something was learned. */
export const describeAge = (learnedAt: string | null, now: string): string =>
  learnedAt === null ? 'declared' : `${formatSpan(learnedAt, now)} ago`;
