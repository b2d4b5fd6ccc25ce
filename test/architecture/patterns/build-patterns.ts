import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Pattern } from './list-patterns.ts';

/**
 * Patterns that the given files build, loaded in a separate thread. `RegExp` is watched before the first file is
 * loaded, so that nothing has to be parsed a second time to know what a template becomes.
 */
const patterns: Pattern[] = [];
const root = process.cwd();

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, values, newTarget) {
    // The target is the built-in RegExp, which makes nothing else.
    const pattern = Reflect.construct(target, values, newTarget) as RegExp;
    for (const place of listCallers()) patterns.push({ ...place, source: pattern.source, flags: pattern.flags });
    return pattern;
  },
});

/** Lists the places of the product in the call stack, so that a pattern is found by the line of its helper too. */
function listCallers(): Pick<Pattern, 'file' | 'line'>[] {
  const lines = (new Error('Where the pattern is built').stack ?? '').split('\n');
  return lines.flatMap((line) => {
    const [, address = '', number = ''] = /(file:\/\/[^)]*?):(\d+):\d+\)?$/.exec(line) ?? [];
    const file = address.replace(`${pathToFileURL(root).href}/`, '');
    return /^(?:src|tools|prompts)\//.test(file) ? [{ file, line: Number(number) }] : [];
  });
}

/** Calls what builds a pattern only when it is called. */
const samples: Readonly<Record<string, (module: Readonly<Record<string, unknown>>) => void>> = {
  'src/mcp/text/offered-words.ts': ({ createMissingRemover }) => call(createMissingRemover, ['pay_bills', 'find']),
};

function call(target: unknown, input: unknown): void {
  if (typeof target !== 'function') throw new Error('The function that builds a pattern has another name now.');
  target(input);
}

// The test that starts this thread gives it a list of files.
for (const file of workerData as readonly string[]) {
  const module: unknown = await import(pathToFileURL(path.join(root, file)).href);
  samples[file]?.(Object(module));
}
parentPort?.postMessage(patterns);
