import { WaybillError } from '../../errors.ts';
import type { Network } from './connections.ts';
import type { Limits } from './limits.ts';
import { formatHostAndPort } from './path.ts';

/** A web-standard fetch of one request, such as the `fetch` of a service in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

export function openNetwork(limits: Limits, fetch: Fetch | undefined): Network {
  if (fetch) return { fetch: async (url, init) => fetch(new Request(url, init)), close: async () => {} };
  // Loaded with the first request: a service in the same process needs no connections.
  let opened: Promise<Network> | undefined;
  const open = () => (opened ??= import('./connections.ts').then(({ openConnections }) => openConnections(limits)));
  return {
    fetch: async (url, init) => (await open()).fetch(url, init),
    close: async () => (await opened)?.close(),
  };
}

/** The connection to a service broke off, so that the same request may succeed a moment later. */
export class ConnectionLost extends WaybillError {
  constructor(message: string, cause?: unknown) {
    super('SERVICE_UNAVAILABLE', message, { cause });
  }
}

export interface NetworkFailure {
  readonly error: WaybillError;
  /** The same request may succeed a moment later. */
  readonly isTransient: boolean;
  /** There was no connection, so nothing of the request arrived. */
  readonly isUnsent: boolean;
}

/** Failures before there was a connection. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const brokeOff = 'the connection broke off';

const transientReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: brokeOff,
  EPIPE: brokeOff,
  UND_ERR_SOCKET: brokeOff,
  HPE_INVALID_EOF_STATE: brokeOff,
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: brokeOff,
  UND_ERR_BODY_TIMEOUT: brokeOff,
};

/** Converts the error of a failed fetch; returns undefined for an error that is not a failure of the network. */
export function toNetworkFailure(thrown: unknown, url: string): NetworkFailure | undefined {
  const chain = listCauses(thrown);
  const knownError = chain.find((error) => error instanceof WaybillError);
  if (knownError) return { error: knownError, isTransient: knownError instanceof ConnectionLost, isUnsent: false };
  const code = chain.map(readErrorCode).find((each) => each !== undefined);
  const where = formatHostAndPort(url);
  const buildUnreachable = (reason: string, isTransient: boolean, isUnsent = false): NetworkFailure => {
    const error = new WaybillError('UNREACHABLE', `cannot reach ${where}: ${reason}`, { cause: thrown });
    return { error, isTransient, isUnsent: isUnsent || (code !== undefined && unsentCodes.has(code)) };
  };
  const buildBadResponse = (reason: string): NetworkFailure => {
    const error = new WaybillError('BAD_RESPONSE', `${where} ${reason}`, { cause: thrown });
    return { error, isTransient: false, isUnsent: false };
  };

  const reason = code === undefined ? undefined : transientReasons[code];
  if (reason) return buildUnreachable(reason, true);
  if (code?.startsWith('ERR_HTTP2_')) return buildUnreachable(brokeOff, true);
  // The handshake comes before the request.
  if (code && /CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
    return buildUnreachable(`its certificate is not accepted (${code})`, false, true);
  if (code && /^(ERR_SSL_|EPROTO)/.test(code))
    return buildUnreachable(
      `it does not speak TLS (${code})`,
      false,
      /WRONG_VERSION|PACKET_LENGTH|HANDSHAKE/.test(code),
    );
  if (chain.some((error) => error instanceof TypeError && error.message === 'terminated'))
    return buildBadResponse(`sent an answer that cannot be read to its end (${code ?? 'no reason given'})`);
  if (chain.some((error) => error.name === 'HTTPParserError')) return buildBadResponse('does not answer in HTTP');
  if (chain[0] instanceof TypeError && chain[0].message === 'fetch failed') {
    return buildUnreachable(code ?? 'the request could not be sent', false);
  }
  return undefined;
}

function listCauses(thrown: unknown): Error[] {
  const chain: Error[] = [];
  for (let error = thrown; error instanceof Error && chain.length < 5; error = error.cause) chain.push(error);
  return chain;
}

function readErrorCode(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^\w+$/.test(code) ? code : undefined;
}
