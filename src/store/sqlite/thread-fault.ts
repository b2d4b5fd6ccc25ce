/** An error as it travels between threads: a copy of an error keeps its message and loses its codes. */
export interface ThreadFault {
  readonly message: string;
  readonly codes: Readonly<Record<string, string | number>>;
}

const codeNames = ['code', 'errcode', 'errstr', 'errno', 'syscall', 'path'] as const;

export function toFault(error: unknown): ThreadFault {
  if (!(error instanceof Error)) return { message: String(error), codes: {} };
  const codes = codeNames.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return { message: error.message, codes: Object.fromEntries(codes) };
}

/** Makes the error again, with the codes by which failures of the database are told apart. */
export const toError = ({ message, codes }: ThreadFault): Error => Object.assign(new Error(message), codes);
