import { createOutages } from '../../../src/service/shared/outages.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { Operation } from '../../../src/contract/kit/operation.ts';
import { openApiText } from '../../../src/cli/opening/stores/openapi-text.ts';
import { sandboxControl } from '../../../src/sandbox/control.ts';
import { createService, type Service } from '../../../src/service/app.ts';
import { type DocumentStorage, createFolderStorage } from '../../../src/service/shared/document-storage.ts';
import { createFileService } from '../../../src/service/documents/files.ts';
import { createIds } from '../../../src/service/identifiers/ids.ts';
import { createOrganization, type Credentials } from '../../../src/service/organization/organization.ts';
import { loadSecrets } from '../../../src/service/secrets/load-secrets.ts';
import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import { inject } from 'vitest';
import { noteAnswer } from './answers.ts';
import { testCipher } from '../cipher.ts';
import type { DatabaseName } from '../stores/databases.ts';
import { lendBrokerage } from '../stores/lent-stores.ts';
import type { WorldSettings } from '../stores/seeded-databases.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // Tests read answers freely; each assertion says what it expects.
  readonly body: any; // eslint-disable-line typescript/no-explicit-any
}

export interface ApiCaller {
  readonly organizationId: string;
  readonly token: string;
  readonly credentials: Credentials;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
}

export interface TestService extends AsyncDisposable, ApiCaller {
  readonly service: Service;
  readonly database: BrokerageDatabase;
  readonly storage: DocumentStorage;
  readonly url: string;
  /** Instant of the service's clock; assign to move it. */
  clock: { now: string };
  /** Another organization with a client of its own. */
  anotherOrganization(settings?: TestOrganizationSettings): Promise<ApiCaller>;
  /** A caller with credentials that the store already knows. */
  callerWith(credentials: Credentials): Promise<ApiCaller>;
}

interface TestOrganizationSettings {
  readonly name?: string;
  readonly rateLimitPerMinute?: number;
  readonly reviewsBills?: boolean;
  readonly timeZone?: string;
  readonly scopes?: string;
}

interface ServiceSettings extends TestOrganizationSettings {
  /** Left out: a folder of its own. */
  readonly storage?: DocumentStorage;
  readonly keepsSandboxUp?: boolean;
  readonly isBoundToLoopback?: boolean;
  /** Set by a test that changes the store itself: its connections, its tables or its file. Failures are not printed. */
  readonly hasOwnStore?: boolean;
  /** A generated brokerage that is there already; the clock stands where it was generated. */
  readonly world?: WorldSettings;
}

const origin = 'http://service.test';
/** The secrets of every service of a worker: they follow from the key alone. */
const testSecrets = loadSecrets(testCipher);

/** A Friday morning at the desk, 9 o'clock in Chicago. */
export const startOfTest = '2026-11-20T15:00:00.000Z';

