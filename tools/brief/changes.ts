import { sameBriefHours } from '../../src/domain/kit/brief.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import type { Brief, ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { BriefSection } from './section.ts';

/** The new items of a section, and the number of items that are gone since the brief before. */
export interface SectionChange {
  readonly key: string;
  readonly title: string;
  /** Numbers of records, or names of lanes. */
  readonly added: readonly string[];
  readonly gone: number;
}

export interface BriefChanges {
  /** Time of the brief that this one is compared with; undefined for the first brief. */
  readonly since: string | undefined;
  readonly sections: readonly SectionChange[];
}

/** The changes of a brief that has no brief to compare with. */
export const noChanges: BriefChanges = { since: undefined, sections: [] };

/**
 * Compares the sections with this person's last brief in this role, and saves the new brief for the next comparison.
 */
export async function compareWithLastBrief(
  { briefs, now }: Pick<ToolContext, 'briefs' | 'now'>,
  role: string,
  sections: readonly BriefSection[],
): Promise<BriefChanges> {
  const at = now();
  const last = await briefs.last(role);
  if (last === undefined || isOver(last, at)) await briefs.keep(role, { at, told: listItemKeys(sections) });
  return last === undefined
    ? { since: undefined, sections: [] }
    : {
        since: last.at,
        sections: sections.flatMap((section) => listSectionChanges(section, last.told[section.key] ?? [])),
      };
}

/**
 * Returns true if the last brief is old enough to be replaced. A brief from a later time counts too, as the clock of a
 * sandbox can be put back.
 */
const isOver = ({ at: last }: Brief, at: string): boolean =>
  Math.abs(Date.parse(at) - Date.parse(last)) >= sameBriefHours * 3_600_000;

const listItemKeys = (sections: readonly BriefSection[]): Brief['told'] =>
  Object.fromEntries(sections.map(({ key, items }) => [key, items.map((item) => item.key)]));

function listSectionChanges(
  { key, title, items }: BriefSection,
  lastKeys: readonly string[],
): readonly SectionChange[] {
  const [before, now] = [new Set(lastKeys), new Set(items.map((item) => item.key))];
  const added = items.filter((item) => !before.has(item.key)).map(({ record, name }) => record ?? name ?? '');
  const gone = lastKeys.filter((key) => !now.has(key)).length;
  return added.length + gone === 0 ? [] : [{ key, title, added, gone }];
}

/** Formats a title for use within a sentence. */
export const toSentenceCase = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

const namedMax = 3;

/** Returns text such as "Since Fri, Nov 20, 7:00 AM CST: late +2 (SHP-1, SHP-2), 3 settled; ..." */
export function formatChanges({ since, sections }: BriefChanges, timeZone: string): string {
  if (since === undefined) return 'Your first brief in this role: the next one lists what changed.';
  const words = sections.map(({ title, added, gone }) => {
    const records = added.slice(0, namedMax).map(formatNumber).join(', ');
    const more = added.length > namedMax ? ', ...' : '';
    const parts = [added.length > 0 ? `+${added.length} (${records}${more})` : '', gone > 0 ? `${gone} gone` : ''];
    return `${toSentenceCase(title)} ${parts.filter(Boolean).join(', ')}`;
  });
  return `Since your brief of ${formatLocalTime(since, timeZone)}: ${words.join('; ') || 'nothing new'}.`;
}

const formatNumber = (text: string): string => (/^[A-Z]{0,4}-?\w+$/.test(text) ? text : recordText(text, 'list'));
