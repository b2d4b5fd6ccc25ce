import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { inject } from 'vitest';
import { whenNeeded } from '../../../src/cli/opening/when-needed.ts';
import { openCopy } from '../../../src/copy/copy.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { createForeignFetch } from '../../support/foreign-api/foreign-api.ts';
import type { ForeignProfile } from '../../support/foreign-api/profile.ts';

type ForeignDesk = Pick<Desk, 'callTool'> & AsyncDisposable;

/** Longer than any machine takes to fill a copy. */
const patienceMs = 300_000;

/** Starts a desk on a generated brokerage behind an API of the profile, with a copy that it fills itself. */
export async function startForeignDesk(profile: ForeignProfile): Promise<ForeignDesk> {
  const file = path.join(inject('runFolder'), `foreign-${randomUUID()}.db`);
  const copy = whenNeeded(() => openCopy(`sqlite:${file}`, { api: desk.api, isEmbedded: true }, { patienceMs }));
  const desk: Desk = await startDesk({ tools: [], seed: 'few', server: { copy: copy.get } });
  desk.wire.intercept = createForeignFetch(profile, async (request) => desk.service.service.fetch(request));
  return {
    callTool: (...call) => desk.callTool(...call),
    async [Symbol.asyncDispose]() {
      await (await copy.opened())?.close();
      await desk.close();
    },
  };
}
