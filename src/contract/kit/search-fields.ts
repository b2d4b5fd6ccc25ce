import type { preferenceTypes } from '../../domain/kit/saved-search.ts';

/**
 * Searches as data, like filters: a collection declares its criteria and their kinds; request schema, types and the
 * service's query are derived from that. Unlike a filter, an unknown criterion is refused.
 */
export type CriterionKind = 'uuid' | 'key' | 'text' | 'int' | 'float' | 'datetime' | 'date' | 'bool';

export type SearchFields = Readonly<Record<string, CriterionKind>>;

export interface SearchDeclaration<Fields extends SearchFields = SearchFields> {
  readonly fields: Fields;
  readonly preference: (typeof preferenceTypes)[number];
}
