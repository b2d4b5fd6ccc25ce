import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';

const lookAgainMs = 20;

/**
 * Makes a file or folder that is the same for every test of a run and takes long to make: `make` makes it at the path
 * that it gets. Of several workers that need it one makes it, and the others wait; after a failure another one tries.
 */
export async function makeOnce(name: string, make: (target: string) => Promise<void>): Promise<string> {
  const made = path.join(inject('runFolder'), name);
  const claim = `${made}.claim`;
  while (!existsSync(made)) {
    if (isClaimed(claim)) {
      await pause(lookAgainMs);
      continue;
    }
    try {
      if (!existsSync(made)) await makeWhole(made, make);
    } finally {
      rmdirSync(claim);
    }
  }
  return made;
}

async function makeWhole(made: string, make: (target: string) => Promise<void>): Promise<void> {
  const unfinished = `${made}.unfinished`;
  await make(unfinished);
  renameSync(unfinished, made);
}

/** False when the claim is the caller's from now on. */
function isClaimed(claim: string): boolean {
  try {
    mkdirSync(claim);
    return false;
  } catch {
    return true;
  }
}
