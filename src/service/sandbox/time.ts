import { WaybillError } from '../../errors.ts';
import type { Queries } from '../../store/connection.ts';
import { readSandbox, type SandboxSettings, writeAdvance } from '../../store/sandbox-settings.ts';
import type { ServiceContext } from '../shared/context.ts';
import { addMs } from '../clock/request-times.ts';
import type { SandboxControl } from './control.ts';
import { letTimePass, type TimeStep } from './time-step.ts';
import { resetSandbox } from './reset.ts';

const hour = 3_600_000;

/** The sandbox's time and its start. */
export interface ShownClock {
  readonly now: string;
  readonly advancedHours: number;
  readonly seed: number | string;
  readonly startedAt: string;
}

export async function requireSettings(db: Queries): Promise<SandboxSettings> {
  const settings = await readSandbox(db);
  if (!settings) throw new WaybillError('NOT_FOUND', 'This store is no sandbox.');
  return settings;
}

export const showClock = ({ origin, advancedMs }: SandboxSettings, now: string): ShownClock => ({
  now,
  advancedHours: advancedMs / hour,
  seed: origin.seed,
  startedAt: origin.now,
});

/** Puts the sandbox's time further ahead of the real one, and lets that time pass. */
export async function advanceTime(
  ctx: ServiceContext,
  control: SandboxControl,
  hours: number,
): Promise<ShownClock & TimeStep> {
  const settings = await requireSettings(ctx.db);
  const passing = Math.round(hours * hour);
  const until = addMs(ctx.now, passing);
  const timeStep = await letTimePass(ctx, { control, settings, until });
  const advancedMs = settings.advancedMs + passing;
  await writeAdvance(ctx.db, advancedMs);
  return { ...showClock({ ...settings, advancedMs }, until), ...timeStep };
}

/** Generates the sandbox again as if it were created now. */
export async function beginAnew(
  ctx: ServiceContext,
  control: SandboxControl,
): Promise<ShownClock & { readonly shipments: number }> {
  const { origin } = await requireSettings(ctx.db);
  const { shipments } = await resetSandbox(ctx, control, origin);
  return { ...showClock(await requireSettings(ctx.db), ctx.machineNow), shipments };
}
