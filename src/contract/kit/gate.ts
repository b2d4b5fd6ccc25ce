/** Effect of an operation, which decides the default gate of raw calls. */
export type Effect = 'read' | 'write' | 'mail' | 'money' | 'destructive';

/** Consent that a tool needs before it may call an operation. */
export type Gate = 'none' | 'audit' | 'confirm' | 'approve' | 'off';

/** The gate that a field of the input asks for; some fields ask for it with some of their values or members only. */
export type FieldGate =
  | Gate
  | { readonly values: Readonly<Record<string, Gate>>; readonly others: Gate }
  | { readonly members: Readonly<Record<string, Gate>>; readonly others: Gate };
