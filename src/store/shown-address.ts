/** Formats a database address without its password. */
export function formatAddress(databaseUrl: string): string {
  if (databaseUrl.startsWith('sqlite:')) return databaseUrl.slice('sqlite:'.length);
  if (!URL.canParse(databaseUrl)) return 'postgres';
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}
