import type { Truck } from '../domain/freight/truck.ts';
import type { SandboxOrigin } from '../store/sandbox-settings.ts';
import { computeTrip } from './freight/trips.ts';
import { continueBrokerage } from './onward/continue.ts';
import { keptMs } from './onward/forget.ts';
import { worldVersion } from './onward/living.ts';
import { reseedBrokerage } from './seed.ts';

/** The functions of the sandbox that the service calls. */
export const sandboxControl = {
  tripOf: ({ seed, now }: SandboxOrigin, truck: Truck) =>
    computeTrip({ seed: String(seed), madeAt: Date.parse(now) }, truck),
  goesOn: ({ version }: SandboxOrigin) => version === worldVersion,
  keptMs,
  continue: continueBrokerage,
  reseed: reseedBrokerage,
};
