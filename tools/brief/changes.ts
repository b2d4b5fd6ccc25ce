import { sameBriefHours } from '../../src/domain/kit/brief.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import type { Brief, ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { BriefSection } from './section.ts';

/** What of a section is new, and how much of it is settled. */
export interface SectionChange {
  readonly key: string;
  readonly title: string;
  /** Numbers of records, or names of lanes. */
  readonly added: readonly string[];
  readonly gone: number;
}

export interface Changes {
  /** When the brief that this one is compared with was read; undefined for the first. */
  readonly since: string | undefined;
  readonly sections: readonly SectionChange[];
}

/** A brief that is compared with no other one. */
export const noChanges: Changes = { since: undefined, sections: [] };

/** Compares with what this person was told last in this role, and remembers what they are told now. */
export async function changesSince(
  { briefs, now }: Pick<ToolContext, 'briefs' | 'now'>,
  role: string,
  sections: readonly BriefSection[],
): Promise<Changes> {
  const at = now();
  const last = await briefs.last(role);
  if (last === undefined || isOver(last, at)) await briefs.keep(role, { at, told: toldBy(sections) });
  return last === undefined
    ? { since: undefined, sections: [] }
    : { since: last.at, sections: sections.flatMap((section) => changeOf(section, last.told[section.key] ?? [])) };
}

/** Also one from a later time: the clock of a sandbox can be put back. */
const isOver = ({ at: last }: Brief, at: string): boolean =>
  Math.abs(Date.parse(at) - Date.parse(last)) >= sameBriefHours * 3_600_000;

const toldBy = (sections: readonly BriefSection[]): Brief['told'] =>
  Object.fromEntries(sections.map(({ key, items }) => [key, items.map((item) => item.key)]));

function changeOf({ key, title, items }: BriefSection, told: readonly string[]): readonly SectionChange[] {
  const [before, now] = [new Set(told), new Set(items.map((item) => item.key))];
  const added = items.filter((item) => !before.has(item.key)).map(({ record, name }) => record ?? name ?? '');
  const gone = told.filter((one) => !now.has(one)).length;
  return added.length + gone === 0 ? [] : [{ key, title, added, gone }];
}

/** A title within a sentence. */
export const inSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

const namedMax = 3;

/** "Since Fri 20 Nov 07:00 CST: late +2 (SHP-1, SHP-2), 3 settled; ..." */
export function changesText({ since, sections }: Changes, timeZone: string): string {
  if (since === undefined) return 'Your first brief in this role: the next one says what is new.';
  const words = sections.map(({ title, added, gone }) => {
    const named = added.slice(0, namedMax).map(numberText).join(', ');
    const more = added.length > namedMax ? ', ...' : '';
    const parts = [added.length > 0 ? `+${added.length} (${named}${more})` : '', gone > 0 ? `${gone} gone` : ''];
    return `${inSentence(title)} ${parts.filter(Boolean).join(', ')}`;
  });
  return `Since your brief of ${formatLocalTime(since, timeZone)}: ${words.join('; ') || 'nothing new'}.`;
}

const numberText = (text: string): string => (/^[A-Z]{0,4}-?\w+$/.test(text) ? text : recordText(text, 'list'));
