import type { KeyObject } from 'node:crypto';
import type { DatabaseKind, Queries, Scope } from '../../store/connection.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { RecordedEvent } from './recorded-event.ts';
import type { NewId } from '../identifiers/ids.ts';
import type { FileWriter } from './request-files.ts';

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** ISO 4217; the currency of money that names none. */
  readonly currency: string;
  readonly reviewsBills: boolean;
  readonly rateLimitPerMinute: number;
  readonly isSandbox: boolean;
  /** IANA zone of its civil dates. */
  readonly timeZone: string;
}

/** Makes pre-signed addresses; a holder may use them without a token until they expire. */
export interface DocumentAddresses {
  upload(documentId: string): string;
  download(documentId: string): string;
}

/** Context that a handler gets besides its input. In a write `db` is the request's only transaction. */
export interface ServiceContext extends Scope {
  readonly db: Queries;
  readonly kind: DatabaseKind;
  readonly organizationId: string;
  readonly organization: Organization;
  readonly clientId: string;
  /** Instant of the request in the organization's business, ISO 8601 UTC. */
  readonly now: string;
  /** The same by the clock of the machine, which deadlines, workers and signatures go by; a sandbox may be ahead of it. */
  readonly machineNow: string;
  /** Civil date of `now` in the organization's zone. */
  readonly today: string;
  readonly requestId: string;
  /** True if records that are read are locked until the transaction ends. */
  readonly holdsRecords?: boolean;
  /** The caller's Accept header. */
  readonly accept: string;
  readonly addresses: DocumentAddresses;
  /** True if only programs of this machine can call the service. */
  readonly isBoundToLoopback: boolean;
  /** Takes the files that the request makes. */
  readonly files: FileWriter;
  /** Authenticates cursors. */
  readonly hmacKey: KeyObject;
  /** Encrypts what the store must not hold in plain text. */
  readonly cipher: Cipher;
  /** Events of this request for subscribers: see recordEvent. */
  readonly events: RecordedEvent[];
  readonly newId: NewId;
  /** Reads as of one moment, however long that takes. */
  readonly readSnapshot: <Result>(work: (ctx: ServiceContext) => Promise<Result>) => Promise<Result>;
}
