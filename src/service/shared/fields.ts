import { fromCents, toCents } from '../../domain/money/money.ts';

/**
 * Names the simple fields of a resource once; rows and wire objects are mapped both ways from that. `plain` values are
 * the same on both sides, `bool` is 0 or 1 in the row, `cents` is a plain number on the wire and integer cents in a
 * column that ends in `_cents`. Column names are the field names in snake case.
 */
export type Codec = 'plain' | 'bool' | 'cents';
export type FieldCodecs = Readonly<Record<string, Codec>>;

type Snake<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : '';

type FieldColumn<Name extends string, Kind extends Codec> = Kind extends 'cents' ? `${Snake<Name>}_cents` : Snake<Name>;

type Decoded<Value, Kind extends Codec> = Kind extends 'bool' ? boolean | Extract<Value, null> : Value;

export type WireFields<Row, Codecs extends FieldCodecs> = {
  [Name in keyof Codecs & string]: FieldColumn<Name, Codecs[Name]> extends keyof Row
    ? Decoded<Row[FieldColumn<Name, Codecs[Name]>], Codecs[Name]>
    : never;
};

export interface FieldMap<Row, Codecs extends FieldCodecs> {
  /** Converts a row to the simple fields of the wire object. */
  toWire(row: Row): WireFields<Row, Codecs>;
  /** The columns of the fields that the input names; omitted fields are left out, null clears. */
  toRow(input: object): Partial<Row>;
}

export const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const decode: Record<Codec, (value: unknown) => unknown> = {
  plain: (value) => value,
  bool: (value) => (value === null ? null : value === 1),
  cents: (value) => (typeof value === 'number' ? fromCents(value) : null),
};

const encode: Record<Codec, (value: unknown) => unknown> = {
  plain: (value) => value,
  bool: (value) => (value === null ? null : Number(value)),
  cents: (value) => (typeof value === 'number' ? toCents(value) : null),
};

/**
 * Creates the map between fields and columns. `createFieldMap<Row<'carrier'>>()({ name: 'plain', isHazmat: 'bool' })`:
 * the second call keeps the literal types.
 */
export const createFieldMap =
  <Row extends object>() =>
  <const Codecs extends FieldCodecs>(codecs: Codecs): FieldMap<Row, Codecs> => {
    const entries = Object.entries(codecs).map(([name, codec]) => ({
      name,
      codec,
      column: codec === 'cents' ? `${toSnakeCase(name)}_cents` : toSnakeCase(name),
    }));
    return {
      toWire(row) {
        const wire: Record<string, unknown> = {};
        for (const { name, codec, column } of entries) wire[name] = decode[codec](Reflect.get(row, column));
        // WireFields describes exactly this loop.
        return wire as WireFields<Row, Codecs>;
      },
      toRow(input) {
        const columns: Record<string, unknown> = {};
        for (const { name, codec, column } of entries) {
          const value: unknown = Reflect.get(input, name);
          if (value !== undefined) columns[column] = encode[codec](value);
        }
        // Column names are derived from the same declaration.
        return columns as Partial<Row>;
      },
    };
  };

/** Parses the JSON text of a column. Null stays null. */
export function readJson<Value>(text: string): Value;
export function readJson<Value>(text: string | null): Value | null;
export function readJson<Value>(text: string | null): Value | null {
  // Written by writeJson from a value of this type.
  return text === null ? null : (JSON.parse(text) as Value);
}

/** Converts a value to a JSON column. Undefined stays undefined (not named), and null clears the column. */
export function writeJson(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return value;
  return JSON.stringify(value);
}

/** Drops undefined entries, so that a patch only names what it changes. */
export function dropUndefined<Value extends object>(
  value: Value,
): { [Name in keyof Value]: Exclude<Value[Name], undefined> } {
  // Exactly the undefined entries are dropped.
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never;
}
