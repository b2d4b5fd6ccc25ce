/** The way a connection pooler in front of PostgreSQL lends its connections; `session` if there is no pooler. */
export type Pooling = 'session' | 'transaction';

export interface PostgresAddress {
  /** Address as the driver reads it, without the parameters below. */
  readonly connectionString: string;
  readonly pooling: Pooling;
  /** True if repeated statements are parsed and planned once for each connection. */
  readonly usesNamedStatements: boolean;
}

export const poolingParameter = 'pooling';
export const namedStatementsParameter = 'prepared_statements';

const choices: Readonly<Record<string, readonly string[]>> = {
  [poolingParameter]: ['session', 'transaction'] satisfies Pooling[],
  [namedStatementsParameter]: ['true', 'false'],
};

/** Reads an address that `findAddressProblem` accepts. */
export function readPostgresAddress(databaseUrl: string): PostgresAddress {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  const pooling: Pooling = url?.searchParams.get(poolingParameter) === 'transaction' ? 'transaction' : 'session';
  const namedStatements = url?.searchParams.get(namedStatementsParameter);
  return {
    connectionString: url ? stripOwnParameters(url, databaseUrl) : databaseUrl,
    pooling,
    usesNamedStatements: namedStatements ? namedStatements === 'true' : pooling === 'session',
  };
}

/** Returns what is wrong with the parameters of an address, as the end of a sentence, or undefined. */
export function findAddressProblem(databaseUrl: string): string | undefined {
  if (!URL.canParse(databaseUrl)) return undefined;
  const { searchParams } = new URL(databaseUrl);
  for (const [name, values] of Object.entries(choices)) {
    const value = searchParams.get(name);
    if (value !== null && !values.includes(value))
      return `must have ${values.join(' or ')} as its ${name}, not ${JSON.stringify(value)}`;
  }
  return undefined;
}

function stripOwnParameters(url: URL, databaseUrl: string): string {
  const names = Object.keys(choices).filter((name) => url.searchParams.has(name));
  if (names.length === 0) return databaseUrl;
  const rest = new URL(url);
  for (const name of names) rest.searchParams.delete(name);
  return rest.href;
}
