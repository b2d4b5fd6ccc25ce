import { getToday } from '../../domain/kit/dates.ts';
import { randomUUID } from 'node:crypto';
import type { Cipher } from '../../store/cipher.ts';
import type { BrokerageDatabase, Tx } from '../../store/connection.ts';
import { readSandbox, type SandboxSettings } from '../../store/sandbox-settings.ts';
import type { DocumentAddresses, ServiceContext } from '../shared/context.ts';
import type { NewId } from '../identifiers/ids.ts';
import { selectOrganizations, toOrganization } from '../organization/organization.ts';
import { noFiles } from '../shared/request-files.ts';
import { addMs } from '../clock/request-times.ts';
import type { ServiceSecrets } from '../secrets/secrets.ts';
import { type Board, readBoard } from './board.ts';
import { holdTimeAlone } from '../clock/sandbox-clock.ts';
import type { SandboxControl } from './control.ts';
import { letTimePass, type TimeStep } from './time-step.ts';
import { advanceTime, beginAnew, requireSettings, showClock, type ShownClock } from './time.ts';

export interface SandboxDeskOptions {
  readonly database: BrokerageDatabase;
  readonly secrets: Pick<ServiceSecrets, 'hmacKey'>;
  readonly cipher: Cipher;
  readonly now: () => string;
  readonly newId: NewId;
  readonly load: () => Promise<SandboxControl>;
}

export interface SandboxStatus extends ShownClock, Board {
  /** The instant that trucks, papers and money are shown as of. */
  readonly movedTo: string;
  /** True if new freight comes as time passes. */
  readonly goesOn: boolean;
}

/** Actions on a sandbox without a request: an operator's commands, and keeping up with the time. */
export interface SandboxDesk {
  status(): Promise<SandboxStatus>;
  advance(hours: number): Promise<ShownClock & TimeStep>;
  reset(): Promise<ShownClock & { readonly shipments: number }>;
  /** Lets the time pass that has gone by since the last request; nothing when that is a matter of minutes. */
  readonly keepUp: () => Promise<void>;
}

export function createSandboxDesk(options: SandboxDeskOptions): SandboxDesk {
  const { database, load, now } = options;
  const change = <Result>(work: (ctx: ServiceContext) => Promise<Result>): Promise<Result> =>
    database.transaction(async (tx) => {
      const aheadMs = await holdTimeAlone({ db: tx, kind: database.kind });
      // The clock is read after the wait for another process that was moving the time.
      return work(await buildContext(options, tx, aheadMs));
    });
  async function keepUp(): Promise<void> {
    const settings = await readSandbox(database.reader);
    if (!settings || !isBehind(settings, addMs(now(), settings.advancedMs))) return;
    const control = await load();
    while (await change((ctx) => moveOneStep(ctx, control)));
  }
  return {
    async status() {
      const settings = await requireSettings(database.reader);
      const ctx = await buildContext(options, database.reader, settings.advancedMs);
      const goesOn = (await load()).goesOn(settings.origin);
      return { ...showClock(settings, ctx.now), movedTo: settings.movedTo, goesOn, ...(await readBoard(ctx)) };
    },
    advance: async (hours) => {
      await keepUp();
      const control = await load();
      return change((ctx) => advanceTime(ctx, control, hours));
    },
    reset: async () => {
      const control = await load();
      return change((ctx) => beginAnew(ctx, control));
    },
    keepUp,
  };
}

/** Trucks that came a few minutes ago may still be looked out for. */
const toleratedMs = 5 * 60_000;
/** A long absence is caught up with in steps, so that no request waits for the store for long. */
const stepMs = 30 * 24 * 3_600_000;

const isBehind = ({ movedTo }: SandboxSettings, now: string): boolean =>
  Date.parse(now) - Date.parse(movedTo) >= toleratedMs;

/** Moves the sandbox's time by one step. Returns true if it is still behind. */
async function moveOneStep(ctx: ServiceContext, control: SandboxControl): Promise<boolean> {
  // Read again: another process may have caught up meanwhile.
  const settings = await requireSettings(ctx.db);
  if (!isBehind(settings, ctx.now)) return false;
  const step = addMs(settings.movedTo, stepMs);
  const until = step < ctx.now ? step : ctx.now;
  await letTimePass(ctx, { control, settings, until, goal: ctx.now });
  return until < ctx.now;
}

/** Builds the context of a request for work without one. */
async function buildContext(
  { database, secrets, cipher, now: machine, newId }: SandboxDeskOptions,
  db: Tx | BrokerageDatabase['reader'],
  aheadMs: number,
): Promise<ServiceContext> {
  const row = await selectOrganizations(db).where('organization.is_sandbox', '=', 1).executeTakeFirstOrThrow();
  const organization = toOrganization(row);
  const machineNow = machine();
  const now = addMs(machineNow, aheadMs);
  const ctx: ServiceContext = {
    db,
    kind: database.kind,
    organizationId: organization.id,
    organization,
    clientId: 'sandbox',
    now,
    machineNow,
    today: getToday(organization.timeZone, now),
    requestId: randomUUID(),
    accept: '',
    files: noFiles,
    addresses: noAddresses,
    isBoundToLoopback: false,
    hmacKey: secrets.hmacKey,
    cipher,
    events: [],
    newId: (at) => newId(at ?? now),
    readSnapshot: (work) => database.snapshot((snapshot) => work({ ...ctx, db: snapshot })),
  };
  return ctx;
}

const refuseAddress = (): never => {
  throw new Error('a sandbox that moves on has no addresses of documents');
};
const noAddresses: DocumentAddresses = { upload: refuseAddress, download: refuseAddress };
