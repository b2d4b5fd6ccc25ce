/** Returns a reference that our own service always sends. */
export function requireSent<Reference>(reference: Reference | null | undefined): Reference {
  if (reference === null || reference === undefined) throw new Error('the reference was not sent');
  return reference;
}
