import { catalogCacheSeconds } from './catalog-cache.ts';
import {
  type CarrierEquipmentClass,
  carrierEquipmentClasses,
  equipment as equipmentCatalog,
} from '../../src/domain/freight/equipment.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { cleanText, recordText } from '../../src/mcp/text/text.ts';
import type { Resolution } from './finders/resolve.ts';
import type { Equipment } from '../../src/contract/types.ts';

/** Spellings of people, with those of the catalog. */
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

/** Catalog entries that the trade means by "dry van" or "reefer" alone. */
const usualNames = ["53' Dry Van", "53' Reefer", "48' Flatbed", "26' Box Truck"];

function listWords(text: string): ReadonlySet<string> {
  const spelled = [...spellings, ...codes].reduce(
    (current, [pattern, replacement]) => current.replace(pattern, replacement).replace(/\s+/g, ' ').trim(),
    text.toLowerCase(),
  );
  const words = spelled.match(/[a-z0-9]+/g) ?? [];
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)));
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && a.isSubsetOf(b);
const usual = usualNames.map(listWords);

/**
 * Finds the catalog entry that people call "dry van" or "48 ft flatbed". Where several fit, the one that the words name
 * completely, else the one the trade means without saying more; anything else is asked.
 */
export async function resolveEquipment(ctx: ToolContext, text: string): Promise<Resolution<Equipment>> {
  const { data } = await ctx.api.referenceData.equipment({}, { cacheSeconds: catalogCacheSeconds });
  const { record, candidates, isComplete } = matchEquipment(data, text);
  if (record === undefined)
    throw buildUnclearError(text, candidates.length > 0 ? candidates : data, candidates.length > 0);
  const as =
    candidates.length > 1 && !isComplete ? `${record.name} (the usual one of ${candidates.length})` : record.name;
  return { record, resolved: { query: text.trim(), as: cleanText(as, 'list').text } };
}

interface EquipmentMatch<Row> {
  /** The one entry that the text means; undefined where it means none, or several. */
  readonly record: Row | undefined;
  readonly candidates: readonly Row[];
  /** True if the text names the entry completely. */
  readonly isComplete: boolean;
}

/** Matches words such as "48 ft flat" or "reefer 53" with the names of a catalog. */
export function matchEquipment<Row extends { readonly id: string; readonly name: string }>(
  catalog: readonly Row[],
  text: string,
): EquipmentMatch<Row> {
  const words = listWords(text);
  const byId = catalog.filter(({ id }) => id === text.trim().toLowerCase());
  const candidates =
    byId.length > 0 || words.size === 0 ? byId : catalog.filter(({ name }) => words.isSubsetOf(listWords(name)));
  const complete = candidates.filter(({ name }) => isSame(words, listWords(name)));
  const common = candidates.filter(({ name }) => usual.some((words) => isSame(words, listWords(name))));
  const record = getOnly(complete) ?? getOnly(candidates) ?? getOnly(common);
  return { record, candidates, isComplete: complete.length === 1 };
}

const getOnly = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

const namesShown = 10;

function buildUnclearError(text: string, candidates: readonly Equipment[], isAmbiguous: boolean): WaybillError {
  const names = candidates.slice(0, namesShown).map(({ name }) => recordText(name, 'list'));
  const more = candidates.length > namesShown ? ` and ${candidates.length - namesShown} more` : '';
  const list = `${names.join('; ')}${more}`;
  const quotedText = recordText(text.trim(), 'list');
  const details = [{ field: 'equipment', message: isAmbiguous ? 'matches several' : 'matches nothing' }];
  return isAmbiguous
    ? new WaybillError(
        'AMBIGUOUS',
        `${quotedText} matches ${candidates.length} kinds of equipment: ${list}. Nothing was done.`,
        { details },
      )
    : new WaybillError('NOT_FOUND', `No equipment is called ${quotedText}. There are: ${list}.`, { details });
}

/** Parses the class of truck that hauls what people call "dry van", "step deck" or "drayage". */
export function parseCarrierClass(text: string): CarrierEquipmentClass {
  const typed = text.trim().toUpperCase().replaceAll(/[ -]/g, '_');
  const namedClass = carrierEquipmentClasses.find((name) => name === typed);
  if (namedClass) return namedClass;
  const words = listWords(text);
  const fitting = equipmentCatalog.filter(({ name, group, subcategory }) =>
    words.isSubsetOf(listWords(`${name} ${group.name} ${subcategory.name}`)),
  );
  const classes = [...new Set(fitting.map(({ carrierClass }) => carrierClass))];
  const onlyClass = words.size > 0 ? getOnly(classes) : undefined;
  if (onlyClass) return onlyClass;
  const message = `${recordText(text.trim(), 'list')} is not one kind of truck; use one of ${carrierEquipmentClasses.map(formatCode).join(', ')}`;
  throw new WaybillError('BAD_REQUEST', `equipment: ${message}.`, {
    details: [{ field: 'equipment', message: 'is not one kind of truck' }],
  });
}
