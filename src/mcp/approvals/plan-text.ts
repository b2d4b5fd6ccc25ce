import type { PlanView } from '../results/result.ts';
import { formatAmounts } from '../results/unexecuted-plan.ts';
import { estimateTokens } from '../results/tokens.ts';
import { stripInvisible } from '../text/invisible.ts';
import { cutSentence, quoteForPeople } from '../text/text.ts';
import type { Approval } from '../tool/context.ts';
import { formatPlanLine } from '../tool/plan.ts';

/** Lines, records and steps shown one by one in the compact form; the person always sees all. */
const compactLines = 12;
const contextLines = 3;
/** Smaller numbers of lines, for plans that would use too much of an answer. */
const fewerLines = [compactLines, 9, 6, 3] as const;
const planTokensMax = 1400;

type PlanWarning = PlanView['warnings'][number];

/** Formats the whole plan for the person who decides, with nothing left out: what happens, the warnings, the rest. */
export function formatPlanForPerson(plan: PlanView): string {
  const parts = [
    plan.title,
    ...(plan.desk === undefined ? [] : [`Desk: ${plan.desk}`]),
    formatSection(formatWarningCount(plan.warnings.length), plan.warnings.map(formatWarning)),
    plan.reason === undefined ? '' : `Why this needs a yes: ${plan.reason}.`,
    formatSection('Checks', plan.checks ?? []),
    formatSection(
      formatLineCount(plan.lines?.length ?? 0),
      sortWarnedFirst(plan).map(({ text }) => text),
    ),
    formatSection('What changes', plan.changes.map(formatPlanLine)),
    formatSection('Details', plan.details),
    formatSection('Amount', formatAmounts(plan.money)),
    formatSection('E-mail goes to', plan.recipients),
    formatSection('Also happens', plan.sideEffects),
    formatSection('Limits', plan.limits ?? []),
    formatSection(formatContextTitle(plan), plan.context?.lines ?? []),
    formatSection('Steps', plan.steps.length > 1 ? plan.steps.map(({ label }) => label) : [], { isNumbered: true }),
    `Undo: ${plan.undo}`,
  ];
  return quoteForPeople(stripInvisible(parts.filter((part) => part !== '').join('\n\n')).text);
}

