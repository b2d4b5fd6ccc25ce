import type { Truck } from '../domain/freight/truck.ts';
import type { SandboxOrigin } from '../store/sandbox-settings.ts';
import { reseedBrokerage } from './seed.ts';
import { tripOf } from './trips.ts';

/** What the service asks of the sandbox that it serves. */
export const sandboxControl = {
  tripOf: ({ seed, now }: SandboxOrigin, truck: Truck) =>
    tripOf({ seed: String(seed), madeAt: Date.parse(now) }, truck),
  reseed: reseedBrokerage,
};
