import { sandboxOperations, type SandboxOperationName } from '../../contract/sandbox.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import { WaybillError } from '../../errors.ts';
import { readSandbox, type SandboxSettings, writeAdvance } from '../../store/sandbox-settings.ts';
import type { ServiceContext } from '../shared/context.ts';
import { later } from '../clock/request-times.ts';
import type { AnyHandler, Handlers } from '../shared/handlers.ts';
import type { SandboxControl } from './control.ts';
import { moveTrucks } from './movement.ts';
import { resetSandbox } from './reset.ts';

const hour = 3_600_000;

/** The control is the generator, a good part of the program: it is loaded when somebody asks for it. */
function sandboxHandlers(load: () => Promise<SandboxControl>): Handlers<typeof sandboxOperations> {
  return {
    async clock(ctx) {
      const settings = await requireSettings(ctx);
      return present(settings, later(ctx.machineNow, settings.advancedMs));
    },

    async advance(ctx, { advanceHours }) {
      const { origin, advancedMs } = await requireSettings(ctx);
      const control = await load();
      const passing = Math.round(advanceHours * hour);
      const until = later(ctx.now, passing);
      const progress = await moveTrucks(ctx, until, (truck) => control.tripOf(origin, truck));
      const settings = { origin, advancedMs: advancedMs + passing };
      await writeAdvance(ctx.db, settings.advancedMs);
      return { ...present(settings, until), ...progress };
    },

    async reset(ctx) {
      const { origin } = await requireSettings(ctx);
      const { shipments } = await resetSandbox(ctx, await load(), origin);
      return { ...present(await requireSettings(ctx), ctx.machineNow), shipments };
    },
  };
}

async function requireSettings({ db }: ServiceContext): Promise<SandboxSettings> {
  const settings = await readSandbox(db);
  if (!settings) throw new WaybillError('NOT_FOUND', 'This store is no sandbox.');
  return settings;
}

const present = ({ origin, advancedMs }: SandboxSettings, now: string) => ({
  now,
  advancedHours: advancedMs / hour,
  seed: origin.seed,
  startedAt: origin.now,
});

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
