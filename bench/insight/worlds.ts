import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { getSandboxDatabase } from '../../src/cli/opening/stores/store-address.ts';
import { bundledCommand, waitForEnd, startNode } from '../children.ts';
import type { ReportCell, ReportTable } from '../report.ts';
import { repeatRecords } from '../repeated-copy.ts';
import { roundValue } from '../stats.ts';

/** Number of shipments, and the days that they are spread over; without days the generator makes a larger desk, not an older one. */
export interface WorldSize {
  readonly shipments: number;
  readonly days?: number | undefined;
}

/** A generated brokerage with a copy of its records. */
export interface MeasuredBrokerage {
  readonly size: WorldSize;
  readonly home: string;
  readonly copy: string;
  readonly cells: readonly ReportCell[];
}

const repeatedTimes = 10;
const byteSteps = 1e6;

/** Worlds stay in the folder for later runs; what is there already is not made again. */
export async function findWorld(folder: string, size: WorldSize): Promise<MeasuredBrokerage> {
  const { shipments, days } = size;
  const home = path.join(folder, days === undefined ? `world-${shipments}` : `world-${shipments}-${days}`);
  mkdirSync(home, { recursive: true });
  const seed = ['seed', '--shipments', String(shipments), '--seed', '1', '--database', getSandboxDatabase(home)];
  if (days !== undefined) seed.push('--days', String(days));
  const seconds = existsSync(path.join(home, 'sandbox.db')) ? 'kept' : await measureCommand(home, seed);
  const isFilled = copyIn(home) !== undefined;
  const filling = await measureCommand(home, ['sync']);
  const unchanged = isFilled ? filling : await measureCommand(home, ['sync']);
  return buildWorld(home, size, [seconds, isFilled ? 'kept' : filling, unchanged]);
}

/** The same world whose copy holds its records ten times; the brokerage itself stays as it is. */
export async function findRepeatedWorld(
  folder: string,
  { home: from, size, copy }: MeasuredBrokerage,
): Promise<MeasuredBrokerage> {
  const repeated = { shipments: size.shipments * repeatedTimes };
  const home = path.join(folder, `world-${repeated.shipments}`);
  const file = path.join(home, path.basename(copy));
  if (existsSync(file)) return buildWorld(home, repeated, ['-', 'kept', '']);
  mkdirSync(home, { recursive: true });
  const startedAt = performance.now();
  for (const name of ['sandbox.db', 'encryption.key', path.basename(copy)])
    cpSync(path.join(from, name), path.join(home, name));
  repeatRecords(file, copy, repeatedTimes - 1);
  return buildWorld(home, repeated, ['-', roundValue((performance.now() - startedAt) / 1000), '']);
}

function buildWorld(home: string, size: WorldSize, seconds: readonly ReportCell[]): MeasuredBrokerage {
  const copy = copyIn(home);
  if (copy === undefined) throw new Error(`${home} has no copy`);
  return { size, home, copy, cells: [formatSize(size), ...seconds, Math.round(statSync(copy).size / byteSteps)] };
}

/** Reads `100000` or `100000@1400`: shipments, and the days that they are spread over. */
export function parseSize(text: string): WorldSize {
  const [shipments, days] = text.split('@').map(Number);
  if (!shipments) throw new Error(`${text} is no size`);
  return { shipments, days };
}

export const formatSize = ({ shipments, days }: WorldSize): string =>
  `${shipments / 1000}k${days === undefined ? '' : ` in ${days} days`}`;

function copyIn(home: string): string | undefined {
  const name = readdirSync(home).find((file) => /^copy-\w+\.db$/.test(file));
  return name === undefined ? undefined : path.join(home, name);
}

/** Runs the published command, and returns the seconds it took. */
async function measureCommand(home: string, args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = startNode([bundledCommand, ...args], {
    environment: { WAYBILL_HOME: home },
    cwd: home,
    showErrors: true,
  });
  child.stdout.resume();
  await waitForEnd(child);
  if (child.exitCode !== 0) throw new Error(`${args[0]} ended with ${child.exitCode}`);
  return roundValue((performance.now() - startedAt) / 1000);
}

export const buildWorldsTable = (worlds: readonly MeasuredBrokerage[], folder: string): ReportTable => ({
  title: 'Worlds and their copies',
  columns: ['size', 'seeding s', 'filling the copy s', 'nothing changed, whole command s', 'copy MB'],
  rows: worlds.map(({ cells }) => cells),
  notes: [
    `They are kept in ${folder}: give it as --folder to use them again, remove it when done.`,
    `The largest holds the records of the one before ${repeatedTimes} times in the file of its copy: it measures the SQL of the copy, not the API.`,
  ],
});
