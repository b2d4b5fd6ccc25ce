import { type ApiCapabilities, completeCapabilities } from '../../../src/client/capabilities/api-capabilities.ts';
import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import { createClient } from '../../../src/client/client.ts';
import type { Credentials } from '../../../src/service/organization/organization.ts';
import type { TestService } from '../../support/service/service.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

export interface FaultyClient extends AsyncDisposable {
  readonly proxy: FaultProxy;
  readonly api: ApiClient;
}

interface FaultyClientOptions {
  readonly attemptTimeoutMs?: number;
  readonly capabilities?: ApiCapabilities;
}

/** Under which the service of the tests gives out the addresses of files. */
const origin = 'http://service.test';
/** Longer than any page takes, five times over. */
const patientMs = 5_000;

/**
 * Starts a client of the real service with a proxy in between. Its pauses take no time, although its clock advances;
 * waits for a missing answer are real.
 */
export async function startFaultyClient(
  service: TestService,
  credentials: Credentials,
  { attemptTimeoutMs = patientMs, capabilities = completeCapabilities }: FaultyClientOptions = {},
): Promise<FaultyClient> {
  const proxy = await startFaultProxy({ fetch: (request) => service.service.fetch(request), origin });
  let waitedMs = 0;
  const api = createClient({
    capabilities,
    baseUrl: `${proxy.origin}/v1`,
    authUrl: proxy.origin,
    ...credentials,
    now: () => Date.parse(service.clock.now) + waitedMs,
    sleep: async (ms) => void (waitedMs += ms),
    limits: { attemptTimeoutMs, transferTimeoutMs: attemptTimeoutMs },
  });
  return {
    proxy,
    api,
    async [Symbol.asyncDispose]() {
      await api.close();
      await proxy[Symbol.asyncDispose]();
    },
  };
}
