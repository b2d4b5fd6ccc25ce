import type { Queries } from '../store/database.ts';
import type { Scope } from '../store/records.ts';
import type { DatabaseKind } from '../store/table.ts';

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** ISO 4217; the currency of money that names none. */
  readonly currency: string;
  readonly reviewsBills: boolean;
  readonly rateLimitPerMinute: number;
  readonly isSandbox: boolean;
}

/** Makes pre-signed addresses; a holder may use them without a token until they expire. */
export interface DocumentAddresses {
  upload(documentId: string): string;
  download(documentId: string): string;
}

/** What a handler gets besides its input. In a write `db` is the request's one transaction. */
export interface ServiceContext extends Scope {
  readonly db: Queries;
  readonly kind: DatabaseKind;
  readonly organizationId: string;
  readonly organization: Organization;
  readonly clientId: string;
  /** Instant of the request, ISO 8601 UTC. */
  readonly now: string;
  /** Civil date of `now` in UTC. */
  readonly today: string;
  readonly requestId: string;
  /** The caller's Accept header. */
  readonly accept: string;
  readonly addresses: DocumentAddresses;
  /** Authenticates cursors. */
  readonly hmacKey: Buffer;
  newId(): string;
}
