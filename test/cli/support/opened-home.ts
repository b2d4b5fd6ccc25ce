import { cpSync, mkdirSync } from 'node:fs';
import { makeOnce } from '../../support/stores/made-once.ts';
import { runWaybill } from './in-process.ts';
import { type Folder, createTemporaryFolder } from './waybill.ts';

/**
 * Creates a data folder as it is after the first use: the sandbox is generated and its records are copied. Both are made
 * once in a run. A test about a first start takes an empty folder.
 */
export async function createOpenedHome(): Promise<Folder> {
  const folder = createTemporaryFolder();
  await copyOpenedHome(folder.path);
  return folder;
}

/** Puts such a data folder in place of a folder that is empty or not there yet. */
export async function copyOpenedHome(home: string): Promise<void> {
  cpSync(await makeOnce('opened-home', openHome), home, { recursive: true });
}

async function openHome(home: string): Promise<void> {
  mkdirSync(home);
  const { code, stderr } = await runWaybill(['sync'], { home });
  if (code !== 0) throw new Error(stderr);
}
