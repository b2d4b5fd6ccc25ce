import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/contract/catalogue.ts';
import { listTool } from '../../src/mcp/server/list-tool.ts';
import { tools } from '../../tools/index.ts';
import { toolList } from '../../tools/list.ts';
import { countTokens, defaultToolsets, sumTokens, tokenLimits } from './tool-costs.ts';

const listed = tools.map(listTool);

test('each tool lives in the file of its name', () => {
  const names: readonly string[] = tools.map(({ name }) => name);
  // Helpers have names with hyphens, tools with underscores.
  const files = globSync('tools/*/*.ts')
    .map((file) => path.basename(file, '.ts'))
    .filter((name) => name.includes('_') || names.includes(name));

  expect(files.sort()).toEqual(names.toSorted());
});

test.each(listed)(`$name costs a model at most ${tokenLimits.tool} tokens`, (tool) => {
  expect(countTokens(tool)).toBeLessThanOrEqual(tokenLimits.tool);
});

test('the tools that are on by default cost a model less than all of them, and both stay within their limits', () => {
  const usual = listed.filter(({ toolset }) => defaultToolsets.includes(toolset));

  expect(defaultToolsets).toEqual(['desk', 'catalogue', 'insight', 'control']);
  expect(usual.length).toBeLessThan(listed.length);
  expect(sumTokens(usual)).toBeLessThanOrEqual(tokenLimits.toolsByDefault);
  expect(sumTokens(listed)).toBeLessThanOrEqual(tokenLimits.allTools);
});

test('the list of all tools takes at most 75 kB on the wire', () => {
  expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(75_000);
});

test('the output schemas of all tools together stay within their limit', () => {
  const tokens = listed.reduce((sum, { outputSchema }) => sum + encode(JSON.stringify(outputSchema)).length, 0);

  expect(tokens).toBeLessThanOrEqual(tokenLimits.allOutputSchemas);
});

test.each(tools)('$name says what it changes', ({ gate, isWrite, hints, operations }) => {
  const effects = new Set(
    catalogue()
      .filter(({ name }) => operations.includes(name))
      .map(({ effect }) => effect),
  );

  expect(isWrite).toBe(gate !== 'none');
  expect(isWrite ? [] : [...effects].filter((effect) => effect !== 'read')).toEqual([]);
  expect(effects.has('destructive') && !hints.destructive).toBe(false);
});

test.each(tools)('$name speaks only of tools that exist', ({ description }) => {
  const spoken = [...description.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([word]) => word);
  const toolNames = new Set(tools.map((tool) => tool.name));

  expect(spoken.filter((word) => !toolNames.has(word))).toEqual([]);
});

test('every tool that an answer offers as a next step exists', () => {
  const toolNames: ReadonlySet<string> = new Set(tools.map(({ name }) => name));
  const offered = globSync('tools/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\btool: '([^']+)'/g)].map(([, name = '']) => ({ file, name })),
  );

  expect(offered.length).toBeGreaterThan(50);
  expect(offered.filter(({ name }) => !toolNames.has(name))).toEqual([]);
});

test('clients are told of the tools what the tools themselves declare, a line for each (npm run list-tools)', () => {
  const [opening, ...lines] = readFileSync('tools/list.json', 'utf8').trimEnd().split('\n');

  expect([opening, lines.pop()]).toEqual(['[', ']']);
  expect(lines).toEqual(listed.map((tool, index) => `${JSON.stringify(tool)}${index + 1 < listed.length ? ',' : ''}`));
  expect(toolList).toEqual(JSON.parse(JSON.stringify(listed)));
});
