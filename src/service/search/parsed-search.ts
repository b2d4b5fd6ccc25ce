import type { CriterionKind, SearchFields } from '../../contract/kit/search-fields.ts';
import type {
  BoolCriterion,
  DateCriterion,
  DateTimeCriterion,
  FloatCriterion,
  IntCriterion,
  KeyCriterion,
  ReferenceInput,
  TextCriterion,
  UuidCriterion,
} from '../../contract/types.ts';

interface CriterionTypes {
  readonly uuid: UuidCriterion;
  readonly key: KeyCriterion;
  readonly text: TextCriterion;
  readonly int: IntCriterion;
  readonly float: FloatCriterion;
  readonly datetime: DateTimeCriterion;
  readonly date: DateCriterion;
  readonly bool: BoolCriterion;
}

export type Criterion<Kind extends CriterionKind = CriterionKind> = CriterionTypes[Kind];

/** A request of any search, after validation and defaults. */
export interface ParsedSearch<Fields extends SearchFields = SearchFields> {
  readonly criteria?: { readonly [Name in keyof Fields]?: Criterion<Fields[Name]> | undefined } | undefined;
  /** Full text over the row's texts, tolerant of prefixes and typing errors. */
  readonly query?: string | undefined;
  readonly pagination: { readonly pageNumber: number; readonly pageSize: number };
  readonly sort?: readonly { readonly field: keyof Fields & string; readonly order: 'asc' | 'desc' }[] | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format: 'flat' | 'full';
}
