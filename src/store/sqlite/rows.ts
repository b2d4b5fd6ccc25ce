type SqliteRow = Readonly<Record<string, unknown>>;
type BuildRow = (values: readonly unknown[]) => SqliteRow;

const buildersByNames = new WeakMap<readonly string[], BuildRow>();

/** Makes objects of rows that came as arrays. Arrays of names that are kept make it quicker. */
export function toRows(names: readonly string[], rows: readonly (readonly unknown[])[]): SqliteRow[] {
  let buildRow = buildersByNames.get(names);
  if (buildRow === undefined) {
    buildRow = createRowBuilder(names);
    buildersByNames.set(names, buildRow);
  }
  return rows.map(buildRow);
}

/**
 * Creates a function that builds rows as copies of one blank row. Objects of the same shape are built and read in half
 * the time of those that node:sqlite makes.
 */
function createRowBuilder(names: readonly string[]): BuildRow {
  const blank = buildBlankRow(names);
  return (values) => {
    const row = { ...blank };
    let place = 0;
    for (const name of names) {
      row[name] = values[place];
      place += 1;
    }
    return row;
  };
}

/**
 * Builds a blank row by parsing JSON, because an object that is filled name by name becomes slow if it has many names.
 */
const buildBlankRow = (names: readonly string[]) =>
  // Keys are the names.
  JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(',')}}`) as Record<string, unknown>;
