let usualZones: ReadonlySet<string> | undefined;

/** Returns whether a name is an IANA zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  // Stops of a list name few zones, thousands of times; to try a name makes a formatter each time. UTC is in no such list.
  usualZones ??= new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
  if (usualZones.has(name)) return true;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // What is no zone is refused by a RangeError, and by nothing else.
    return false;
  }
}
