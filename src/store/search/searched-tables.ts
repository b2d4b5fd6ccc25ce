import { relatedTables, textSources } from '../migrations/brokerage/0014-search-text/sources.ts';

/** Tables that the triggers of the search read whenever a row of one of them is written. */
export const searchedTables: ReadonlySet<string> = new Set(
  [...textSources, ...relatedTables].map(({ table }) => table),
);
