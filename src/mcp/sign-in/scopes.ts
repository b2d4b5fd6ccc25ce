/** Names of the scopes that a token needs, as the issuer publishes them. The roles of its holder decide the rest. */
export interface ScopeNames {
  readonly read: string;
  readonly write: string;
}

export const defaultScopes: ScopeNames = { read: 'waybill:read', write: 'waybill:write' };

/** Returns the part of a scope that tokens have: Entra ID publishes `api://waybill/waybill:read` and grants `waybill:read`. */
export const getLastSegment = (scope: string): string => scope.slice(scope.lastIndexOf('/') + 1);

/** Returns the scopes of a token, those that this server asks for under their published names. */
export function listScopes(claims: Readonly<Record<string, unknown>>, names: ScopeNames): string[] {
  const published = new Map([names.read, names.write].map((name) => [getLastSegment(name), name]));
  return readScopes(claims).map((scope) => published.get(getLastSegment(scope)) ?? scope);
}

/**
 * Reads the scopes of a token. Entra ID puts what an administrator granted a program among its roles, not its scopes.
 */
function readScopes(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const granted = claims['idtyp'] === 'app' ? claims['roles'] : undefined;
  const scopes = claims['scope'] ?? claims['scp'] ?? granted;
  if (typeof scopes === 'string') return scopes.split(' ').filter(Boolean);
  return Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [];
}
