/** Well below what either database binds to one statement. */
const idsPerQuery = 5000;

/** Rows that belong to any of the ids; an ordinary page takes one query. */
export async function selectIn<Found>(
  ids: Iterable<string | null | undefined>,
  query: (ids: string[]) => Promise<Found[]>,
): Promise<Found[]> {
  const wanted = [...new Set([...ids].filter((id) => id !== null && id !== undefined))];
  const found: Found[] = [];
  for (let from = 0; from < wanted.length; from += idsPerQuery) {
    for (const row of await query(wanted.slice(from, from + idsPerQuery))) found.push(row);
  }
  return found;
}
