import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { Settings } from '../../src/cli/settings.ts';
import { advertised } from '../../src/mcp/server/json-schema.ts';
import { toolsets } from '../../src/mcp/tool/tool.ts';
import { tools } from '../../tools/index.ts';

const readme = readFileSync('README.md', 'utf8');
const configuration = readFileSync('docs/configuration.md', 'utf8');

test.each(tools)('the README lists $name with its gate', ({ name, toolset, gate, title }) => {
  expect(readme).toContain(`| \`${name}\` | ${toolset} | ${gate} | ${title} |`);
});

test.each(Object.keys(Settings.shape))('the page on configuration explains %s', (name) => {
  const setting = `\`${name.replace(/_FILE$/, '')}\``;
  const row = configuration.split('\n').find((line) => line.startsWith('|') && line.includes(setting));

  expect(row).toContain(name.endsWith('_FILE') ? '`..._FILE` reads' : setting);
});

test('the page on configuration lists the toolsets that can be chosen', () => {
  expect(configuration).toContain(`comma list of ${toolsets.join(', ')}; or \`all\`, \`default\``);
});

test('the README names what the tools cost a model, to the nearest hundred tokens', () => {
  const tokens = tools.reduce((sum, tool) => {
    const inputSchema = advertised(tool.input, 'input')['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    return sum + encode(JSON.stringify({ name: tool.name, description: tool.description, inputSchema })).length;
  }, 0);

  const published = Number(/costs about ([\d,]+) tokens/.exec(readme)?.[1]?.replace(',', ''));

  expect(Math.abs(published - tokens)).toBeLessThanOrEqual(100);
});
