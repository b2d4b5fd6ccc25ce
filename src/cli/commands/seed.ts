import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { daysMax } from '../../sandbox/kit/span.ts';
import { seedBrokerage } from '../../sandbox/seed.ts';
import { sayWaiting } from '../opening/stores/store-address.ts';
import { openStore } from '../opening/stores/open-store.ts';
import { configProblem } from '../config-problem.ts';
import type { Session } from '../session.ts';
import { openBrokerageCipher, getKeyPlace } from '../opening/stores/encryption-key.ts';
import { readDatabase, readWhole } from '../flags.ts';
import { formatAddress } from '../../store/shown-address.ts';

export interface SeedFlags {
  readonly shipments: string;
  readonly days?: string | undefined;
  readonly seed: string;
  readonly database: string;
}

const shipmentsMax = 10_000_000;

/** Fills an empty database with a generated brokerage of any size; progress goes to stderr, the summary to stdout. */
export async function runSeed(flags: SeedFlags, { config, now, streams, print }: Session): Promise<void> {
  const shipments = readWhole('--shipments', flags.shipments, { min: 1, max: shipmentsMax });
  const days = flags.days === undefined ? undefined : readWhole('--days', flags.days, { min: 1, max: daysMax });
  const seed = readWhole('--seed', flags.seed, { min: 0, max: 2 ** 31 });
  const url = readDatabase(flags.database);
  if (url.startsWith('sqlite:')) mkdirSync(path.dirname(url.slice('sqlite:'.length)), { recursive: true });
  const database = await openStore(url, { isBulk: true, onWait: sayWaiting(url, config) });
  const startedAt = Date.now();
  try {
    const isEmpty =
      (await database.reader.selectFrom('organization').select('id').limit(1).executeTakeFirst()) === undefined;
    if (!isEmpty)
      throw configProblem('--database', `${formatAddress(url)} already holds an organization; name an empty database.`);
    const onProgress = ({ shipments: done }: { readonly shipments: number }) =>
      streams.stderr.write(`\r${done} of ${shipments} shipments`);
    const cipher = await openBrokerageCipher(database, url, config);
    const { rows } = await seedBrokerage(
      database,
      { seed, now: now(), size: { shipments, days }, cipher },
      { onProgress },
    );
    streams.stderr.write('\n');
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    const encryptionKey = getKeyPlace(config);
    print(JSON.stringify({ database: formatAddress(url), shipments, rows, seconds: Number(seconds), encryptionKey }));
  } finally {
    await database.close();
  }
}
