import type { Operation } from '../../../src/contract/kit/operation.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { ForeignProfile } from './profiles.ts';

interface Route {
  readonly name: string;
  readonly operation: Operation;
  readonly pattern: RegExp;
}

const routes: readonly Route[] = Object.entries<Readonly<Record<string, Operation>>>(operations)
  .flatMap(([resource, group]) =>
    Object.entries(group).map(([verb, operation]) => ({
      name: `${resource}.${verb}`,
      operation,
      pattern: new RegExp(`^/v1${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )
  // A path without parameters goes before one whose parameter would match it.
  .toSorted((a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')));

/** Passes requests on to our service as an API of another profile would answer them. */
export function createForeignFetch(
  profile: ForeignProfile,
  ownFetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const route = routes.find(
      ({ operation, pattern }) => operation.method === request.method && pattern.test(pathname),
    );
    if (!route) return ownFetch(request);
    const text = await request.clone().text();
    const declared = { ...route, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    const refusal = profile.refuse?.(declared);
    if (refusal) return createRefusal(refusal);
    return changeResponse(profile, declared, await ownFetch(changeRequest(profile, declared, request)));
  };
}

type DeclaredRoute = Parameters<NonNullable<ForeignProfile['changeRequest']>>[0];

function changeRequest(profile: ForeignProfile, declared: DeclaredRoute, request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of profile.ignoresHeaders ?? []) headers.delete(name);
  headers.delete('content-length');
  const body = profile.changeRequest ? profile.changeRequest(declared) : declared.body;
  return new Request(request.url, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function changeResponse(profile: ForeignProfile, declared: DeclaredRoute, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of profile.omitsHeaders ?? []) headers.delete(name);
  const isJson = response.ok && /json/.test(headers.get('content-type') ?? '');
  if (!isJson || !profile.changeResponse) return new Response(response.body, { status: response.status, headers });
  headers.delete('content-length');
  const body = profile.changeResponse(await response.json(), declared);
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

function createRefusal({ status, message }: { readonly status: number; readonly message: string }): Response {
  const code = status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST';
  return Response.json({ error: { code, message } }, { status });
}
