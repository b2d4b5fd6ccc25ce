import type { Truck } from '../domain/freight/truck.ts';
import type { SandboxOrigin } from '../store/sandbox-settings.ts';
import { continueBrokerage } from './onward/continue.ts';
import { worldVersion } from './onward/origin.ts';
import { keptMs } from './onward/forget.ts';
import { reseedBrokerage } from './seed.ts';
import { tripOf } from './freight/trips.ts';

/** What the service asks of the sandbox that it serves. */
export const sandboxControl = {
  tripOf: ({ seed, now }: SandboxOrigin, truck: Truck) =>
    tripOf({ seed: String(seed), madeAt: Date.parse(now) }, truck),
  goesOn: ({ version }: SandboxOrigin) => version === worldVersion,
  keptMs,
  continue: continueBrokerage,
  reseed: reseedBrokerage,
};
