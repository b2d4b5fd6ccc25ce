#!/usr/bin/env node
import './require-node.mjs';
// The default export: a name that an old Node lacks would fail before the sentence above is said.
import nodeModule from 'node:module';

// The compile cache makes the second start quicker; a host may kill the process, so it is written soon after the start.
nodeModule.enableCompileCache?.();
setTimeout(() => nodeModule.flushCompileCache?.(), 3000).unref();

await import('../src/main.ts');
