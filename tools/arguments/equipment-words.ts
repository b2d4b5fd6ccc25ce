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
  [/(\d)\s*(?:'|’|′|-?\s?(?:ft|foot|feet)\b)/g, '$1 '],
  [/\brefrigerated\b|\brefer\b/g, 'reefer'],
  [/\breefer van\b/g, 'reefer'],
  [/\bdryvan\b/g, 'dry van'],
  [/\bflat[ -]bed\b/g, 'flatbed'],
  [/\bstepdeck\b|\bdrop[ -]?deck\b/g, 'step deck'],
  [/\bboxtruck\b|\bstraight truck\b/g, 'box truck'],
  [/\btrailers?\b|\bsemi\b/g, ' '],
];

/** What the trade means when it says no more than "dry van" or "reefer". */
const usualNames = ["53' Dry Van", "53' Reefer", "48' Flatbed", "26' Box Truck"];

function wordsOf(text: string): ReadonlySet<string> {
  const spelled = spellings.reduce(
    (current, [pattern, replacement]) => current.replace(pattern, replacement),
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
  const wanted = wordsOf(text);
  const byId = data.filter(({ id }) => id === text.trim().toLowerCase());
  const fitting =
    byId.length > 0 || wanted.size === 0 ? byId : data.filter(({ name }) => wanted.isSubsetOf(wordsOf(name)));
  const complete = fitting.filter(({ name }) => isSame(wanted, wordsOf(name)));
  const common = fitting.filter(({ name }) => usual.some((words) => isSame(words, wordsOf(name))));
  const record = only(complete) ?? only(fitting) ?? only(common);
  if (record === undefined) throw unclear(text, fitting.length > 0 ? fitting : data, fitting.length > 0);
  const others = fitting.length - 1;
  const as = others > 0 && complete.length !== 1 ? `${record.name} (the usual one of ${fitting.length})` : record.name;
  return { record, resolved: { query: text.trim(), as: cleanText(as, 'list').text } };
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
