import { completeCapabilities } from '../../src/client/capabilities/api-capabilities.ts';
import { createClient } from '../../src/client/client.ts';
import { openCopy } from '../../src/copy/copy.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../src/sandbox/kit/credentials.ts';
import type { Credentials } from '../../src/service/organization/organization.ts';
import { startService, type TestService } from './service/service.ts';
import { makeOnce } from './stores/made-once.ts';
import { type WorldSettings, computeWorldKey } from './stores/seeded-databases.ts';

/**
 * Makes the file of a copy with all records of a generated brokerage or of an empty one, filled through the API once in
 * a run: it is the same on both databases. Clone it: opening the clone reads what has changed since, as a desk does
 * that is opened again.
 */
export const makeFilledCopy = (world?: WorldSettings): Promise<string> =>
  makeOnce(`copy-of-${world ? computeWorldKey(world) : 'empty'}.db`, async (file) => {
    await using service = await startService('SQLite', { ...(world && { world }) });
    await using api = createClient({
      capabilities: completeCapabilities,
      baseUrl: 'http://service.test/v1',
      authUrl: 'http://service.test',
      ...(await (world ? prepareSandboxCredentials(service) : service.credentials)),
      now: () => Date.parse(service.clock.now),
      fetch: (request) => service.service.fetch(request),
    });
    await using copy = await openCopy(`sqlite:${file}`, { api, isEmbedded: true });
    await copy.complete(new AbortController().signal);
  });

/**
 * Returns the credentials of a generated brokerage's caller, and lifts the rate limit so that a test may call as often
 * as it likes.
 */
export async function prepareSandboxCredentials({ database }: Pick<TestService, 'database'>): Promise<Credentials> {
  await database.transaction((tx) =>
    tx.updateTable('organization').set({ rate_limit_per_minute: 1_000_000 }).execute(),
  );
  return { clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET };
}
