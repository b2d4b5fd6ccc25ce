/** What calling an operation does to the world; the default gate of raw calls follows from it. */
export type Effect = 'read' | 'write' | 'mail' | 'money' | 'destructive';

/** Who must say yes before a tool may call it. */
export type Gate = 'none' | 'audit' | 'confirm' | 'approve' | 'off';

/** The gate that a field of the input asks for; some fields ask for it with some of their values or members only. */
export type FieldGate =
  | Gate
  | { readonly values: Readonly<Record<string, Gate>>; readonly others: Gate }
  | { readonly members: Readonly<Record<string, Gate>>; readonly others: Gate };
