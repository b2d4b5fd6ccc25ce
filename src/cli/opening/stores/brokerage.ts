import type { BrokerageDatabase } from '../../../store/connection.ts';
import { mkdirSync } from 'node:fs';
import type { Log, LogLevel } from '../../../log.ts';
import { placeholderPdf } from '../../../sandbox/kit/placeholder.ts';
import { createService, type Service } from '../../../service/app.ts';
import { type DocumentStorage, createFolderStorage } from '../../../service/shared/document-storage.ts';
import { createFileSweep } from '../../../service/documents/file-sweep.ts';
import { createFileService } from '../../../service/documents/files.ts';
import { createIds } from '../../../service/identifiers/ids.ts';
import type { MailSettings } from '../../../service/mail/mail-settings.ts';
import { startMailWorker } from '../../../service/mail/worker.ts';
import { createOutages, watchStorage } from '../../../service/shared/outages.ts';
import { loadSecrets } from '../../../service/secrets/load-secrets.ts';
import type { Telemetry } from '../../../service/request/telemetry.ts';
import { startWebhookWorker } from '../../../service/webhooks/worker.ts';
import { startWorker, type Worker } from '../../../service/shared/worker.ts';
import type { Cipher } from '../../../store/cipher.ts';
import { prepareInTurn } from '../../../store/preparing.ts';
import { readSandbox } from '../../../store/sandbox-settings.ts';
import type { Row } from '../../../store/schema.ts';
import { configProblem } from '../../config-problem.ts';
import type { DatabaseThreads } from '../../program-context.ts';
import { openBrokerageCipher, type KeySource } from './encryption-key.ts';
import { openApiText } from './openapi-text.ts';
import { loadSandbox } from './load-sandbox.ts';
import { openStore } from './open-store.ts';
import { type DocumentPlace, buildOpenError, sayWaiting } from './store-address.ts';
import { formatAddress } from '../../../store/shown-address.ts';

export type SeedChoice = 'small' | 'none';

export interface BrokerageOptions {
  readonly databaseUrl: string;
  /** Location of the uploaded files. */
  readonly documents: DocumentPlace;
  readonly encryption: KeySource;
  readonly mail: MailSettings;
  readonly seed: SeedChoice;
  /** Base of the upload and download addresses. */
  readonly publicUrl: () => string;
  /** True if only programs of this machine can call the service. */
  readonly isBoundToLoopback: boolean;
  /** False for a service that only reads beside another one: that one sends mail and events. */
  readonly hasWorkers?: boolean;
  readonly now: () => string;
  readonly log: Log;
  readonly requestLog?: LogLevel;
  readonly telemetry?: Telemetry | undefined;
  readonly databaseThreads?: DatabaseThreads | undefined;
}

export interface Brokerage {
  readonly database: BrokerageDatabase;
  readonly service: Service;
  readonly newId: () => string;
  close(): Promise<void>;
}

const sandboxSeed = 1;
const sweepEveryMs = 60_000;
/** Milliseconds to wait for a database that does not answer, once the callers have gone: the process has to end. */
const closingMaxMs = 2000;

/** Opens a store, seeds it if requested, and puts the service on top of it. */
export async function openService(options: BrokerageOptions): Promise<Brokerage> {
  const {
    databaseUrl,
    documents,
    seed,
    publicUrl,
    isBoundToLoopback,
    hasWorkers = true,
    now,
    log,
    requestLog,
    telemetry,
  } = options;
  const threads = await options.databaseThreads?.();
  const onWait = sayWaiting(databaseUrl, log);
  const database = await openStore(databaseUrl, { onWait, threads });
  try {
    const cipher = await prepareInTurn(() => prepareBrokerage(database, options), onWait);
    const secrets = await loadSecrets(cipher);
    const newId = createIds(now);
    const outages = createOutages({ log, now, database: formatAddress(databaseUrl) });
    const storage = watchStorage(await openDocuments(documents), outages);
    const files = createFileService({ database, storage, hmacKey: secrets.hmacKey, now, log, outages, placeholder });
    const sweep = createFileSweep({ database, storage, now });
    const startMail = () => startMailWorker({ database, storage, now, newId, log, outages }, options.mail);
    const mailWorker = hasWorkers ? startMail() : undefined;
    const workers = mailWorker
      ? [
          mailWorker,
          startWorker({ name: 'Sweeping documents', everyMs: sweepEveryMs, log, outages, work: sweep }),
          startWebhookWorker({ database, cipher, now, log, outages, isBoundToLoopback }),
        ]
      : [];
    const service = createService({
      database,
      secrets,
      cipher,
      files,
      outages,
      now,
      newId,
      log,
      publicUrl,
      isBoundToLoopback,
      openApi: openApiText,
      sandbox: loadSandbox,
      keepsSandboxUp: seed === 'small',
      mailQueued: () => mailWorker?.wake(),
      requestLog,
      telemetry,
    });
    return { database, service, newId, close: () => closeAll({ workers, service, database }) };
  } catch (error) {
    await database.close();
    throw buildOpenError(error, databaseUrl);
  }
}

/** Prepares the key of the store, and the contents of a new store. */
async function prepareBrokerage(
  database: BrokerageDatabase,
  { databaseUrl, encryption, seed, now }: BrokerageOptions,
): Promise<Cipher> {
  const cipher = await openBrokerageCipher(database, databaseUrl, encryption);
  if (seed === 'small') await seedSandbox(database, cipher, now());
  return cipher;
}

interface Running extends Pick<Brokerage, 'service' | 'database'> {
  readonly workers: readonly Worker[];
}

async function closeAll({ workers, service, database }: Running): Promise<void> {
  const overdue = setTimeout(() => database.breakOff(), closingMaxMs);
  await Promise.all([...workers.map((worker) => worker.stop()), service.settled()]);
  clearTimeout(overdue);
  await database.close();
}

/**
 * Opens the storage of documents. The driver of buckets is loaded only if one is configured: most desks keep documents
 * in a folder.
 */
async function openDocuments({ folder, bucket }: DocumentPlace): Promise<DocumentStorage> {
  if (bucket) return (await import('../../../service/documents/s3-storage.ts')).createS3Storage(bucket);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return createFolderStorage(folder);
}

async function seedSandbox(database: BrokerageDatabase, cipher: Cipher, now: string): Promise<void> {
  if (await readSandbox(database.reader)) return;
  const other = await database.reader.selectFrom('organization').select('name').limit(1).executeTakeFirst();
  if (other) {
    throw configProblem(
      '--seed',
      `small would put a sandbox into a database that holds ${other.name}; name an empty database, or leave --seed out.`,
    );
  }
  const { seedBrokerage } = await import('../../../sandbox/seed.ts');
  await seedBrokerage(database, { seed: sandboxSeed, now, size: 'small', cipher });
}

/** The sandbox announces papers without storing them: each is the same one-page file. Uploads always have a digest. */
const placeholder = ({ sha256, content_type: type }: Row<'document'>) =>
  sha256 === null && type === 'application/pdf' ? placeholderPdf : undefined;
