import type { RawBuilder, SqlBool } from 'kysely';
import type { SearchFields } from '../../contract/kit/search-fields.ts';
import type { SearchScope } from '../../store/search/search-index.ts';
import type { SearchColumn } from './criteria.ts';

/** One table that a search covers. */
export interface SearchPart<Fields extends SearchFields> {
  readonly from: RawBuilder<unknown>;
  /** Condition for the rows that the caller may see: of the organization and not deleted. */
  readonly visible: RawBuilder<SqlBool>;
  readonly id: RawBuilder<string>;
  /** A column for every declared criterion: one that is forgotten does not compile. */
  readonly columns: { readonly [Name in keyof Fields]: SearchColumn };
  /** The same rows in the index, where the words of a query are looked for. */
  readonly scope: SearchScope;
}
