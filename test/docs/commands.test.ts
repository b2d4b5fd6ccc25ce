import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { declareProgram } from '../../packaging/reference/declared-program.ts';
import { listCommandLines } from './support/command-lines.ts';
import { type Page, pages, parsePage } from './support/pages.ts';
import { findFault } from './support/try-command.ts';

const listFaults = (page: Page): readonly string[] =>
  listCommandLines(page).flatMap((line) => {
    const fault = findFault(line);
    return fault === undefined ? [] : [`waybill ${line.words.join(' ')}: ${fault}`];
  });

test.each(pages)('every command of Waybill on $file is understood by the command line', (page) => {
  expect(listFaults(page)).toEqual([]);
});

test.each([
  ['waybill tolos', "unknown command 'tolos'"],
  ['waybill approvals aprove APR-1', 'unknown command'],
  ['npm run -s waybill -- doctor --quick', 'unknown option'],
  ['npx -y waybill install notepad', 'is invalid'],
  ['FOO=1 waybill seed --shipments 5', 'required option'],
  ['waybill openapi more | jq .', 'too many arguments'],
  ['podman exec -it desk waybill docter', "unknown command 'docter'"],
  [`waybill call track_loads '{"shipments":["SHP-1"]}'`, 'there is no tool'],
  [`waybill call track_shipments '{"loads":["SHP-1"]}'`, 'track_shipments: '],
  [`waybill call track_shipments '{"shipments":'`, 'track_shipments: '],
  ['waybill help tolos', 'there is no command'],
])('%s is found to be wrong', (line, fault) => {
  const inBlock = parsePage('page.md', `\`\`\`sh\n${line}\n\`\`\``);
  const inText = parsePage('page.md', `Type \`${line}\`.`);

  expect(listFaults(inBlock)).toEqual([expect.stringContaining(fault)]);
  expect(listFaults(inText)).toEqual([expect.stringContaining(fault)]);
});

test('a command without its argument is wrong as a line, and stands for itself in a sentence', () => {
  expect(listFaults(parsePage('page.md', '```\nwaybill call\n```'))).toEqual([
    expect.stringContaining('missing required argument'),
  ]);
  expect(listFaults(parsePage('page.md', 'Use `waybill call`, or `waybill approvals`.'))).toEqual([]);
});

test.each([
  'waybill',
  'waybill sync',
  'waybill --home /srv/desk approvals list --all',
  'source <(waybill completion bash)',
  'waybill openapi > openapi.json',
  'waybill call TOOL JSON',
  'podman run --network host -v waybill:/var/lib/waybill waybill http',
  `waybill call find '{"query":"PO 4500-7781"}' --json`,
  'npx -y waybill help COMMAND',
])('%s is understood', (line) => {
  const page = parsePage('page.md', `\`\`\`\n${line}\n\`\`\``);

  expect(listCommandLines(page)).toHaveLength(1);
  expect(listFaults(page)).toEqual([]);
});

/** Options of every command, and of other programs that pages use. */
const knownOptions: ReadonlySet<string> = new Set([
  ...listCommands(declareProgram()).flatMap(({ options }) => options.flatMap(({ long }) => long ?? [])),
  '--help',
  '--version',
  '--format',
  '--build-arg',
  '--million',
  '--auto-approve',
]);

function listCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(listCommands)];
}

/** Options that a page names alone, and that no command has. */
const listUnknownOptions = ({ spans }: Page): readonly string[] =>
  spans.flatMap((text) => /^--[a-z][a-z-]*/.exec(text) ?? []).filter((option) => !knownOptions.has(option));

test.each(pages)('every option that $file names is one of a command', (page) => {
  expect(listUnknownOptions(page)).toEqual([]);
});

test('an option that no command has is found', () => {
  const text = 'Use `--database`, `--home DIR` or `--databse`.';

  expect(listUnknownOptions(parsePage('page.md', text))).toEqual(['--databse']);
});

// The form of the file is npm's own.
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Scripts of npm that a page starts, and that package.json doesn't have. */
const listUnknownScripts = ({ blocks, spans }: Page): readonly string[] =>
  [...blocks.map((block) => block.text), ...spans]
    .flatMap((text) => [...text.matchAll(/\bnpm run (?:-s |--silent )?([\w:-]+)/g)])
    .flatMap(([, name = '']) => (name in scripts ? [] : [name]));

test.each(pages)('every script of npm on $file is in package.json', (page) => {
  expect(listUnknownScripts(page)).toEqual([]);
});

test('a script of npm that is not there is found', () => {
  expect(listUnknownScripts(parsePage('page.md', 'Run `npm run -s chek`, then `npm run check`.'))).toEqual(['chek']);
});
