/** Cover that ends on a day is no cover for that day: certificates end with its first minute. Civil dates. */
export const isUncoveredOn = (day: string, endsOn: string): boolean => endsOn <= day;
