import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Program that replaces long-lived objects, and prints by how much the heap outgrew the memory in use. */
const program = `
const { getHeapSpaceStatistics } = await import('node:v8');
const { limitHeapGrowth } = await import(${JSON.stringify(new URL('../../src/cli/heap-growth.ts', import.meta.url).href)});
if (process.argv[1] === 'limited') limitHeapGrowth();
const oldSpace = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space');
const slots = Array.from({ length: 300_000 }, (_, place) => ({ place, text: 'object ' + place }));
globalThis.gc();
const used = oldSpace().space_used_size;
let largest = 0;
for (let count = 0; count < 3_000_000; count += 1) {
  const place = count % slots.length;
  slots[place] = { place, text: 'object ' + count };
  if (count % 50_000 === 0) largest = Math.max(largest, oldSpace().physical_space_size);
}
console.log((largest / used).toFixed(2));
`;

async function measureGrowth(...args: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    // Collected beside the program, the heap would hold what a busy machine has no time to give back.
    '--single-threaded-gc',
    '--no-incremental-marking',
    '--input-type=module',
    '--eval',
    program,
    ...args,
  ]);
  return Number.parseFloat(stdout);
}

test('the heap of a server stays nearer to what is in use than V8 would let it', async () => {
  expect(await measureGrowth('limited')).toBeLessThan((await measureGrowth()) * 0.8);
});
