// Loaded before the product (`node --import`) while its pictures are taken: the clock stands still, ids are the same in
// each run, and the user of the machine has a neutral name. Everything else is the product as it is published.
import { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { mock } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import { clockVariable, userName } from './fixed-run-settings.ts';

const startsAt = process.env[clockVariable];
if (startsAt === undefined) throw new Error(`${clockVariable} names the instant at which the clock stands`);
mock.timers.enable({ apis: ['Date'], now: Date.parse(startsAt) });
// Threads load this too; messages come to the process only.
if (isMainThread) {
  process.on('message', (instant) => mock.timers.setTime(Date.parse(String(instant))));
  // A command that has ended does not wait for a message.
  process.channel?.unref();
}

const user = { ...os.userInfo(), username: userName };
Object.defineProperty(os, 'userInfo', { value: () => user });
syncBuiltinESMExports();

/** Fills ids only: keys, secrets and links come from `node:crypto` and stay random. */
function fillFromSeed<View extends ArrayBufferView>(view: View): View {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let place = 0; place < bytes.length; place += digestBytes) {
    drawn += 1;
    bytes.set(
      createHash('sha256')
        .update(`${seed} ${drawn}`)
        .digest()
        .subarray(0, bytes.length - place),
      place,
    );
  }
  return view;
}

const digestBytes = 32;
/** Each command has ids of its own. */
const seed = [startsAt, ...process.argv.slice(2)].join(' ');
let drawn = 0;
Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fillFromSeed });
