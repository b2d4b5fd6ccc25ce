import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { now } from '../../../src/cli/clock.ts';
import { loadConfig } from '../../../src/cli/config.ts';
import { openApi } from '../../../src/cli/opening/desk-api.ts';
import { openedHome } from '../support/opened-home.ts';
import { environmentOf, type Folder } from '../support/waybill.ts';

const hourMs = 3_600_000;

let folder: Folder;
beforeEach(async () => void (folder = await openedHome()));
afterEach(() => {
  vi.useRealTimers();
  folder[Symbol.dispose]();
});

/** Opens a service in this process that answers nothing before it is released. */
function openHeldApi() {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const config = loadConfig(environmentOf(folder.path));
  const opened = openApi(config, now, () => {}, {
    prepare() {
      asked.resolve();
      return released.promise;
    },
  });
  return { ...opened, asked: asked.promise, release: released.resolve };
}

test.each(['api', 'apiOfCopy'] as const)(
  'a request to the service in the same process is answered, however long its store takes to open (%s)',
  async (client) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const held = openHeldApi();

    const answer = held[client].users.filter({ pageSize: 1 });
    answer.catch(() => {});
    await held.asked;
    await vi.advanceTimersByTimeAsync(hourMs);
    vi.useRealTimers();
    held.release();

    expect(await answer).toMatchObject({ data: [expect.anything()] });
    await held.close();
  },
);

test('its caller can still give such a request up', async () => {
  const held = openHeldApi();
  const caller = new AbortController();

  const answer = held.api.users.filter({ pageSize: 1 }, { signal: caller.signal });
  await held.asked;
  caller.abort();

  await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
  held.release();
  await held.close();
});
