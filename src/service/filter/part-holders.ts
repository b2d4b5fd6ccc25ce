import type { FilterFields } from '../../contract/kit/filter-fields.ts';
import { findPartHolders, type TextPart } from '../../store/search/text-parts.ts';
import type { ServiceContext } from '../shared/context.ts';
import { type CompiledFilter, compileFilter, type FilterSource } from './filter.ts';

/** Ids that the conditions of a filter may name together. */
const holdersMax = 10_000;

/**
 * Compiles a filter after the records have been looked up whose texts hold a part that it names: a part of a reference or
 * of a file's name is then compared with these few, and not with the texts of all years.
 */
export async function compileWithHolders<Fields extends FilterFields>(
  ctx: ServiceContext,
  source: FilterSource<Fields>,
  filter: unknown,
): Promise<CompiledFilter> {
  const parts = new Map<string, TextPart>();
  const compiled = compileFilter(source, filter, ctx, (part) => {
    parts.set(part.text, part);
    return undefined;
  });
  if (parts.size === 0) return compiled;
  const holders = new Map<string, readonly string[]>();
  let count = 0;
  for (const part of parts.values()) {
    // Further parts are compared with all texts: SQLite takes 32,766 bound values in a statement.
    if (count > holdersMax) break;
    const ids = await findPartHolders(ctx, part);
    if (ids) holders.set(part.text, ids);
    count += ids?.length ?? 0;
  }
  return compileFilter(source, filter, ctx, ({ text }) => holders.get(text));
}
