import { type Completeness, formatSoFar, isLoading, qualifyFigure } from '../../src/domain/kit/completeness.ts';
import type { BriefRole } from '../../src/domain/kit/brief.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { estimateTokens } from '../../src/mcp/results/tokens.ts';
import { cleanText, quoted } from '../../src/mcp/text/text.ts';
import { type Changes, changesText, inSentence } from './changes.ts';
import type { BriefItem, BriefSection, RoleBrief } from './section.ts';

interface Told {
  readonly role: BriefRole;
  readonly asOf: string;
  readonly timeZone: string;
  readonly brief: RoleBrief;
  readonly changes: Changes;
  readonly completeness: Completeness;
}

const tokensMax = 1200;
const itemsShown = 3;
/** Of a name or a lane: enough to know it by. */
const nameMax = 40;

/** Builds the answer with as many of the first things of each section as fit. */
export function buildBriefResult(told: Told) {
  for (let itemsMax = itemsShown; itemsMax > 0; itemsMax -= 1) {
    const result = resultWith(told, itemsMax);
    const { text, data } = result;
    if (Math.max(estimateTokens(text), estimateTokens(JSON.stringify(data))) <= tokensMax) return result;
  }
  return resultWith(told, 0);
}

function resultWith({ role, asOf, timeZone, brief, changes, completeness }: Told, itemsMax: number) {
  const found = brief.sections.filter(({ items }) => items.length > 0);
  const none = brief.sections.filter(({ items }) => items.length === 0).map(({ title }) => inSentence(title));
  // Margins of part of the records mean nothing.
  const figures = isLoading(completeness) ? [] : (brief.figures ?? []);
  return recordResult({
    summary: formatSummary(role, found, completeness),
    asOf,
    lines: [
      changesText(changes, timeZone),
      ...figures,
      ...found.flatMap((section) => sectionLines(section, itemsMax, completeness)),
      ...(none.length > 0 ? [`${isLoading(completeness) ? 'Not known yet' : 'None'}: ${none.join(', ')}.`] : []),
      `${brief.definitions}.`,
    ],
    data: {
      role,
      ...(figures.length > 0 && { figures }),
      sections: found.map(({ title, items, sum }) => ({
        title,
        count: items.length,
        ...(sum !== undefined && { sum: formatSoFar(sum, completeness) }),
        items: items.slice(0, itemsMax).map(itemData),
      })),
      none,
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
    nextActions: found.flatMap(({ next }) => next ?? []),
  });
}

const formatSummary = (role: BriefRole, found: readonly BriefSection[], completeness: Completeness): string =>
  found.length === 0
    ? `Brief for ${role}: ${qualifyFigure('nothing needs a person', completeness)}.`
    : `Brief for ${role}: ${found.map(({ title, items }) => `${inSentence(title)} ${formatSoFar(String(items.length), completeness)}`).join(', ')}.`;

function sectionLines(
  { title, items, sum }: BriefSection,
  itemsMax: number,
  completeness: Completeness,
): readonly string[] {
  const shown = items.slice(0, itemsMax).map(itemText).join('; ');
  const head = `${title}: ${formatSoFar(`${items.length}${sum === undefined ? '' : ` (${sum})`}`, completeness)}`;
  const more = itemsMax > 0 && items.length > itemsMax ? `; and ${items.length - itemsMax} more` : '';
  return [`${head}${shown === '' ? '' : `. ${shown}${more}`}`];
}

function itemText({ record, name, what }: BriefItem): string {
  const named = name === null ? '' : quoted(shortName(name));
  return `${[record ?? '', named].filter(Boolean).join(' ')}: ${what}`;
}

const itemData = ({ record, name, what }: BriefItem) => ({
  record,
  name: name === null ? null : shortName(name),
  what,
});

function shortName(name: string): string {
  const { text } = cleanText(name, 'list');
  return text.length > nameMax ? `${text.slice(0, nameMax)}…` : text;
}
