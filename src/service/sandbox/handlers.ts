import { sandboxOperations, type SandboxOperationName } from '../../contract/sandbox.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import type { SandboxOperations } from '../../contract/types.ts';
import { addMs } from '../clock/request-times.ts';
import type { AnyHandler, Handlers } from '../shared/handlers.ts';
import type { SandboxControl } from './control.ts';
import { advanceTime, beginAnew, requireSettings, showClock } from './time.ts';

/**
 * Creates the handlers of the sandbox's operations. The generator is a large part of the program, so it is loaded when
 * it is needed.
 */
function createSandboxHandlers(load: () => Promise<SandboxControl>): Handlers<SandboxOperations['sandbox']> {
  return {
    async clock(ctx) {
      const settings = await requireSettings(ctx.db);
      return showClock(settings, addMs(ctx.machineNow, settings.advancedMs));
    },

    advance: async (ctx, { advanceHours }) => advanceTime(ctx, await load(), advanceHours),

    reset: async (ctx) => beginAnew(ctx, await load()),
  };
}

export interface BoundSandboxOperation {
  readonly name: SandboxOperationName;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

export function bindSandboxOperations(load: () => Promise<SandboxControl>): BoundSandboxOperation[] {
  const handlers = createSandboxHandlers(load);
  // Object.keys loses the names that both tables have by their types.
  const verbs = Object.keys(sandboxOperations) as (keyof typeof sandboxOperations)[];
  return verbs.map((verb) => ({
    name: `sandbox.${verb}`,
    operation: sandboxOperations[verb],
    // The router checks the input against the declaration that the handler's type follows from.
    handler: handlers[verb] as AnyHandler,
  }));
}
