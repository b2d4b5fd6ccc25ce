import type { DatabaseKind, Tx } from '../../store/connection.ts';
import type { Trip, Truck } from '../../domain/freight/truck.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { SandboxOrigin } from '../../store/sandbox-settings.ts';

/** What the service has to ask whoever made the sandbox: how its trucks drive, and its records once more. */
export interface SandboxControl {
  tripOf(origin: SandboxOrigin, truck: Truck): Trip;
  reseed(tx: Tx, options: Reseeding): Promise<{ readonly shipments: number }>;
}

export interface Reseeding {
  readonly kind: DatabaseKind;
  readonly cipher: Cipher;
  readonly origin: SandboxOrigin;
  readonly organizationId: string;
  readonly now: string;
}
