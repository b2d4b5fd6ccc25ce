/** Splits a list into parts of that size, the last of which may be shorter. */
export const splitIntoBatches = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size));
