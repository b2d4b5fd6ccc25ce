/** Lists each id once, in the order of first appearance. Missing ids are left out. */
export const listDistinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => typeof id === 'string')),
];
