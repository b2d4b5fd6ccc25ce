import * as z from 'zod';
import { defineOperation, type Operation } from './kit/operation.ts';
import { Instant } from './kit/shapes.ts';

const Count = z.int().nonnegative();

export const SandboxClock = z
  .object({
    now: Instant.meta({ description: 'What time it is in the sandbox.' }),
    advancedHours: z.number().nonnegative().meta({ description: 'How far its time is ahead of the real one.' }),
    seed: z.union([z.string(), z.number()]),
    startedAt: Instant.meta({ description: 'Where the generated past ends.' }),
  })
  .meta({ id: 'SandboxClock' });

/** A quarter of an hour to thirty days at once. */
export const advanceHoursRange = { min: 0.25, max: 720 } as const;

export const SandboxAdvance = z
  .strictObject({ advanceHours: z.number().min(advanceHoursRange.min).max(advanceHoursRange.max) })
  .meta({ id: 'SandboxAdvance' });

/** Counts of arrivals, departures, deliveries and new shipments on the way. */
export const SandboxProgress = SandboxClock.extend({
  arrivals: Count,
  departures: Count,
  delivered: Count,
  shipments: Count,
}).meta({
  id: 'SandboxProgress',
});

export const SandboxReset = SandboxClock.extend({ shipments: Count }).meta({ id: 'SandboxReset' });

/** Outside `/v1`, and offered by a service of a sandbox only: no part of the brokerage API, and no tool calls them. */
export const sandboxOperations = {
  clock: defineOperation({
    method: 'GET',
    path: '/sandbox/clock',
    summary: 'Read the time of the sandbox',
    effect: 'read',
    status: 200,
    response: SandboxClock,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    extension: true,
  }),
  advance: defineOperation({
    method: 'POST',
    path: '/sandbox/clock',
    summary: 'Let time pass in the sandbox: freight is taken, trucks come and deliver, papers and money follow',
    effect: 'write',
    body: SandboxAdvance,
    status: 200,
    response: SandboxProgress,
    errors: ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'],
    extension: true,
  }),
  reset: defineOperation({
    method: 'POST',
    path: '/sandbox/reset',
    summary: 'Make the sandbox anew, as of the real time; its API clients stay',
    effect: 'destructive',
    status: 200,
    response: SandboxReset,
    errors: ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'],
    extension: true,
  }),
} as const satisfies Record<string, Operation>;

export type SandboxOperationName = `sandbox.${keyof typeof sandboxOperations}`;
