import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runWaybill } from './support/in-process.ts';
import { createTemporaryFolder } from './support/waybill.ts';

interface UnknownName {
  readonly words: readonly string[];
  readonly environment?: Record<string, string>;
  /** Part of the error. */
  readonly says: string;
}

const unknownNames: readonly UnknownName[] = [
  { words: ['tolos'], says: "unknown command 'tolos' (did you mean tools?)" },
  { words: ['tolos', '--json'], says: "unknown command 'tolos' (did you mean tools?)" },
  { words: ['--home', 'elsewhere', 'doctr'], says: "unknown command 'doctr' (did you mean doctor?)" },
  { words: ['make_coffee'], says: "unknown command 'make_coffee'" },
  { words: ['approvals', 'lst', '--all'], says: "unknown command 'lst' (did you mean list?)" },
  { words: ['approvals', 'passkeys', 'remov', 'Laptop'], says: "unknown command 'remov' (did you mean remove?)" },
  { words: ['org', 'ad', 'Vega Freight'], says: "unknown command 'ad' (did you mean add?)" },
  { words: ['sync', 'vrify'], says: "unknown command 'vrify' (did you mean verify?)" },
  { words: ['sync', 'vrify', '--json'], says: "unknown command 'vrify' (did you mean verify?)" },
  { words: ['help', 'polcy'], says: "unknown command 'polcy' (did you mean policy?)" },
  { words: ['help', 'approvals', 'passkey'], says: "unknown command 'passkey' (did you mean passkeys?)" },
  { words: ['approvals', 'help', 'aprove'], says: "unknown command 'aprove' (did you mean approve?)" },
  { words: ['call', 'list_shipment'], says: '"list_shipment" is not a tool (did you mean list_shipments' },
  { words: ['call', 'list_shipment', '{broken'], says: '"list_shipment" is not a tool (did you mean list_shipments' },
  { words: ['call', 'make_coffee'], says: '"make_coffee" is not a tool. ' },
  { words: ['install', 'cursr'], says: 'Did you mean cursor? Allowed choices are claude-desktop, ' },
  { words: ['uninstall', 'claude'], says: 'Did you mean claude-code or claude-desktop? Allowed choices are ' },
  { words: ['completion', 'zhs'], says: 'Did you mean zsh? Allowed choices are ' },
  { words: ['org', 'set', 'an-id', '--tier', 'enterprize'], says: 'Did you mean enterprise? Allowed choices are ' },
  { words: ['doctor', '--databse', 'sqlite:desk.db'], says: '(Did you mean --database?)' },
  { words: ['approvals', 'secret', '--force'], says: "unknown option '--force'" },
  {
    words: ['tools'],
    environment: { WAYBILL_TOOLSETS: 'desk,payable' },
    says: 'has "payable" (did you mean payables?)',
  },
  {
    words: ['approvals', 'secret'],
    environment: { WAYBIL_HOME: '/', WAYBILL_HOM: '/' },
    says: 'WAYBILL_HOM is not a setting (did you mean WAYBILL_HOME?)',
  },
];

test.each(unknownNames)('$words is refused with $says, and nothing is made', async ({ words, environment, says }) => {
  using folder = createTemporaryFolder();
  const home = path.join(folder.path, 'data');

  const { code, stdout, stderr } = await runWaybill(words, {
    home,
    cwd: folder.path,
    ...(environment && { environment }),
  });

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(says);
  expect([home, path.join(folder.path, 'elsewhere')].filter((made) => existsSync(made))).toEqual([]);
});
