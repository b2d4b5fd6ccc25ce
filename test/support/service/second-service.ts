import { quietOutages } from '../outages.ts';
import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sandboxControl } from '../../../src/sandbox/control.ts';
import { createService, type Service } from '../../../src/service/app.ts';
import { createFolderStorage } from '../../../src/service/shared/document-storage.ts';
import { createFileService } from '../../../src/service/documents/files.ts';
import { createIds } from '../../../src/service/identifiers/ids.ts';
import { loadSecrets } from '../../../src/service/secrets/load-secrets.ts';
import { hashSecret } from '../../../src/service/secrets/secrets.ts';
import { openBrokerage } from '../../../src/store/database.ts';
import { insertRow } from '../records/fixtures.ts';
import { testCipher } from '../cipher.ts';
import { type ApiAnswer, type ApiCaller, type TestService, fetchToken } from './service.ts';

export interface SecondService extends AsyncDisposable {
  readonly service: Service;
  readonly database: BrokerageDatabase;
  /** Sends a request as the first service's caller, with the token that the first service gave. */
  request: ApiCaller['request'];
}

/** Another process's worth of service on the same store: own connections, own memory, the same clock. */
export async function startSecondService(
  { url, clock, token }: Pick<TestService, 'url' | 'clock' | 'token'>,
  withDatabase: (database: BrokerageDatabase) => BrokerageDatabase = (database) => database,
  { keepsSandboxUp = false }: { readonly keepsSandboxUp?: boolean } = {},
): Promise<SecondService> {
  const database = await openBrokerage(url, { durability: 'off' });
  const served = withDatabase(database);
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-files-'));
  const secrets = await loadSecrets(testCipher);
  const now = () => clock.now;
  const log = () => {};
  const files = createFileService({
    database: served,
    storage: createFolderStorage(folder),
    hmacKey: secrets.hmacKey,
    now,
    log,
    outages: quietOutages,
  });
  const service = createService({
    database: served,
    secrets,
    cipher: testCipher,
    files,
    now,
    newId: createIds(now),
    log,
    outages: quietOutages,
    isBoundToLoopback: true,
    publicUrl: () => 'http://service.test',
    openApi: () => '{}',
    sandbox: async () => sandboxControl,
    keepsSandboxUp,
  });
  return {
    service,
    database,
    request: (method, target, body, headers) => sendRequest(service, token, { method, target, body, headers }),
    async [Symbol.asyncDispose]() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface ServiceRequest {
  readonly method: string;
  readonly target: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export async function sendRequest(
  service: Service,
  token: string,
  { method, target, body, headers }: ServiceRequest,
): Promise<ApiAnswer> {
  const response = await service.fetch(
    new Request(`http://service.test${target}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
}

/** Creates a token of the first service's organization, valid for an hour from the clock's time. */
export async function createToken(api: TestService): Promise<string> {
  const client = await insertRow(api, 'api_client', {
    name: 'desk',
    scopes: 'read write',
    secret_hash: hashSecret('a long secret'),
  });
  return fetchToken(api.service, { clientId: client.id, clientSecret: 'a long secret' });
}
