#!/usr/bin/env node
import './require-node.mjs';
// The default export: a name that an old Node lacks would fail before the sentence above is said.
import nodeModule from 'node:module';
import { setFlagsFromString } from 'node:v8';

// A service turns over far more memory than it holds. A nursery that is large from the start keeps the answer to one
// request out of the old heap, which may then grow in small steps; one pool for what is outside of the heap, and large
// pieces not from it but from the system, do not leave as much unused. Node takes these at its start only, so the
// process begins anew where the system can.
const heap = ['--min-semi-space-size=12', '--max-semi-space-size=12', '--heap-growing-percent=20'];
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' };
const isFree = !/semi-space|heap-growing/.test(`${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`);
if (process.argv[2] === 'service' && isFree && process.execve !== undefined && process.platform !== 'win32') {
  process.execve(process.execPath, [process.execPath, ...heap, ...process.execArgv, ...process.argv.slice(1)], {
    ...allocator,
    ...process.env,
  });
}

// While the old heap is marked, the nursery is still emptied: otherwise the heap grows by all that requests leave behind
// meanwhile. And nothing begins in the old heap: V8 puts what it often finds in use there at once, and an answer that is
// over then holds on to all that it was made of until the old heap is marked, ten times as often. Said here, because a
// Node that does not know these only says so, where on its command line it would not start.
if (process.argv[2] === 'service') {
  setFlagsFromString('--no-separate-gc-phases');
  setFlagsFromString('--no-allocation-site-pretenuring');
}

// The compile cache makes the second start quicker; a host may kill the process, so it is written soon after the start.
nodeModule.enableCompileCache?.();
setTimeout(() => nodeModule.flushCompileCache?.(), 3000).unref();

await import('../src/main.ts');
