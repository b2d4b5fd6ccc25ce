import { catalogCacheSeconds } from './catalog-cache.ts';
import {
  type CarrierEquipmentClass,
  carrierEquipmentClasses,
  equipment as equipmentCatalog,
} from '../../src/domain/freight/equipment.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { cleanText, recordText } from '../../src/mcp/text/text.ts';
import type { Resolution } from './resolve.ts';
import type { Equipment } from '../../src/contract/types.ts';

/** How people write what the catalog writes otherwise. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/(\d)\s*(?:'|’|′|-?\s?(?:ft|foot|feet|footers?)\b)/g, '$1 '],
  [/(?<=\d)(?=[a-z]+\b)/g, ' '],
  [/\brefrigerated\b|\breefers?\b|\brefer\b|\brfr?\b|\btemp(?:erature)?[ -]controlled\b/g, 'reefer'],
  [/\breefer van\b/g, 'reefer'],
  [/\bdryvan\b|\bdv\b|\bdry(?! van| bulk)\b/g, 'dry van'],
  [/\bflat[ -]?beds?\b|\bflats?\b|\bfb\b/g, 'flatbed'],
  [/\bstepdeck\b|\bdrop[ -]?deck\b|\bstep(?! deck)\b|\bsd\b/g, 'step deck'],
  [/\bboxtruck\b|\bstraight(?: truck)?\b|\bbox(?! truck)\b/g, 'box truck'],
  [/\bcargo van\b/g, 'sprinter van'],
  [/\bhot[ -]shot\b/g, 'hotshot'],
  [/\blow[ -]boy\b/g, 'lowboy'],
  [/\blift[ -]gate\b/g, 'liftgate'],
  [/\bhc\b/g, 'high cube'],
  [/\bw\/|\bwith\b/g, ' '],
  [/\btrailers?\b|\bsemi\b/g, ' '],
];

/** One-letter codes of load boards, where nothing else but a length is written. */
const codes: readonly (readonly [RegExp, string])[] = [
  [/^(\d\d )?v$|^v( \d\d)?$/, '$1$2 dry van'],
  [/^(\d\d )?r$|^r( \d\d)?$/, '$1$2 reefer'],
  [/^(\d\d )?f$|^f( \d\d)?$/, '$1$2 flatbed'],
  [/^po$/, 'power only'],
];

/** What the trade means when it says no more than "dry van" or "reefer". */
const usualNames = ["53' Dry Van", "53' Reefer", "48' Flatbed", "26' Box Truck"];

function wordsOf(text: string): ReadonlySet<string> {
  const spelled = [...spellings, ...codes].reduce(
    (current, [pattern, replacement]) => current.replace(pattern, replacement).replace(/\s+/g, ' ').trim(),
    text.toLowerCase(),
  );
  const words = spelled.match(/[a-z0-9]+/g) ?? [];
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)));
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && one.isSubsetOf(other);
const usual = usualNames.map(wordsOf);

/**
 * The catalog entry that people call "dry van" or "48 ft flatbed". Where several fit, the one that the words name
 * completely, else the one the trade means without saying more; anything else is asked.
 */
export async function resolveEquipment(ctx: ToolContext, text: string): Promise<Resolution<Equipment>> {
  const { data } = await ctx.api.referenceData.equipment({}, { cacheSeconds: catalogCacheSeconds });
  const { record, candidates, isComplete } = matchEquipment(data, text);
  if (record === undefined) throw unclear(text, candidates.length > 0 ? candidates : data, candidates.length > 0);
  const as =
    candidates.length > 1 && !isComplete ? `${record.name} (the usual one of ${candidates.length})` : record.name;
  return { record, resolved: { query: text.trim(), as: cleanText(as, 'list').text } };
}

interface EquipmentMatch<Row> {
  /** The one entry that the text means; undefined where it means none, or several. */
  readonly record: Row | undefined;
  readonly candidates: readonly Row[];
  /** Whether the text names the entry completely. */
  readonly isComplete: boolean;
}

/** Matches words such as "48 ft flat" or "reefer 53" with the names of a catalog. */
export function matchEquipment<Row extends { readonly id: string; readonly name: string }>(
  catalog: readonly Row[],
  text: string,
): EquipmentMatch<Row> {
  const wanted = wordsOf(text);
  const byId = catalog.filter(({ id }) => id === text.trim().toLowerCase());
  const candidates =
    byId.length > 0 || wanted.size === 0 ? byId : catalog.filter(({ name }) => wanted.isSubsetOf(wordsOf(name)));
  const complete = candidates.filter(({ name }) => isSame(wanted, wordsOf(name)));
  const common = candidates.filter(({ name }) => usual.some((words) => isSame(words, wordsOf(name))));
  const record = only(complete) ?? only(candidates) ?? only(common);
  return { record, candidates, isComplete: complete.length === 1 };
}

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

const namesShown = 10;

function unclear(text: string, candidates: readonly Equipment[], isAmbiguous: boolean): WaybillError {
  const names = candidates.slice(0, namesShown).map(({ name }) => recordText(name, 'list'));
  const more = candidates.length > namesShown ? ` and ${candidates.length - namesShown} more` : '';
  const list = `${names.join('; ')}${more}`;
  const shown = recordText(text.trim(), 'list');
  const details = [{ field: 'equipment', message: isAmbiguous ? 'matches several' : 'matches nothing' }];
  return isAmbiguous
    ? new WaybillError(
        'AMBIGUOUS',
        `${shown} matches ${candidates.length} kinds of equipment: ${list}. Nothing was done.`,
        { details },
      )
    : new WaybillError('NOT_FOUND', `No equipment is called ${shown}. There are: ${list}.`, { details });
}

/** What a carrier must run to haul what people call "dry van", "step deck" or "drayage". */
export function carrierClassOf(text: string): CarrierEquipmentClass {
  const typed = text.trim().toUpperCase().replaceAll(/[ -]/g, '_');
  const named = carrierEquipmentClasses.find((name) => name === typed);
  if (named) return named;
  const wanted = wordsOf(text);
  const fitting = equipmentCatalog.filter(({ name, group, subcategory }) =>
    wanted.isSubsetOf(wordsOf(`${name} ${group.name} ${subcategory.name}`)),
  );
  const classes = [...new Set(fitting.map(({ carrierClass }) => carrierClass))];
  const found = wanted.size > 0 ? only(classes) : undefined;
  if (found) return found;
  const message = `${recordText(text.trim(), 'list')} is not one kind of truck; use one of ${carrierEquipmentClasses.join(', ')}`;
  throw new WaybillError('BAD_REQUEST', `equipment: ${message}.`, {
    details: [{ field: 'equipment', message: 'is not one kind of truck' }],
  });
}
