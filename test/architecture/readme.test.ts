import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Settings } from '../../src/cli/settings.ts';
import { toolsets } from '../../src/mcp/policy/toolsets.ts';
import { metricsPage } from '../../src/metrics/reference.ts';
import { tokenLimits } from './tool-costs.ts';

const toolsPage = readFileSync('docs/reference/tools.md', 'utf8');
const configuration = readFileSync('docs/reference/configuration.md', 'utf8');

test.each(toolsets)('the page on tools says what the tools of %s are for', (toolset) => {
  expect(toolsPage).toMatch(new RegExp(`^\\| \`${toolset}\` \\| \\w.*\\|$`, 'm'));
});

test.each(Object.keys(Settings.shape))('the page on configuration explains %s', (name) => {
  const setting = `\`${name.replace(/_FILE$/, '')}\``;
  const row = configuration.split('\n').find((line) => line.startsWith('|') && line.includes(setting));

  expect(row).toContain(name.endsWith('_FILE') ? '`..._FILE` reads' : setting);
});

test('the page on configuration lists the toolsets that can be chosen', () => {
  expect(configuration).toContain(`comma list of ${toolsets.join(', ')}; or \`all\`, \`default\``);
});

test.each(['toolsByDefault', 'allTools', 'allOutputSchemas'] as const)(
  'the page on tools names the limit of %s',
  (limit) => {
    expect(toolsPage).toMatch(new RegExp(`at most ${tokenLimits[limit].toLocaleString('en-US')}\\b`));
  },
);

test('the page on metrics says what the tables say (npm run list-metrics writes it)', () => {
  expect(readFileSync('docs/reference/metrics.md', 'utf8')).toBe(metricsPage());
});
