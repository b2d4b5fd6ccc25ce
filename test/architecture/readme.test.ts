import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { Settings } from '../../src/cli/settings.ts';
import { toolsets } from '../../src/mcp/policy/toolsets.ts';
import { metricsPage } from '../../src/metrics/reference.ts';
import { toolList } from '../../tools/list.ts';

const readme = readFileSync('README.md', 'utf8');
const configuration = readFileSync('docs/configuration.md', 'utf8');

test.each(toolList)('the README lists $name with its gate', ({ name, toolset, gate, title }) => {
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
  const tokens = toolList.reduce(
    (sum, { name, description, inputSchema }) =>
      sum + encode(JSON.stringify({ name, description, inputSchema })).length,
    0,
  );

  const published = Number(/costs about ([\d,]+) tokens/.exec(readme)?.[1]?.replace(',', ''));

  expect(Math.abs(published - tokens)).toBeLessThanOrEqual(100);
});

test('the page on metrics says what the tables say (npm run list-metrics writes it)', () => {
  expect(readFileSync('docs/metrics.md', 'utf8')).toBe(metricsPage());
});
