import type { Operation } from '../../../src/contract/kit/operation.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { DeclaredRequest, ForeignProfile, ProfileRefusal } from './profile.ts';
import { isRecord } from './walk.ts';

type SendRequest = (request: Request) => Promise<Response>;

interface ForeignRoute {
  readonly name: string;
  readonly operation: Operation;
  readonly pattern: RegExp;
}

const routes: readonly ForeignRoute[] = Object.entries<Readonly<Record<string, Operation>>>(operations)
  .flatMap(([resource, group]) =>
    Object.entries(group).map(([verb, operation]) => ({
      name: `${resource}.${verb}`,
      operation,
      pattern: new RegExp(`^/v1${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    })),
  )
  // A path without parameters goes before one whose parameter would match it.
  .toSorted((a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')));

/** Answer to a request for the export, which only our own service has: in its stream no profile would differ. */
const noSuchPath: ProfileRefusal = { status: 404, message: 'no such path' };

/** Passes requests on to our service as an API of another profile would answer them. */
export function createForeignFetch(profile: ForeignProfile, ownFetch: SendRequest): SendRequest {
  const counts = new Map<string, number>();
  return async (request) => {
    const url = new URL(request.url);
    const route = routes.find(
      ({ operation, pattern }) => operation.method === request.method && pattern.test(url.pathname),
    );
    if (!route) return ownFetch(request);
    const text = await request.clone().text();
    const declared = { ...route, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    const count = counts.get(route.name) ?? 0;
    counts.set(route.name, count + 1);
    const refusal = route.name === 'bulkExport.read' ? noSuchPath : profile.refuse?.(declared, count);
    if (refusal) return createRefusal(profile, refusal);
    if (profile.hasNumbersAsKeys) await replaceNumber(url, route, request, ownFetch);
    return changeResponse(profile, declared, await ownFetch(changeRequest(profile, declared, url, request)));
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;

/** Resources whose number is their key in version 1.0.0. */
const numbered: readonly string[] = ['quotes', 'shipments', 'loads', 'services', 'payments'];

/** Puts the id of a record in the place of its number, by which our service does not read it. */
async function replaceNumber(url: URL, { name, pattern }: ForeignRoute, request: Request, ownFetch: SendRequest) {
  const [resource = ''] = name.split('.');
  const number = pattern.exec(url.pathname)?.[1];
  if (number === undefined || uuid.test(number) || !numbered.includes(resource)) return;
  const response = await ownFetch(
    new Request(new URL(`/v1/${resource}/filter`, url), {
      method: 'POST',
      headers: { authorization: request.headers.get('authorization') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ filter: { friendlyId: { equalTo: decodeURIComponent(number) } } }),
    }),
  );
  const { data = [] } = (await response.json()) as { readonly data?: readonly { readonly id: string }[] };
  const [record] = data;
  if (!record) return;
  url.pathname = url.pathname.replace(number, record.id);
  url.searchParams.delete('by');
}

function changeRequest(profile: ForeignProfile, declared: DeclaredRequest, url: URL, request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of profile.ignoresHeaders ?? []) headers.delete(name);
  // Nobody else compares records.
  if (profile.comparesRecords !== true) headers.delete('x-if-unchanged');
  headers.delete('content-length');
  const body = profile.changeRequest ? profile.changeRequest(declared) : declared.body;
  return new Request(url, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function changeResponse(
  profile: ForeignProfile,
  declared: DeclaredRequest,
  response: Response,
): Promise<Response> {
  const { status } = response;
  const headers = new Headers(response.headers);
  for (const name of profile.omitsHeaders ?? []) headers.delete(name);
  const change = response.ok ? profile.changeResponse : profile.changeError;
  if (!/json/.test(headers.get('content-type') ?? '') || !change)
    return new Response(response.body, { status, headers });
  headers.delete('content-length');
  const body = change(await response.json(), declared);
  return new Response(JSON.stringify(body), { status, headers });
}

function createRefusal(profile: ForeignProfile, { status, message, field }: ProfileRefusal): Response {
  const code = status === 404 ? 'NOT_FOUND' : status === 422 ? 'VALIDATION_ERROR' : 'BAD_REQUEST';
  const details = field === undefined ? {} : { details: [{ field, message }] };
  const body = { error: { code, message, ...details } };
  return Response.json(profile.changeError?.(body) ?? body, { status });
}

/** Writes an error as version 1.0.0 does: flat, with its code in small letters. */
export function flattenError(body: unknown): unknown {
  const error = isRecord(body) ? body['error'] : undefined;
  if (!isRecord(error)) return body;
  const { code, ...rest } = error;
  return { error: String(code).toLowerCase(), ...rest };
}
