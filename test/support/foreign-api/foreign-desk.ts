import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { inject } from 'vitest';
import { whenNeeded } from '../../../src/cli/opening/stores/when-needed.ts';
import { createCapabilities } from '../../../src/client/capabilities/api-capabilities.ts';
import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import { createClient } from '../../../src/client/client.ts';
import { openCopy, type LocalCopy } from '../../../src/copy/copy.ts';
import { type TestDesk, type TestDeskOptions, startDesk } from '../desk.ts';
import { createForeignFetch } from './foreign-api.ts';
import type { ForeignProfile } from './profile.ts';

export interface ForeignDesk extends TestDesk {
  /** The client of the tools; `api` is the test's own, on our service as it is. */
  readonly foreignApi: ApiClient;
  /** Bodies of the requests that the API got, as `POST /v1/quotes {...}`. */
  readonly foreignRequests: string[];
  /** Fills the copy, as far as it may read. */
  fillCopy(): Promise<void>;
}

interface ForeignDeskOptions extends Pick<TestDeskOptions, 'seed' | 'server' | 'database'> {
  /** Tells whether the copy may read more of the past now; always when left out. */
  readonly mayReadPast?: () => boolean;
}

/** Longer than any machine takes to fill a copy. */
const patienceMs = 300_000;

/**
 * Starts a desk whose tools work over an API of the profile, about which they know nothing, with a copy that they fill
 * from it. What a test sets up through the desk's own client goes to our service as it is.
 */
export async function startForeignDesk(
  profile: ForeignProfile,
  { server, mayReadPast, ...options }: ForeignDeskOptions = { seed: 'few' },
): Promise<ForeignDesk> {
  const file = path.join(inject('runFolder'), `foreign-${randomUUID()}.db`);
  const opened: { api?: ApiClient } = {};
  const getApi = (): ApiClient => {
    if (!opened.api) throw new Error('a tool ran before the desk was open');
    return opened.api;
  };
  const copy = whenNeeded(async (): Promise<LocalCopy> => {
    const records = await openCopy(`sqlite:${file}`, { api: getApi(), isEmbedded: true, mayReadPast }, { patienceMs });
    return {
      ...records,
      // What a test has changed since the last question is in the next answer.
      refresh(...question) {
        records.noteWrite();
        return records.refresh(...question);
      },
      readCurrent(...question) {
        records.noteWrite();
        return records.readCurrent(...question);
      },
    };
  });
  const desk = await startDesk({ ...options, tools: [], server: { ...server, copy: copy.get, apiOf: getApi } });
  const foreignRequests: string[] = [];
  const fetch = createForeignFetch(profile, async (request) => desk.service.service.fetch(request));
  const foreignApi = createClient({
    capabilities: createCapabilities({ now: () => desk.clock.now }),
    baseUrl: 'http://service.test/v1',
    authUrl: 'http://service.test',
    ...desk.credentials,
    now: () => Date.parse(desk.clock.now),
    sleep: async () => {},
    async fetch(request) {
      foreignRequests.push(`${request.method} ${new URL(request.url).pathname} ${await request.clone().text()}`);
      return fetch(request);
    },
  });
  opened.api = foreignApi;
  const close = async () => {
    await (await copy.opened())?.close();
    await foreignApi.close();
    await desk.close();
  };
  const fillCopy = async () => (await copy.get()).complete(new AbortController().signal);
  return { ...desk, foreignApi, foreignRequests, fillCopy, close, [Symbol.asyncDispose]: close };
}
