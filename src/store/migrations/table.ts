/**
 * Tables as data: a migration lists its columns once, and both the DDL and the row types follow from the list.
 * `?` marks a column that may be null. Booleans are 0 or 1, money is integer cents, instants and dates are ISO text and
 * JSON is text, on both databases.
 */
export type ColumnType = (typeof columnTypes)[number];

const columnTypes = ['text', 'int', 'cents', 'bool', 'real', 'instant', 'date', 'json'] as const;

export interface ColumnDefinition {
  readonly type: ColumnType;
  readonly isNullable: boolean;
}

/** A column of text that holds one of some words, so that rows have their union as its type. */
export interface WordColumn<Word extends string | null = string | null> extends ColumnDefinition {
  /** Never there: it carries the type. */
  readonly word?: Word;
}

/**
 * Declares a column of fixed words: `oneOf<ShipmentStatus>()`, or `oneOf<ShipmentStatus>('?')` if it may be null. The
 * database accepts any text, so only code that has the words may write the column.
 */
export function oneOf<Word extends string>(): WordColumn<Word>;
export function oneOf<Word extends string>(nullable: '?'): WordColumn<Word | null>;
export function oneOf(nullable?: '?'): WordColumn {
  return { type: 'text', isNullable: nullable === '?' };
}

export type DeclaredColumn = ColumnType | `${ColumnType}?` | WordColumn;
export type DeclaredColumns = Readonly<Record<string, DeclaredColumn>>;

export interface TableDefinition extends Indexes {
  readonly columns: DeclaredColumns;
  readonly primaryKey: readonly string[];
}

export interface Indexes {
  readonly unique?: readonly UniqueIndex[];
  readonly index?: readonly (readonly string[])[];
  readonly named?: readonly NamedIndex[];
}

/** An index of some rows, or of all that a question reads: a name made of its many columns would be too long. */
interface NamedIndex {
  readonly name: string;
  readonly columns: readonly string[];
  /** SQL condition of the rows that are in it; all when left out. */
  readonly where?: string;
}

interface UniqueIndex {
  readonly columns: readonly string[];
  /** SQL condition of a partial index. */
  readonly where?: string;
}

export type TableDefinitions = Readonly<Record<string, TableDefinition>>;
export type IndexedTables = Readonly<Record<string, Indexes>>;

type ColumnValue<Declared> =
  Declared extends WordColumn<infer Word>
    ? Word
    : Declared extends `${infer Base}?`
      ? ColumnValue<Base> | null
      : Declared extends 'int' | 'cents' | 'bool' | 'real'
        ? number
        : string;

/** A row of these columns, such as those that a later migration adds to a table. */
export type RowOfColumns<Columns extends DeclaredColumns> = { [Name in keyof Columns]: ColumnValue<Columns[Name]> };

type RowOf<Definition extends TableDefinition> = RowOfColumns<Definition['columns']>;

export type RowsOf<Definitions extends TableDefinitions> = { [Name in keyof Definitions]: RowOf<Definitions[Name]> };

export type DatabaseKind = 'sqlite' | 'postgres';

export function parseColumn(declared: DeclaredColumn): ColumnDefinition {
  if (typeof declared !== 'string') return declared;
  const type = columnTypes.find((columnType) => declared === columnType || declared === `${columnType}?`);
  if (type === undefined) throw new Error(`${declared} is not a type of column`);
  return { type, isNullable: declared !== type };
}
