import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { buildEnvironment, createTemporaryFolder } from '../cli/support/waybill.ts';
import { isDeep } from '../support/depth.ts';

const script = path.join(import.meta.dirname, '../../demo/run.ts');

/** Runs the demo until it ends, in a separate temporary folder; `onOutput` may type an answer. */
async function runDemo(command: readonly [string, ...string[]], onOutput?: (output: string) => string | undefined) {
  using folder = createTemporaryFolder();
  const temporary = path.join(folder.path, 'tmp');
  mkdirSync(temporary);
  const [program, ...args] = command;
  const demo = spawn(program, args, {
    cwd: folder.path,
    env: { ...buildEnvironment(folder.path), TMPDIR: temporary, COLUMNS: '100' },
  });
  if (onOutput === undefined) demo.stdin.end();
  let output = '';
  for (const stream of [demo.stdout, demo.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const answer = onOutput?.(output);
      if (answer !== undefined) demo.stdin.write(answer);
    });
  const code = await new Promise((resolve) => {
    demo.once('close', resolve);
  });
  return { code, output, left: readdirSync(temporary) };
}

/** Pattern that each step has to show, in order. */
const promises = [
  ['The morning brief', /Brief for dispatch: late \d+, uncovered \d+/],
  ['A late load', /SHP-\d+ .* h \d+ min .*\(\d{3}\) 555-/],
  ['A carrier that is refused', /NOT DONE\. .*Copperhead Pass[^]*?Insurance\s+ends\s+on/],
  ['A carrier that is booked', /Yes, do exactly this[^]*?DONE\. LD-\d+ of SHP-\d+ is booked/],
  ['A bill with changed bank details', /Harrow Point[^]*?\$9,840\.00[^]*?on hold/],
  [
    'The approval',
    /APPROVAL NEEDED[^]*?localhost:\d+\/approvals\/APR-[^]*?Approved by R\. Vega[^]*?Left\s+out[^]*?DONE\. 3 bills/,
  ],
  ['Undo', /DONE\. Taken back: Book/],
  ['A figure, and the records behind it', /Brightwater Beverage +A\d+ +-\$[^]*?from \d+ shipments/],
  ['The audit log', /R\. Vega[^]*?the audit log is whole: \d+ entries/],
] as const;

function expectPromisesHeld(output: string): void {
  const steps = output.split(/^== \d of 9: /m).slice(1);
  expect(steps.map((step) => step.slice(0, step.indexOf(' =')))).toEqual(promises.map(([title]) => title));
  for (const [index, [, pattern]] of promises.entries()) {
    expect(steps[index]).toMatch(pattern);
    // One sentence says what it means.
    expect(steps[index]?.match(/^=> /gm)).toHaveLength(1);
  }
}

test('without a terminal the demo runs to its end without a pause, and leaves nothing behind', async () => {
  const { code, output, left: leftovers } = await runDemo([process.execPath, script]);

  expect([code, leftovers]).toEqual([0, []]);
  expectPromisesHeld(output);
  expect(output).not.toContain('Press Enter');
  expect(output.split('\n').filter((line) => line.length > 100 && !line.includes('waybill'))).toEqual([]);
  expect(output.trim().split('\n').at(-1)).toMatch(/ install claude-desktop$/);
});

const isPtyMissing = spawnSync('script', ['--version']).status !== 0;
// The same story a second time; only its pauses are other.
describe.skipIf(!isDeep || isPtyMissing)('at a terminal (a deep run, where util-linux has `script`)', () => {
  test('it waits for Enter between steps, and shows the link of the approvals page', async () => {
    let prompts = 0;
    const {
      code,
      output,
      left: leftovers,
    } = await runDemo(['script', '-qec', `${process.execPath} ${script}`, '/dev/null'], (text) => {
      const count = text.split('Press Enter').length - 1;
      if (count === prompts) return undefined;
      prompts = count;
      return '\r';
    });

    const plain = stripVTControlCharacters(output).replaceAll('\r', '');
    expect([code, leftovers]).toEqual([0, []]);
    expectPromisesHeld(plain);
    expect(prompts).toBe(promises.length - 1 + 4);
    expect(plain).toMatch(/http:\/\/localhost:\d+\/approvals\/sign-in#link=/);
  });
});
