import { type AuthInfo, OAuthError, OAuthErrorCode, type OAuthTokenVerifier } from '@modelcontextprotocol/server';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import { isFuture } from '../../domain/kit/instants.ts';

export interface TokenRules {
  /** As the issuer calls itself. */
  readonly issuer: string;
  readonly audience: string;
  /** Address of the issuer's keys. */
  readonly keys: URL;
  /** Asks the issuer whether it still stands by a token; undefined where tokens hold until they end. */
  readonly isActive: ((token: string) => Promise<boolean>) | undefined;
  readonly log: Log;
}

/** Signed with a key that only the issuer has: never a secret that both sides share. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const clockToleranceSeconds = 5;

/** An unknown key is asked for at the issuer, which may have a new one, at most so often. */
const newKeyEveryMs = 5000;
/** For the issuer to send its keys. */
const keysMaxMs = 5000;

/** A token that the issuer has taken back is refused after this at the latest, with the time that asking takes. */
const activeForMs = 3000;
const rememberedMax = 10_000;

/** Reads access tokens of the issuer. Whatever is wrong with one ends in an error that becomes a 401. */
export function createTokenVerifier(rules: TokenRules): OAuthTokenVerifier {
  const keySet = createRemoteJWKSet(rules.keys, { cooldownDuration: newKeyEveryMs, timeoutDuration: keysMaxMs });
  const active = new LRUCache<string, true>({ max: rememberedMax, ttl: activeForMs });
  return {
    async verifyAccessToken(token) {
      const { payload } = await jwtVerify(token, keySet, {
        issuer: rules.issuer,
        audience: rules.audience,
        algorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub'],
      }).catch((error: unknown) => refuse(error, rules));
      const { iat } = payload;
      if (iat !== undefined && isFuture(iat * 1000, new Date().toISOString()))
        throw invalid(
          'this token was issued in the future: compare the clock of this machine with the one of the issuer',
        );
      if (rules.isActive && !active.has(token)) {
        const isActive = await rules.isActive(token).catch((error: unknown) => {
          throw unreachable(error, rules.log);
        });
        if (!isActive) throw invalid('the issuer has taken this token back');
        active.set(token, true);
      }
      return infoOf(token, payload);
    },
  };
}

function infoOf(token: string, payload: JWTPayload): AuthInfo {
  return {
    token,
    clientId: clientOf(payload) ?? '',
    scopes: scopesOf(payload),
    ...(payload.exp !== undefined && { expiresAt: payload.exp }),
    extra: payload,
  };
}

/** The program that the token was made for, under the names that issuers give this claim. */
export function clientOf(claims: Readonly<Record<string, unknown>>): string | undefined {
  const client = claims['client_id'] ?? claims['azp'] ?? claims['cid'];
  return typeof client === 'string' ? client : undefined;
}

function scopesOf(claims: Readonly<Record<string, unknown>>): string[] {
  const said = claims['scope'] ?? claims['scp'];
  if (typeof said === 'string') return said.split(' ').filter(Boolean);
  return Array.isArray(said) ? said.filter((scope) => typeof scope === 'string') : [];
}

const invalid = (why: string) => new OAuthError(OAuthErrorCode.InvalidToken, why);

/** An issuer that cannot be asked is no reason to call its token wrong, and none to let it in. */
const unreachable = (cause: unknown, log: Log) => {
  log('warn', 'The issuer could not be asked about a token.', { cause: String(cause) });
  return new OAuthError(OAuthErrorCode.ServerError, 'The issuer cannot be asked about this token now. Try again.');
};

function refuse(error: unknown, { audience, log }: TokenRules): never {
  if (error instanceof errors.JWTExpired) throw invalid('this token has expired');
  const claim = error instanceof errors.JWTClaimValidationFailed ? error.claim : undefined;
  if (claim === 'aud') throw invalid(`this token is not one for this server, whose audience is ${audience}`);
  const isAboutToken = error instanceof errors.JOSEError && error.code !== errors.JOSEError.code;
  if (!isAboutToken || error instanceof errors.JWKSTimeout) throw unreachable(error, log);
  throw invalid(`this token is not one for this server: ${error.message}`);
}
