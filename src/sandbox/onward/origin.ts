import type { SandboxOrigin } from '../../store/sandbox-settings.ts';
import { type LivingBrokerage, livingBrokerage } from './living.ts';
import { type BrokerageSize, smallBrokerage } from '../kit/span.ts';

/** Changes with the generator: the same seed and time then give another world. */
export const worldVersion = 1;

/** How large a world its origin asks for. */
export const sizeOf = ({ size }: Pick<SandboxOrigin, 'size'>): BrokerageSize =>
  size === 'small' ? smallBrokerage : size;

/** A world with what a process has found out about it. */
export interface KeptBrokerage extends LivingBrokerage {
  /** By the name of a life: instants between which nothing happens in it. */
  readonly quiet: Map<string, { readonly from: number; readonly until: number }>;
}

let latest: { readonly name: string; readonly living: KeptBrokerage } | undefined;

/**
 * The world that a sandbox was made from; undefined when another version of the generator made it, because that world
 * cannot be told from here. The latest one is kept: a process has one sandbox and asks for it every few minutes.
 */
export function livingOf(origin: SandboxOrigin, organizationId: string): KeptBrokerage | undefined {
  if (origin.version !== worldVersion) return undefined;
  const name = JSON.stringify([origin, organizationId]);
  if (latest?.name === name) return latest.living;
  const { seed, now } = origin;
  const living = {
    ...livingBrokerage({ seed: String(seed), now, size: sizeOf(origin), organizationId }),
    quiet: new Map(),
  };
  latest = { name, living };
  return living;
}
