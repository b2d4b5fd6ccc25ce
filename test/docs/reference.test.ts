import { expect, test } from 'vitest';
import { buildReference } from '../../packaging/reference/pages.ts';
import { Settings } from '../../src/cli/settings.ts';
import { toolsets } from '../../src/mcp/policy/toolsets.ts';
import { renderMetricsPage } from '../../src/metrics/reference.ts';
import { tokenLimits } from '../architecture/tool-costs.ts';
import { getPage } from './support/pages.ts';

test.each(Object.entries(buildReference()))(
  'the page %s is what follows from the code (npm run list-tools writes it)',
  (name, text) => {
    expect(getPage(name).text).toBe(text);
  },
);

test('the page on metrics is what follows from the tables (npm run list-metrics writes it)', () => {
  expect(getPage('metrics.md').text).toBe(renderMetricsPage());
});

test.each(Object.keys(Settings.shape))('the page on configuration explains %s', (name) => {
  const setting = `\`${name.replace(/_FILE$/, '')}\``;
  const row = getPage('configuration.md')
    .text.split('\n')
    .find((line) => line.startsWith('|') && line.includes(setting));

  expect(row).toMatch(name.endsWith('_FILE') ? /`\.\.\._FILE` reads/ : setting);
});

test.each(['toolsByDefault', 'allTools', 'allOutputSchemas'] as const)(
  'the page on tools names the limit of %s',
  (limit) => {
    expect(getPage('tools.md').text).toMatch(new RegExp(`at most ${tokenLimits[limit].toLocaleString('en-US')}\\b`));
  },
);

test('the page on configuration lists the toolsets that can be chosen', () => {
  expect(getPage('configuration.md').text).toContain(`comma list of ${toolsets.join(', ')}; or \`all\`, \`default\``);
});