/** The real service on a real, empty database, reached through its own fetch. Answers are checked against the contract. */
export async function startService(database: DatabaseName, settings: ServiceSettings = {}): Promise<TestService> {
  const { world, hasOwnStore = false, isBoundToLoopback = true } = settings;
  const lent = await lendBrokerage(database, { isOwn: hasOwnStore, world });
  const { store } = lent;
  // Made by the first document that is uploaded: most tests have none.
  const folder = path.join(inject('runFolder'), randomUUID());
  const secrets = await testSecrets;
  const clock = { now: world?.now ?? startOfTest };
  const now = () => clock.now;
  const newId = createIds(now);
  const log = hasOwnStore ? () => {} : reportFailure;
  const outages = createOutages({ log, now });
  const files = createFileService({
    database: store,
    storage: settings.storage ?? createFolderStorage(folder),
    hmacKey: secrets.hmacKey,
    now,
    log: () => {},
    outages,
  });
  const service = createService({
    database: store,
    secrets,
    cipher: testCipher,
    files,
    now,
    newId,
    log,
    outages,
    isBoundToLoopback,
    publicUrl: () => origin,
    openApi: openApiText,
    sandbox: async () => sandboxControl,
    ...(settings.keepsSandboxUp !== undefined && { keepsSandboxUp: settings.keepsSandboxUp }),
  });
  const join = async ({
    name = 'Test Brokerage',
    rateLimitPerMinute = 1_000_000,
    reviewsBills = true,
    timeZone = 'UTC',
    scopes,
  }: TestOrganizationSettings) => {
    const created = await createOrganization(store, {
      name,
      rateLimitPerMinute,
      reviewsBills,
      timeZone,
      now: now(),
      newId,
    });
    if (scopes)
      await store.transaction((tx) =>
        tx.updateTable('api_client').set({ scopes }).where('id', '=', created.clientId).execute(),
      );
    return createCaller(created);
  };
  const createCaller = async (credentials: Credentials) => {
    const token = await fetchToken(service, credentials);
    return buildCaller(service, database, credentials, token);
  };
  const first = await join(settings);
  return {
    ...first,
    service,
    database: store,
    storage: files.storage,
    url: lent.url,
    clock,
    anotherOrganization: (other = {}) => join(other),
    callerWith: createCaller,
    async [Symbol.asyncDispose]() {
      await lent[Symbol.asyncDispose]();
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const reportFailure = (level: string, message: string, facts?: Record<string, unknown>) => {
  if (level === 'error') process.stderr.write(`service: ${message} ${JSON.stringify(facts)}\n`);
};

export async function fetchToken(service: Service, { clientId, clientSecret }: Credentials): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const response = await service.fetch(new Request(`${origin}/oauth2/token`, { method: 'POST', body: form }));
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`The service gave no token: HTTP ${response.status}`);
  return token;
}

/** Reads the organization of a token, whose second part holds the claims. */
function readOrganization(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { org: string };
  return claims.org;
}

function buildCaller(service: Service, database: DatabaseName, credentials: Credentials, token: string): ApiCaller {
  const request = createRequester(service, token, credentials);
  return {
    organizationId: readOrganization(token),
    token,
    credentials,
    async request(method, target, body, headers) {
      const answer = await request(method, target, body, headers);
      checkAgainstContract(database, method, target, answer);
      return answer;
    },
  };
}

/**
 * Sends requests with this token; a text is sent as it is, anything else as JSON. Where a test has set the clock back
 * to before the token was issued, a token of these credentials is fetched.
 */
export function createRequester(service: Service, token: string, credentials?: Credentials): ApiCaller['request'] {
  const send = createPlainRequester(service, token);
  return async (...request) => {
    const answer = await send(...request);
    const isOfFuture = answer.status === 401 && /issued in the future/.test(answer.body.error?.message);
    if (!isOfFuture || credentials === undefined) return answer;
    return createPlainRequester(service, await fetchToken(service, credentials))(...request);
  };
}

function createPlainRequester(service: Service, token: string): ApiCaller['request'] {
  return async (method, target, body, headers = {}) => {
    const response = await service.fetch(
      new Request(target.startsWith('http') ? target : `${origin}${target.startsWith('/') ? '' : '/'}${target}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const isJson = /\bjson/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  };
}

/** Every successful JSON answer must fit the declared response, whatever the test itself looks at. */
function checkAgainstContract(database: DatabaseName, method: string, target: string, answer: ApiAnswer): void {
  const { status, headers, body } = answer;
  const operation = findOperation(method, new URL(target, origin).pathname);
  if (!operation) return;
  noteAnswer(inject('answersFolder'), operation.name, database, status < 300 ? 'success' : body.error?.code);
  const type = headers.get('content-type') ?? '';
  if (status >= 300 || !/^application\/(?:x-nd)?json/.test(type)) return;
  const isStream = type === operation.operation.stream;
  const values: readonly unknown[] = isStream
    ? String(body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [body];
  for (const value of values) {
    const parsed = operation.operation.response?.safeParse(value);
    if (parsed && !parsed.success)
      throw new Error(`${operation.name} answered outside its contract: ${parsed.error.message}`);
  }
}

/** Operations with fixed paths come first: `/v1/bills/aging-report` is no bill. */
const patternsByMethod = Map.groupBy(
  Object.entries(operations)
    .flatMap(([resource, group]) =>
      Object.entries(group as Record<string, Operation>).map(([verb, operation]) => ({
        name: `${resource}.${verb}` as OperationName,
        operation,
        hasParameter: operation.path.includes('{'),
        pattern: new RegExp(`^/v1${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      })),
    )
    .sort((a, b) => Number(a.hasParameter) - Number(b.hasParameter)),
  ({ operation }) => operation.method as string,
);

const findOperation = (method: string, pathname: string) =>
  patternsByMethod.get(method)?.find(({ pattern }) => pattern.test(pathname));
