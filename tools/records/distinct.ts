/** Each id once, in the order of its first appearance; what is not there is left out. */
export const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => typeof id === 'string')),
];
