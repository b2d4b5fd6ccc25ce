#!/usr/bin/env node
import './require-node.mjs';
// The default export: a name that an old Node lacks would fail before the sentence above is said.
import nodeModule from 'node:module';

// A service turns over far more memory than it holds: with a smaller nursery, a heap that grows in small steps and one pool
// for what is outside of it, it needs half as much and is as quick. Node takes these at its start only, so the process
// begins anew where the system can.
const memory = ['--max-semi-space-size=4', '--heap-growing-percent=30'];
const isFree = !/semi-space|heap-growing/.test(`${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`);
if (process.argv[2] === 'service' && isFree && process.execve !== undefined && process.platform !== 'win32') {
  const environment = { MALLOC_ARENA_MAX: '1', ...process.env };
  process.execve(
    process.execPath,
    [process.execPath, ...memory, ...process.execArgv, ...process.argv.slice(1)],
    environment,
  );
}

// The compile cache makes the second start quicker; a host may kill the process, so it is written soon after the start.
nodeModule.enableCompileCache?.();
setTimeout(() => nodeModule.flushCompileCache?.(), 3000).unref();

await import('../src/main.ts');
