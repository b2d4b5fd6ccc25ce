import { type Completeness, formatSoFar, isLoading, qualifyFigure } from '../../src/domain/kit/completeness.ts';
import type { BriefRole } from '../../src/domain/kit/brief.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { estimateTokens } from '../../src/mcp/results/tokens.ts';
import { cleanText, quoteText } from '../../src/mcp/text/text.ts';
import { type BriefChanges, formatChanges, toSentenceCase } from './changes.ts';
import type { BriefItem, BriefSection, RoleBrief } from './section.ts';

interface BriefAnswer {
  readonly role: BriefRole;
  readonly asOf: string;
  readonly timeZone: string;
  readonly brief: RoleBrief;
  readonly changes: BriefChanges;
  readonly completeness: Completeness;
}

const tokensMax = 1200;
const itemsShown = 3;
/** Characters of a name or lane that are shown: enough to recognize it. */
const nameMax = 40;

/** Builds the answer, with as many items of each section as fit. */
export function buildBriefResult(answer: BriefAnswer) {
  for (let itemsMax = itemsShown; itemsMax > 0; itemsMax -= 1) {
    const result = buildResult(answer, itemsMax);
    const { text, data } = result;
    if (Math.max(estimateTokens(text), estimateTokens(JSON.stringify(data))) <= tokensMax) return result;
  }
  return buildResult(answer, 0);
}

function buildResult({ role, asOf, timeZone, brief, changes, completeness }: BriefAnswer, itemsMax: number) {
  const filledSections = brief.sections.filter(({ items }) => items.length > 0);
  const emptyTitles = brief.sections
    .filter(({ items }) => items.length === 0)
    .map(({ title }) => toSentenceCase(title));
  // Margins of part of the records mean nothing.
  const figures = isLoading(completeness) ? [] : (brief.figures ?? []);
  return recordResult({
    summary: formatSummary(role, filledSections, completeness),
    asOf,
    lines: [
      formatChanges(changes, timeZone),
      ...figures,
      ...filledSections.flatMap((section) => formatSection(section, itemsMax, completeness)),
      ...(emptyTitles.length > 0
        ? [`${isLoading(completeness) ? 'Not known yet' : 'None'}: ${emptyTitles.join(', ')}.`]
        : []),
      `${brief.definitions}.`,
    ],
    data: {
      role,
      ...(figures.length > 0 && { figures }),
      sections: filledSections.map(({ title, items, sum }) => ({
        title,
        count: items.length,
        ...(sum !== undefined && { sum: formatSoFar(sum, completeness) }),
        items: items.slice(0, itemsMax).map(toItemData),
      })),
      none: emptyTitles,
      since: changes.since ?? null,
      changes: changes.sections.map(({ title, added, gone }) => ({
        title,
        added: added.length,
        first: added.slice(0, itemsMax),
        gone,
      })),
      definitions: brief.definitions,
    },
    untrusted: ['/sections/*/items/*/name', '/changes/*/first/*'],
    nextActions: filledSections.flatMap(({ next }) => next ?? []),
  });
}

const formatSummary = (role: BriefRole, filledSections: readonly BriefSection[], completeness: Completeness): string =>
  filledSections.length === 0
    ? `Brief for ${role}: ${qualifyFigure('nothing needs a person', completeness)}.`
    : `Brief for ${role}: ${filledSections.map(({ title, items }) => `${toSentenceCase(title)} ${formatSoFar(String(items.length), completeness)}`).join(', ')}.`;

function formatSection(
  { title, items, sum }: BriefSection,
  itemsMax: number,
  completeness: Completeness,
): readonly string[] {
  const itemTexts = items
    .slice(0, itemsMax)
    .map((item) => formatItem(item, title))
    .join('; ');
  const head = `${title}: ${formatSoFar(`${items.length}${sum === undefined ? '' : ` (${sum})`}`, completeness)}`;
  const more = itemsMax > 0 && items.length > itemsMax ? `; and ${items.length - itemsMax} more` : '';
  return [`${head}${itemTexts === '' ? '' : `. ${itemTexts}${more}`}`];
}

/** Formats an item of a section, without the title of the section at the start of its description. */
function formatItem({ record, name, what: description }: BriefItem, title: string): string {
  const repeated = `${toSentenceCase(title)}, `;
  const text = description.startsWith(repeated) ? description.slice(repeated.length) : description;
  const quotedName = name === null ? '' : quoteText(shortenName(name));
  return `${[record ?? '', quotedName].filter(Boolean).join(' ')}: ${text}`;
}

const toItemData = ({ record, name, what: description }: BriefItem) => ({
  record,
  name: name === null ? null : shortenName(name),
  what: description,
});

function shortenName(name: string): string {
  const { text } = cleanText(name, 'list');
  return text.length > nameMax ? `${text.slice(0, nameMax)}…` : text;
}
