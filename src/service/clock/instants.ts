type Instants<Name extends string> = { readonly [Each in Name]?: string | null | undefined };

/** The input with the named instants in UTC, the one form in which instants are stored and compared. */
export function withUtc<Name extends string, Value extends Instants<Name>>(
  input: Value,
  ...names: readonly Name[]
): Value {
  const changed = names.flatMap((name) => {
    const instant: string | null | undefined = input[name];
    return typeof instant === 'string' ? [[name, new Date(instant).toISOString()] as const] : [];
  });
  // Only values of the named text fields are replaced, by texts.
  return { ...input, ...Object.fromEntries(changed) };
}
