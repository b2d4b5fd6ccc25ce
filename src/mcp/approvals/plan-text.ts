import type { ItemView, PlanView } from '../results/result.ts';
import type { Approval } from '../tool/context.ts';
import { moneyTexts } from '../results/stake.ts';
import { stripInvisible } from '../text/invisible.ts';
import { cutSentence } from '../text/text.ts';
import { estimateTokens } from '../results/tokens.ts';

/** Lines, records and steps shown one by one in the compact form; the person always sees all. */
const compactLines = 12;
const contextLines = 3;
/** The same where those cost too much of an answer. */
const fewerLines = [compactLines, 9, 6, 3] as const;
const planTokensMax = 1400;

/** The whole plan for the person who decides: nothing of it is left out. */
export function planForPerson(plan: PlanView): string {
  const parts = [
    plan.title,
    section(
      'Will do',
      plan.steps.map(({ label, operation }) => `${label} (${operation})`),
      { isNumbered: true },
    ),
    section('Line by line', itemTexts(plan)),
    section('Before and after', plan.lines),
    section(contextTitle(plan), plan.context?.lines ?? []),
    section('Money', moneyTexts(plan.money)),
    section('E-mail goes to', plan.emails),
    section('Also happens', plan.sideEffects),
    section('Policy', plan.policyHits),
    section('Limits', plan.limits ?? []),
    `Undo: ${plan.undo}`,
  ];
  return stripInvisible(parts.filter((part) => part !== '').join('\n\n')).text;
}

/** Says of when the context is, since it isn't what a person decides about. */
export const contextTitle = ({ context }: Pick<PlanView, 'context'>): string =>
  `For comparison, as of ${context?.asOf ?? 'an unknown time'}`;

/** Each line that can be left out, with what speaks against it. */
const itemTexts = ({ items = [] }: PlanView) => items.map(({ line, findings }) => [line, ...findings].join(' | '));

/** What speaks against a plan, in the order in which a person has to know it. */
export const warningsOf = ({ warning, plan }: Pick<Approval, 'warning' | 'plan'>): readonly string[] => [
  ...(warning === null ? [] : [warning]),
  ...plan.policyHits,
];

const listedLines = 2;

/** Before and after in the row of a list. */
export function changesInBrief(plan: PlanView): string {
  const lines = [...itemTexts(plan), ...plan.lines];
  const rest = lines.length - listedLines;
  return [...lines.slice(0, listedLines), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/** The plan in few words, for the model. */
export function planForModel(plan: PlanView): readonly string[] {
  const steps = plan.steps.map(({ label }) => label);
  const lines = [...itemTexts(plan), ...plan.lines];
  // A line of a batch says what its step does.
  const isSaid = lines.length > 0 && (steps.length <= 1 || plan.items !== undefined);
  const facts = [...(isSaid ? [] : steps), ...lines];
  const rest = facts.length - compactLines;
  return [
    ...facts.slice(0, compactLines).map((line) => `- ${short(line)}`),
    ...(rest > 0 ? [`- and ${rest} more lines, all shown to the person who decides`] : []),
    ...(plan.context?.lines ?? []).slice(0, contextLines).map((line) => `- For comparison: ${short(line)}`),
    ...moneyTexts(plan.money).map((line) => `- Money: ${line}`),
    ...plan.emails.map((email) => `- E-mail to: ${email}`),
    ...plan.policyHits.map((hit) => `- Policy: ${hit}`),
    ...(plan.limits ?? []).map((limit) => `- Limit: ${limit}`),
  ];
}

/** The same plan with as many lines and records as fit an answer; the person who decides always sees all. */
export function planInBrief(plan: PlanView): PlanView {
  const briefs = fewerLines.map((max) => () => brief(plan, max));
  for (const build of briefs) {
    const shown = build();
    if (estimateTokens(JSON.stringify(shown)) <= planTokensMax) return shown;
  }
  return brief(plan, 1);
}

function brief(plan: PlanView, max: number): PlanView {
  const { steps, records, lines, context, items = [] } = plan;
  const left = [
    [Math.max(lines.length - max, 0) + Math.max(items.length - max, 0), 'lines'],
    [records.length - max, 'records'],
    [steps.length - max, 'steps'],
  ] as const;
  const more = left.filter(([count]) => count > 0).map(([count, what]) => `${count} more ${what}`);
  const rest = more.length === 0 ? [] : [`and ${more.join(', ')}, all shown to the person who decides`];
  return {
    ...plan,
    steps: steps.slice(0, max),
    records: records.slice(0, max),
    ...(plan.items && { items: items.slice(0, max).map(shortItem) }),
    lines: [...lines.slice(0, max).map(short), ...rest],
    ...(context && { context: { ...context, lines: context.lines.slice(0, contextLines).map(short) } }),
  };
}

const lineMax = 320;

/** A line of the compact form; the person always sees the whole. */
const short = (line: string) => cutSentence(line, lineMax);

const shortItem = ({ line, findings, ...item }: ItemView): ItemView => ({
  ...item,
  line: short(line),
  findings: findings.map(short),
});

function section(title: string, lines: readonly string[], { isNumbered = false } = {}): string {
  if (lines.length === 0) return '';
  return `${title}:\n${lines.map((line, index) => `${isNumbered ? `${index + 1}.` : '-'} ${line}`).join('\n')}`;
}
