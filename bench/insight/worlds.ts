import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { sandboxDatabase } from '../../src/cli/opening/store-address.ts';
import { bundledCommand, endOf, startNode } from '../children.ts';
import type { Cell, Section } from '../report.ts';
import { repeatRecords } from '../repeated-copy.ts';
import { rounded } from '../stats.ts';

/** A generated brokerage with a copy of its records. */
export interface World {
  readonly shipments: number;
  readonly home: string;
  readonly copy: string;
  readonly cells: readonly Cell[];
}

const repeatedTimes = 10;
const byteSteps = 1e6;

/** Worlds stay in the folder for later runs; what is there already is not made again. */
export async function findWorld(folder: string, shipments: number): Promise<World> {
  const home = path.join(folder, `world-${shipments}`);
  mkdirSync(home, { recursive: true });
  const seed = ['seed', '--shipments', String(shipments), '--seed', '1', '--database', sandboxDatabase(home)];
  const seconds = existsSync(path.join(home, 'sandbox.db')) ? 'kept' : await timeCommand(home, seed);
  const isFilled = copyIn(home) !== undefined;
  const filling = await timeCommand(home, ['sync']);
  const unchanged = isFilled ? filling : await timeCommand(home, ['sync']);
  return world(home, shipments, [seconds, isFilled ? 'kept' : filling, unchanged]);
}

/** The same world whose copy holds its records ten times; the brokerage itself stays as it is. */
export async function findRepeatedWorld(folder: string, { home: from, shipments, copy }: World): Promise<World> {
  const times = shipments * repeatedTimes;
  const home = path.join(folder, `world-${times}`);
  const file = path.join(home, path.basename(copy));
  if (existsSync(file)) return world(home, times, ['-', 'kept', '']);
  mkdirSync(home, { recursive: true });
  const startedAt = performance.now();
  for (const name of ['sandbox.db', 'encryption.key', path.basename(copy)])
    cpSync(path.join(from, name), path.join(home, name));
  repeatRecords(file, copy, repeatedTimes - 1);
  return world(home, times, ['-', rounded((performance.now() - startedAt) / 1000), '']);
}

function world(home: string, shipments: number, seconds: readonly Cell[]): World {
  const copy = copyIn(home);
  if (copy === undefined) throw new Error(`${home} has no copy`);
  return { shipments, home, copy, cells: [shipments, ...seconds, Math.round(statSync(copy).size / byteSteps)] };
}

function copyIn(home: string): string | undefined {
  const name = readdirSync(home).find((file) => /^copy-\w+\.db$/.test(file));
  return name === undefined ? undefined : path.join(home, name);
}

/** Seconds that the published command takes. */
async function timeCommand(home: string, args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = startNode([bundledCommand, ...args], {
    environment: { WAYBILL_HOME: home },
    cwd: home,
    showErrors: true,
  });
  child.stdout.resume();
  await endOf(child);
  if (child.exitCode !== 0) throw new Error(`${args[0]} ended with ${child.exitCode}`);
  return rounded((performance.now() - startedAt) / 1000);
}

export const worldsTable = (worlds: readonly World[], folder: string): Section => ({
  title: 'Worlds and their copies',
  columns: ['shipments', 'seeding s', 'filling the copy s', 'nothing changed, whole command s', 'copy MB'],
  rows: worlds.map(({ cells }) => cells),
  notes: [
    `They are kept in ${folder}: give it as --folder to use them again, remove it when done.`,
    `The largest holds the records of the one before ${repeatedTimes} times in the file of its copy: it measures the SQL of the copy, not the API.`,
  ],
});
