import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readNow } from '../../../src/cli/clock.ts';
import { loadConfig } from '../../../src/cli/config.ts';
import { openApi } from '../../../src/cli/opening/desk-api.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { buildEnvironment, type Folder } from '../support/waybill.ts';

const hourMs = 3_600_000;

let folder: Folder;
beforeEach(async () => void (folder = await createOpenedHome()));
afterEach(() => {
  vi.useRealTimers();
  folder[Symbol.dispose]();
});

/** Opens a service in this process that answers nothing before it is released. */
function openHeldApi() {
  const requestArrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const config = loadConfig(buildEnvironment(folder.path));
  const opened = openApi(config, readNow, () => {}, {
    prepare() {
      requestArrived.resolve();
      return released.promise;
    },
  });
  return { ...opened, asked: requestArrived.promise, release: released.resolve };
}

test.each(['api', 'apiOfCopy'] as const)(
  'a request to the service in the same process is answered, however long its store takes to open (%s)',
  async (client) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const heldApi = openHeldApi();

    const answer = heldApi[client].users.filter({ pageSize: 1 });
    answer.catch(() => {});
    await heldApi.asked;
    await vi.advanceTimersByTimeAsync(hourMs);
    vi.useRealTimers();
    heldApi.release();

    expect(await answer).toMatchObject({ data: [expect.anything()] });
    await heldApi.close();
  },
);

test('its caller can still give such a request up', async () => {
  const heldApi = openHeldApi();
  const caller = new AbortController();

  const answer = heldApi.api.users.filter({ pageSize: 1 }, { signal: caller.signal });
  await heldApi.asked;
  caller.abort();

  await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
  heldApi.release();
  await heldApi.close();
});
