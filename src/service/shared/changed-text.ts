/** Describes a patch for the activity feed: `Changed amount to 880.25, reference to nothing.` */
export function describeChange(input: object): string {
  const changes = listChanges(input).map(([name, value]) => `${name} to ${value === null ? 'nothing' : String(value)}`);
  return changes.length === 0 ? 'Changed nothing.' : `Changed ${changes.join(', ')}.`;
}

/** Returns true if a patch names anything besides the record itself. */
export const hasChange = (input: object): boolean => listChanges(input).length > 0;

const listChanges = (input: object) =>
  Object.entries(input).filter(([name, value]) => name !== 'id' && name !== 'by' && value !== undefined);
