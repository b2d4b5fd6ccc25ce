/** What a patch named, for the activity feed: `Changed amount to 880.25, reference to nothing.` */
export function changedText(input: object): string {
  const changes = Object.entries(input)
    .filter(([name, value]) => name !== 'id' && name !== 'by' && value !== undefined)
    .map(([name, value]) => `${name} to ${value === null ? 'nothing' : String(value)}`);
  return changes.length === 0 ? 'Changed nothing.' : `Changed ${changes.join(', ')}.`;
}