/** Formats a number of lines of a batch. */
export const formatLineCount = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`;

export const formatWarningCount = (count: number): string =>
  count === 0 ? 'No warnings' : `${count} ${count === 1 ? 'warning' : 'warnings'}`;

/** Formats a warning with the lines it is about: "BILL-1042, BILL-1043: pay-to changed 5 days ago". */
export const formatWarning = ({ text, lines }: PlanWarning): string =>
  lines === undefined ? text : `${lines.join(', ')}: ${text}`;

/** Lists the keys of the lines that have a warning of their own. */
export const listWarnedKeys = ({ warnings }: Pick<PlanView, 'warnings'>): ReadonlySet<string> =>
  new Set(warnings.flatMap(({ lines = [] }) => lines));

/** Sorts the lines of a batch, those with a warning first. */
export function sortWarnedFirst(plan: Pick<PlanView, 'lines' | 'warnings'>): NonNullable<PlanView['lines']> {
  const warnedKeys = listWarnedKeys(plan);
  return (plan.lines ?? []).toSorted((a, b) => Number(warnedKeys.has(b.key)) - Number(warnedKeys.has(a.key)));
}

/** Formats the heading of the context with its time, since a person does not decide about the context. */
export const formatContextTitle = ({ context }: Pick<PlanView, 'context'>): string =>
  `For comparison, as of ${context?.asOf ?? 'an unknown time'}`;

/** Lists the warnings about a plan, the most important first. */
export const listWarnings = ({ warning, plan }: Pick<Approval, 'warning' | 'plan'>): readonly PlanWarning[] => [
  ...(warning === null ? [] : [{ text: warning }]),
  ...plan.warnings,
];

/** Lists the warnings about a plan for the row of a list: those about its lines are counted. */
export function summarizeWarnings(approval: Pick<Approval, 'warning' | 'plan'>): readonly string[] {
  const texts = listWarnings(approval).flatMap(({ text, lines }) => (lines === undefined ? [text] : []));
  const count = listWarnedKeys(approval.plan).size;
  return count === 0 ? texts : [...texts, `${count} ${count === 1 ? 'line has' : 'lines have'} a warning.`];
}

const listedLines = 2;

/** Summarizes what a plan changes for the row of a list. */
export function summarizeChanges(plan: PlanView): string {
  const lines = [...(plan.lines ?? []).map(({ text }) => text), ...plan.changes.map(formatPlanLine), ...plan.details];
  const rest = lines.length - listedLines;
  return [...lines.slice(0, listedLines), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/**
 * Formats the plan briefly, for the model. Every line of a batch is named: those that are not shown in full by their
 * numbers.
 */
export function formatPlanForModel(plan: PlanView): readonly string[] {
  const lines = sortWarnedFirst(plan);
  const values = [...(plan.checks ?? []), ...plan.changes.map(formatPlanLine), ...plan.details];
  // A line of a batch says what its step does.
  const isSaid = (lines.length > 0 || values.length > 0) && (plan.steps.length <= 1 || lines.length > 0);
  const texts = [...(isSaid ? [] : plan.steps.map(({ label }) => label)), ...values];
  const rest = texts.length - compactLines;
  const otherKeys = lines.slice(compactLines).map(({ key }) => key);
  return [
    ...plan.warnings.slice(0, compactLines).map((warning) => `- Warning: ${shortenLine(formatWarning(warning))}`),
    ...describeOtherWarnings(plan.warnings.slice(compactLines)).map((text) => `- ${text}`),
    ...(plan.reason === undefined ? [] : [`- Why it needs a yes: ${plan.reason}`]),
    ...lines.slice(0, compactLines).map(({ text }) => `- ${shortenLine(text)}`),
    ...describeOtherLines(otherKeys).map((text) => `- ${text}`),
    ...texts.slice(0, compactLines).map((text) => `- ${shortenLine(text)}`),
    ...(rest > 0 ? [`- and ${rest} more values, all shown to the person who decides`] : []),
    ...(plan.context?.lines ?? []).slice(0, contextLines).map((line) => `- For comparison: ${shortenLine(line)}`),
    ...formatAmounts(plan.money).map((line) => `- Amount: ${line}`),
    ...plan.recipients.map((email) => `- E-mail to: ${email}`),
    ...(plan.limits ?? []).map((limit) => `- Limit: ${limit}`),
  ];
}

/**
 * Shortens a plan to as many lines and records as fit an answer, and says what was left out. The person who decides always
 * sees all of them.
 */
export function shortenPlan(plan: PlanView): PlanView {
  const briefs = fewerLines.map((max) => () => limitLines(plan, max));
  for (const build of briefs) {
    const shortPlan = build();
    if (estimateTokens(JSON.stringify(shortPlan)) <= planTokensMax) return shortPlan;
  }
  return limitLines(plan, 1);
}

function limitLines(plan: PlanView, max: number): PlanView {
  const { steps, records, changes, checks, details, context, warnings } = plan;
  const lines = sortWarnedFirst(plan);
  const otherKeys = lines.slice(max).map(({ key }) => key);
  const hiddenCounts = [
    [changes.length - max, 'changes'],
    [(checks?.length ?? 0) - max, 'checks'],
    [details.length - max, 'details'],
    [records.length - max, 'records'],
    [steps.length - max, 'steps'],
  ] as const;
  const more = hiddenCounts.filter(([count]) => count > 0).map(([count, noun]) => `${count} more ${noun}`);
  return {
    ...plan,
    steps: steps.slice(0, max),
    records: records.slice(0, max),
    ...(plan.lines && { lines: lines.slice(0, max).map((line) => ({ ...line, text: shortenLine(line.text) })) }),
    changes: changes.slice(0, max),
    ...(checks && { checks: checks.slice(0, max).map(shortenLine) }),
    details: [
      ...details.slice(0, max).map(shortenLine),
      ...describeOtherLines(otherKeys),
      ...describeOtherWarnings(warnings.slice(max)),
      ...(more.length > 0 ? [`and ${more.join(', ')}, all shown to the person who decides`] : []),
    ],
    warnings: warnings.slice(0, max).map((warning) => ({ ...warning, text: shortenLine(warning.text) })),
    ...(context && { context: { ...context, lines: context.lines.slice(0, contextLines).map(shortenLine) } }),
  };
}

/** Names the lines of a batch that aren't shown in full. */
const describeOtherLines = (keys: readonly string[]): readonly string[] =>
  keys.length === 0 ? [] : [`and ${keys.length} more ${keys.length === 1 ? 'line' : 'lines'}: ${keys.join(', ')}`];

/** Counts the warnings that aren't shown, and names the lines they are about. */
function describeOtherWarnings(warnings: readonly PlanWarning[]): readonly string[] {
  if (warnings.length === 0) return [];
  const keys = [...listWarnedKeys({ warnings: [...warnings] })];
  const about = keys.length === 0 ? '' : `, about ${keys.join(', ')}`;
  return [`and ${warnings.length} more ${warnings.length === 1 ? 'warning' : 'warnings'}${about}`];
}

const lineMax = 320;

/** Shortens a line of the compact form. The person who decides always sees the whole line. */
const shortenLine = (line: string) => cutSentence(line, lineMax);

function formatSection(title: string, lines: readonly string[], { isNumbered = false } = {}): string {
  if (lines.length === 0) return title === noWarnings ? `${title}.` : '';
  return `${title}:\n${lines.map((line, index) => `${isNumbered ? `${index + 1}.` : '-'} ${line}`).join('\n')}`;
}

const noWarnings = formatWarningCount(0);
