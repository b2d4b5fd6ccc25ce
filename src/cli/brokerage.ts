import { mkdirSync } from 'node:fs';
import type { Log } from '../log.ts';
import { placeholderPdf } from '../sandbox/placeholder.ts';
import { createService, type Service } from '../service/app.ts';
import { folderStorage } from '../service/document-storage.ts';
import { createFileService } from '../service/files.ts';
import { createIds } from '../service/ids.ts';
import { loadSecrets } from '../service/secrets.ts';
import { type BrokerageDatabase, openBrokerage } from '../store/database.ts';
import type { Row } from '../store/schema.ts';
import { openApiText } from './openapi-text.ts';
import { openFailure } from './store-address.ts';

export type SeedChoice = 'small' | 'none';

export interface BrokerageOptions {
  readonly databaseUrl: string;
  /** Folder of the uploaded files. */
  readonly documents: string;
  readonly seed: SeedChoice;
  readonly now: () => string;
  readonly log: Log;
}

export interface Brokerage {
  readonly database: BrokerageDatabase;
  readonly service: Service;
  readonly newId: () => string;
  close(): Promise<void>;
}

const sandboxSeed = 1;

/** Opens (and when asked, seeds) a store and puts the service on top of it. */
export async function openService(options: BrokerageOptions): Promise<Brokerage> {
  const { databaseUrl, documents, seed, now, log } = options;
  const database = await openStore(databaseUrl);
  try {
    if (seed === 'small') await seedSandbox(database, now());
    mkdirSync(documents, { recursive: true, mode: 0o700 });
    const secrets = await loadSecrets(database);
    const newId = createIds(now);
    const storage = folderStorage(documents);
    const files = createFileService({ database, storage, hmacKey: secrets.hmacKey, now, log, placeholder });
    const service = createService({ database, secrets, files, now, newId, log, openApi: openApiText });
    return { database, service, newId, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw openFailure(error, databaseUrl);
  }
}

/** The generator is a good part of the program and is needed once: it is loaded only where there is no sandbox yet. */
async function seedSandbox(database: BrokerageDatabase, now: string): Promise<void> {
  const seeded = await database.reader
    .selectFrom('setting')
    .select('name')
    .where('name', '=', 'sandbox')
    .executeTakeFirst();
  if (seeded) return;
  const { seedBrokerage } = await import('../sandbox/seed.ts');
  await seedBrokerage(database, { seed: sandboxSeed, now, size: 'small' });
}

/** Opens a database; what is wrong with it is said in one sentence that names it. */
export async function openStore(databaseUrl: string): Promise<BrokerageDatabase> {
  try {
    return await openBrokerage(databaseUrl);
  } catch (error) {
    throw openFailure(error, databaseUrl);
  }
}

/** The sandbox announces papers without storing them: each is the same one-page file. Uploads always have a digest. */
const placeholder = ({ sha256, content_type: type }: Row<'document'>) =>
  sha256 === null && type === 'application/pdf' ? placeholderPdf : undefined;
