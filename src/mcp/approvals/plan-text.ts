import type { ItemView, PlanView } from '../results/result.ts';
import type { Approval } from '../tool/context.ts';
import { formatAmounts } from '../results/unexecuted-plan.ts';
import { stripInvisible } from '../text/invisible.ts';
import { cutSentence } from '../text/text.ts';
import { estimateTokens } from '../results/tokens.ts';

/** Lines, records and steps shown one by one in the compact form; the person always sees all. */
const compactLines = 12;
const contextLines = 3;
/** Smaller numbers of lines, for plans that would use too much of an answer. */
const fewerLines = [compactLines, 9, 6, 3] as const;
const planTokensMax = 1400;

/** Formats the whole plan for the person who decides, with nothing left out. */
export function formatPlanForPerson(plan: PlanView): string {
  const parts = [
    plan.title,
    formatSection(
      'Will do',
      plan.steps.map(({ label, operation }) => `${label} (${operation})`),
      { isNumbered: true },
    ),
    formatSection('Line by line', formatItems(plan)),
    formatSection('Before and after', plan.lines),
    formatSection(formatContextTitle(plan), plan.context?.lines ?? []),
    formatSection('Money', formatAmounts(plan.money)),
    formatSection('E-mail goes to', plan.emails),
    formatSection('Also happens', plan.sideEffects),
    formatSection('Policy', plan.policyHits),
    formatSection('Limits', plan.limits ?? []),
    `Undo: ${plan.undo}`,
  ];
  return stripInvisible(parts.filter((part) => part !== '').join('\n\n')).text;
}

/** Formats the heading of the context with its time, since a person does not decide about the context. */
export const formatContextTitle = ({ context }: Pick<PlanView, 'context'>): string =>
  `For comparison, as of ${context?.asOf ?? 'an unknown time'}`;

/** Formats each line that can be left out, with its warnings. */
const formatItems = ({ items = [] }: PlanView) => items.map(({ line, findings }) => [line, ...findings].join(' | '));

/** Lists the warnings about a plan, the most important first. */
export const listWarnings = ({ warning, plan }: Pick<Approval, 'warning' | 'plan'>): readonly string[] => [
  ...(warning === null ? [] : [warning]),
  ...plan.policyHits,
];

const listedLines = 2;

/** Summarizes what a plan changes for the row of a list. */
export function summarizeChanges(plan: PlanView): string {
  const lines = [...formatItems(plan), ...plan.lines];
  const rest = lines.length - listedLines;
  return [...lines.slice(0, listedLines), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/** Formats the plan briefly, for the model. */
export function formatPlanForModel(plan: PlanView): readonly string[] {
  const steps = plan.steps.map(({ label }) => label);
  const lines = [...formatItems(plan), ...plan.lines];
  // A line of a batch says what its step does.
  const isSaid = lines.length > 0 && (steps.length <= 1 || plan.items !== undefined);
  const facts = [...(isSaid ? [] : steps), ...lines];
  const rest = facts.length - compactLines;
  return [
    ...facts.slice(0, compactLines).map((line) => `- ${shortenLine(line)}`),
    ...(rest > 0 ? [`- and ${rest} more lines, all shown to the person who decides`] : []),
    ...(plan.context?.lines ?? []).slice(0, contextLines).map((line) => `- For comparison: ${shortenLine(line)}`),
    ...formatAmounts(plan.money).map((line) => `- Money: ${line}`),
    ...plan.emails.map((email) => `- E-mail to: ${email}`),
    ...plan.policyHits.map((hit) => `- Policy: ${hit}`),
    ...(plan.limits ?? []).map((limit) => `- Limit: ${limit}`),
  ];
}

/** Shortens a plan to as many lines and records as fit an answer. The person who decides always sees all of them. */
export function shortenPlan(plan: PlanView): PlanView {
  const briefs = fewerLines.map((max) => () => limitLines(plan, max));
  for (const build of briefs) {
    const shortPlan = build();
    if (estimateTokens(JSON.stringify(shortPlan)) <= planTokensMax) return shortPlan;
  }
  return limitLines(plan, 1);
}

function limitLines(plan: PlanView, max: number): PlanView {
  const { steps, records, lines, context, items = [] } = plan;
  const hiddenCounts = [
    [Math.max(lines.length - max, 0) + Math.max(items.length - max, 0), 'lines'],
    [records.length - max, 'records'],
    [steps.length - max, 'steps'],
  ] as const;
  const more = hiddenCounts.filter(([count]) => count > 0).map(([count, noun]) => `${count} more ${noun}`);
  const rest = more.length === 0 ? [] : [`and ${more.join(', ')}, all shown to the person who decides`];
  return {
    ...plan,
    steps: steps.slice(0, max),
    records: records.slice(0, max),
    ...(plan.items && { items: items.slice(0, max).map(shortenItem) }),
    lines: [...lines.slice(0, max).map(shortenLine), ...rest],
    ...(context && { context: { ...context, lines: context.lines.slice(0, contextLines).map(shortenLine) } }),
  };
}

const lineMax = 320;

/** Shortens a line of the compact form. The person who decides always sees the whole line. */
const shortenLine = (line: string) => cutSentence(line, lineMax);

const shortenItem = ({ line, findings, ...item }: ItemView): ItemView => ({
  ...item,
  line: shortenLine(line),
  findings: findings.map(shortenLine),
});

function formatSection(title: string, lines: readonly string[], { isNumbered = false } = {}): string {
  if (lines.length === 0) return '';
  return `${title}:\n${lines.map((line, index) => `${isNumbered ? `${index + 1}.` : '-'} ${line}`).join('\n')}`;
}
