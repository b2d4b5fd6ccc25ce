/** What a patch named, for the activity feed: `Changed amount to 880.25, reference to nothing.` */
export function changedText(input: object): string {
  const changes = changesOf(input).map(([name, value]) => `${name} to ${value === null ? 'nothing' : String(value)}`);
  return changes.length === 0 ? 'Changed nothing.' : `Changed ${changes.join(', ')}.`;
}

/** Whether a patch named anything besides the record itself. */
export const namesChange = (input: object): boolean => changesOf(input).length > 0;

const changesOf = (input: object) =>
  Object.entries(input).filter(([name, value]) => name !== 'id' && name !== 'by' && value !== undefined);
