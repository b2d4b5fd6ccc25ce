import { sandboxOperations, type SandboxOperationName } from '../../contract/sandbox.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import type { SandboxOperations } from '../../contract/types.ts';
import { addMs } from '../clock/request-times.ts';
import type { AnyHandler, Handlers } from '../shared/handlers.ts';
import type { SandboxControl } from './control.ts';
import { advanceTime, beginAnew, requireSettings, showClock } from './time.ts';

/** The control is the generator, a good part of the program: it is loaded when it is needed. */
function sandboxHandlers(load: () => Promise<SandboxControl>): Handlers<SandboxOperations['sandbox']> {
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

export function boundSandboxOperations(load: () => Promise<SandboxControl>): BoundSandboxOperation[] {
  const handlers = sandboxHandlers(load);
  // Object.keys loses the names that both tables have by their types.
  const verbs = Object.keys(sandboxOperations) as (keyof typeof sandboxOperations)[];
  return verbs.map((verb) => ({
    name: `sandbox.${verb}`,
    operation: sandboxOperations[verb],
    // The router checks the input against the declaration that the handler's type follows from.
    handler: handlers[verb] as AnyHandler,
  }));
}
