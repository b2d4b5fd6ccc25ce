import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { askHidden, askVisibly, createLogOutput } from '../../../src/cli/terminal.ts';
import { openLog } from '../../../src/log.ts';

function openTerminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const written: string[] = [];
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const { log } = openLog('info', () => '2026-11-26T00:00:00.000Z', createLogOutput(stderr));
  return { streams: { stdin, stdout: new PassThrough(), stderr }, shown: written, log };
}

test.each([
  ['a secret', askHidden],
  ['an answer', askVisibly],
])('log lines wait while a person types %s, and follow it', async (_what, ask) => {
  const { streams, shown: written, log } = openTerminal();

  log('warn', 'before');
  const answering = ask(streams, 'The secret');
  log('warn', 'during');
  log('error', 'during as well');
  const whileTyping = written.join('');
  streams.stdin.write('hunter2\n');

  expect(await answering).toBe('hunter2');
  log('warn', 'after');
  expect(whileTyping).toContain('"before"');
  expect(whileTyping).not.toContain('during');
  expect(written.join('').match(/"message":"[^"]*"/g)).toEqual([
    '"message":"before"',
    '"message":"during"',
    '"message":"during as well"',
    '"message":"after"',
  ]);
  expect(written.join('')).not.toContain('hunter2');
});

test('every question at a terminal is asked where the log waits for it', () => {
  const root = path.join(import.meta.dirname, '../../../src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

  const asking = files.filter((file) => /node:readline/.test(readFileSync(path.join(root, file), 'utf8')));

  expect(asking).toEqual([path.join('cli', 'terminal.ts')]);
});
