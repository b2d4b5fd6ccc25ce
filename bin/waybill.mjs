#!/usr/bin/env node
import './require-node.mjs';
import { useCompileCache } from './compile-cache.mjs';

useCompileCache(process.argv.slice(2));

await import('../src/main.ts');
