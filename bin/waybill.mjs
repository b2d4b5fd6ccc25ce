#!/usr/bin/env node
import './require-node.mjs';
// The default export: a name that an old Node lacks would fail before the sentence above is said.
import nodeModule from 'node:module';

// A service turns over far more memory than it holds: with a smaller nursery it needs a third less and is as quick.
// Node takes the flag at its start only, so the process begins anew where the system can do that.
const nursery = '--max-semi-space-size=8';
const isFree = !`${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`.includes('semi-space');
if (process.argv[2] === 'service' && isFree && process.execve !== undefined && process.platform !== 'win32') {
  process.execve(process.execPath, [process.execPath, nursery, ...process.execArgv, ...process.argv.slice(1)]);
}

// The compile cache makes the second start quicker; a host may kill the process, so it is written soon after the start.
nodeModule.enableCompileCache?.();
setTimeout(() => nodeModule.flushCompileCache?.(), 3000).unref();

await import('../src/main.ts');
