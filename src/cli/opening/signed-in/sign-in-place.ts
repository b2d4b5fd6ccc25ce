import { type Issuer, openIssuer } from '../../../mcp/sign-in/issuer.ts';
import { configProblem } from '../../config-problem.ts';
import type { SignIn } from '../../sign-in-file.ts';

/** Requires the public origin. Tokens, cookies and passkeys are bound to it, so it is not guessed. */
export function requireOrigin(publicUrl: string | undefined): string {
  if (publicUrl === undefined)
    throw configProblem(
      'WAYBILL_PUBLIC_URL',
      'is missing: WAYBILL_SIGN_IN is set, which needs the address under which clients reach this server, such as https://waybill.example.com.',
    );
  const { origin, pathname, protocol, hostname } = new URL(publicUrl);
  if (pathname !== '/')
    throw configProblem('WAYBILL_PUBLIC_URL', `must be the root of a host for this server; its path is ${pathname}.`);
  if (protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1')
    throw configProblem('WAYBILL_PUBLIC_URL', 'must begin with https:// where people sign in from other machines.');
  return origin;
}

/** Returns the address of the MCP endpoint, such as `https://waybill.example.com/mcp`. */
export const getEndpoint = (origin: string): URL => new URL('/mcp', origin);

/** Returns the audience that a token has to name. */
export const getAudience = ({ audience }: SignIn, origin: string): string => audience ?? getEndpoint(origin).href;

/** Opens the issuer of the sign-in file. Throws one sentence that names it if it cannot be reached. */
export const openConfiguredIssuer = (signIn: SignIn, origin: string): Promise<Issuer> =>
  openIssuer({
    issuer: signIn.issuer,
    clientId: signIn.client.id,
    clientSecret: signIn.client.secretFile,
    audience: getAudience(signIn, origin),
    scopes: signIn.scopes,
    isAsked: signIn.introspection,
  });
