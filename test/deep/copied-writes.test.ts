import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { billOperations, createBill } from './model/bill-operations.ts';
import { billPaymentOperations } from './model/bill-payment-operations.ts';
import { createInvoice, invoiceOperations } from './model/invoice-operations.ts';
import { completeService, loadOperations } from './model/load-operations.ts';
import { memoOperations } from './model/memo-operations.ts';
import { type ModelDesk, repeatByWeight } from './model/operation.ts';
import { paymentOperations } from './model/payment-operations.ts';
import { quoteOperations } from './model/quote-operations.ts';
import { createShipment, makeReady, shipmentOperations, uploadProof } from './model/shipment-operations.ts';
import { emptyWorld } from './model/world.ts';
import { countCases } from '../support/depth.ts';
import { insertCarrier, insertCustomer, insertVendor } from '../support/records/fixtures.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import type { LocalCopy } from '../../src/copy/copy.ts';
import { listFactDifferences } from '../copy/expected-facts.ts';
import { compareWithStore, signal, startCopied } from '../copy/copied.ts';

const guardMs = 3_600_000;

const operations = [
  ...repeatByWeight(
    [createShipment, 4],
    [uploadProof, 2],
    [makeReady, 2],
    [completeService, 2],
    [createBill, 4],
    [createInvoice, 4],
  ),
  ...quoteOperations,
  ...shipmentOperations,
  ...loadOperations,
  ...billOperations,
  ...billPaymentOperations,
  ...invoiceOperations,
  ...paymentOperations,
  ...memoOperations,
];

const writesBetweenUpdates = 12;
/** With a minute between them they stay within the day that the rules count from. */
const writesMax = countCases({ usual: 100, deep: 400 });
const seeds = Array.from({ length: countCases({ usual: 1, deep: 3 }) }, (_, place) => 7 + place);

const readFacts = (copy: LocalCopy) =>
  Promise.all(['shipment_fact', 'haul_fact'].map((table) => copy.read(`select * from ${table} order by id`)));

onOneDatabase('a copy of what others write', (database) => {
  test.each(seeds)(
    'is the same as the API after each update, row by row, whatever was written (seed %d)',
    { timeout: guardMs },
    async (seed) => {
      await using copied = await startCopied({ database });
      const { service } = copied;
      const logged: string[] = [];
      const copy = await copied.open(true, { log: (_level, message) => void logged.push(message) });
      const home = { database: service.database, organizationId: service.organizationId };
      const toParty = ({ id }: { readonly id: string }) => ({ id, currency: 'USD' });
      const world = emptyWorld({
        customers: [
          toParty(await insertCustomer(home)),
          toParty(await insertCustomer(home, { name: 'Borealis Timber' })),
        ],
        carriers: [toParty(await insertCarrier(home)), toParty(await insertCarrier(home, { name: 'Swift Wheels' }))],
        vendors: [toParty(await insertVendor(home))],
      });
      await copy.complete(signal);
      const desk: ModelDesk = { api: service, caller: service, done: 0 };

      const sequences = fc.sample(fc.commands(operations, { maxCommands: writesMax, size: 'max' }), {
        seed,
        numRuns: 3,
      });
      for (const [place, operation] of sequences
        .flatMap((sequence) => [...sequence])
        .slice(0, writesMax)
        .entries()) {
        if (place % 30 === 0) Object.assign(desk, { caller: await service.callerWith(copied.credentials) });
        service.clock.now = new Date(Date.parse(service.clock.now) + 60_000).toISOString();
        if (operation.check(world)) await operation.run(world, desk);
        if (place % writesBetweenUpdates !== 0) continue;
        await copy.update(signal);
        expect(await compareWithStore(copy, service, service.organizationId)).toEqual({});
        expect(await listFactDifferences(copy, copied, service.organizationId)).toEqual([]);
      }
      await copy.update(signal);

      expect(desk.done).toBeGreaterThan(50);
      // Nothing that is written is taken for an earlier state.
      expect(logged).toEqual([]);
      const begun = copied.requests.filter(({ path, body }) => path === '/v1/customers/filter' && !body.filter);
      expect(begun).toHaveLength(1);
      expect(await compareWithStore(copy, service, service.organizationId)).toEqual({});
      const anew = await copied.fill();
      expect(await readFacts(copy)).toEqual(await readFacts(anew));
      expect((await copy.verify(signal, { isWhole: true })).filter(({ different }) => different.length > 0)).toEqual(
        [],
      );
    },
  );
});
