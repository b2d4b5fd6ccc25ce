import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { collect } from '../../../src/client/paginate.ts';
import { openCopy } from '../../../src/copy/copy.ts';
import { WaybillError } from '../../../src/errors.ts';
import { createOrganization } from '../../../src/service/organization/organization.ts';
import { compareWithStore, readSandboxId, signal, startCopied } from '../../copy/copied.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { type NetworkFault, faults, pageFaults } from './faults.ts';
import { type FaultyClient, startFaultyClient } from './faulty-client.ts';
import { completeCapabilities } from '../../../src/client/capabilities/api-capabilities.ts';
import { removeExport } from '../../support/remove-export.ts';
import { isLaterPageRequest, type WireRequest } from './wire.ts';

/** Faults that no second attempt mends, because the answer looks right: they are reported, and nothing is counted. */
const reportedFaults: ReadonlySet<NetworkFault> = new Set(['a page of HTML', ...pageFaults]);

/** Returns a choice in which one of the requests that fit, the one at this place, meets the fault; all others pass. */
function applyFaultOnce(
  fault: NetworkFault,
  fits: (sent: WireRequest) => boolean,
  place = 1,
): (sent: WireRequest) => NetworkFault | undefined {
  let seen = 0;
  return (sent) => {
    if (!fits(sent)) return undefined;
    seen += 1;
    return seen === place ? fault : undefined;
  };
}

const createNewcomer = ({ database, clock }: TestService) =>
  createOrganization(database, {
    name: 'Desk',
    rateLimitPerMinute: 1_000_000,
    reviewsBills: true,
    now: clock.now,
    newId: randomUUID,
  });

async function createTerms({ api }: FaultyClient, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, place) => `Net ${place}`);
  for (const name of names) await api.paymentTerms.create({ name });
  return names.toReversed();
}

onOneDatabase('a list of three pages', (database) => {
  const listTerms = async ({ api }: FaultyClient): Promise<readonly string[] | string> => {
    try {
      const { items, isComplete } = await collect(api.paymentTerms.filter, { pageSize: 10 }, { itemsMax: 1_000 });
      return isComplete ? items.map(({ name }) => name) : 'not complete';
    } catch (error) {
      if (error instanceof WaybillError) return error.code;
      throw error;
    }
  };

  test('is read whole through every fault that a second attempt mends, and refused at the others', async () => {
    await using service = await startService(database);
    await using faulty = await startFaultyClient(service, await createNewcomer(service));
    const names = await createTerms(faulty, 25);
    const namesByFault = new Map<string, readonly string[] | string>();

    for (const fault of [...faults, ...pageFaults]) {
      faulty.proxy.choose = applyFaultOnce(fault, isLaterPageRequest);
      namesByFault.set(fault, await listTerms(faulty));
    }

    const expected = [...faults, ...pageFaults].map((fault) => [
      fault,
      reportedFaults.has(fault) ? 'BAD_RESPONSE' : names,
    ]);
    expect(Object.fromEntries(namesByFault)).toEqual(Object.fromEntries(expected));
    expect([...faulty.proxy.met.values()]).toEqual(expected.map(() => 1));
  });

  test('whose cursor runs out between two pages is read again from its beginning', async () => {
    await using service = await startService(database);
    await using faulty = await startFaultyClient(service, await createNewcomer(service));
    const names = await createTerms(faulty, 25);
    const requestedPages: ('first' | 'later')[] = [];
    faulty.proxy.choose = (sent) => {
      if (!sent.path.endsWith('/filter')) return undefined;
      if (isLaterPageRequest(sent) && !requestedPages.includes('later')) service.clock.now = '2026-11-22T15:00:00.000Z';
      requestedPages.push(isLaterPageRequest(sent) ? 'later' : 'first');
      return undefined;
    };

    expect(await listTerms(faulty)).toEqual(names);
    expect(requestedPages.filter((page) => page === 'first')).toHaveLength(2);
  });
});

test('a copy is filled whole through every fault that a second attempt mends, and never said to be whole at the others', async () => {
  await using copied = await startCopied({ shipments: 400 });
  // An export has no later page.
  const capabilities = removeExport(completeCapabilities);
  await using faulty = await startFaultyClient(copied.service, copied.credentials, { capabilities });
  const mended = faults.filter((fault) => !reportedFaults.has(fault));
  const [file, pause] = [path.join(inject('runFolder'), `copy-${randomUUID()}.db`), async () => {}];
  await using copy = await openCopy(`sqlite:${file}`, { api: faulty.api, isEmbedded: true, pause });
  const wholeAfter: [NetworkFault, boolean][] = [];

  for (const fault of reportedFaults) {
    faulty.proxy.choose = applyFaultOnce(fault, isLaterPageRequest, 2);
    await expect(copy.complete(signal)).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
    wholeAfter.push([fault, (await copy.progress()).isWhole]);
  }
  let pages = 0;
  faulty.proxy.choose = (sent) => {
    if (!isLaterPageRequest(sent)) return undefined;
    pages += 1;
    return pages % 2 === 0 ? undefined : mended[(pages - 1) / 2];
  };
  await copy.complete(signal);

  expect(wholeAfter).toEqual([...reportedFaults].map((fault) => [fault, false]));
  expect((await copy.progress()).isWhole).toBe(true);
  expect(await compareWithStore(copy, copied.service, await readSandboxId(copied))).toEqual({});
  expect(faulty.proxy.met.size).toBeGreaterThan(5);
});
