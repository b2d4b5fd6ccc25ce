import type { DatabaseKind, Queries, Tx } from '../../store/connection.ts';
import type { Trip, Truck } from '../../domain/freight/truck.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { SandboxOrigin } from '../../store/sandbox-settings.ts';

/**
 * The functions of the generator that the service calls: trips of trucks, steps of time, and generating the records
 * again.
 */
export interface SandboxControl {
  /** False when another version made the sandbox: then its trucks drive, and no new freight comes. */
  goesOn(origin: SandboxOrigin): boolean;
  /** Time that the brokerage keeps finished freight. */
  readonly keptMs: number;
  tripOf(origin: SandboxOrigin, truck: Truck): Trip;
  continue(tx: Tx, options: Continuing): Promise<ContinuedSandbox>;
  reseed(tx: Tx, options: Reseeding): Promise<{ readonly shipments: number }>;
}

export interface Continuing {
  readonly kind: DatabaseKind;
  readonly origin: SandboxOrigin;
  readonly organizationId: string;
  /** RFC 3339: the store shows what was then, */
  readonly from: string;
  /** and is to show what is then. */
  readonly until: string;
  /** New freight that is older is left out. */
  readonly takenFrom: string;
}

export interface ContinuedSandbox {
  /** Shipments whose trucks are where the generator has them. */
  readonly planned: ReadonlySet<string>;
  /** Taken meanwhile. */
  readonly shipments: number;
  readonly arrivals: number;
  readonly departures: number;
  readonly delivered: number;
  /** In the order of time. */
  readonly moves: readonly ShipmentMove[];
}

/** A status that a generated shipment came to; `CREATED` when it became one. */
export interface ShipmentMove {
  /** The shipment as notifications show it. */
  readonly shipment: { readonly id: string; readonly friendlyId: string; readonly key: string | null };
  readonly status: string;
  readonly at: string;
}

export interface Reseeding {
  readonly kind: DatabaseKind;
  readonly cipher: Cipher;
  readonly origin: SandboxOrigin;
  readonly organizationId: string;
  readonly now: string;
}

/** Returns the transaction of a request that writes. Throws if the request has none. */
export function requireTransaction({ db }: { readonly db: Queries }): Tx {
  if (isTransaction(db)) return db;
  throw new Error('a sandbox is changed in a transaction only');
}

const isTransaction = (db: Queries): db is Tx => db.isTransaction;
