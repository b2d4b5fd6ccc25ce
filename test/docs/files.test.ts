import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSignIn } from '../../src/cli/sign-in-file.ts';
import { readPolicy } from '../../src/cli/opening/policy.ts';
import { PolicyFile } from '../../src/mcp/policy/policy-file.ts';
import { createTemporaryFolder } from '../cli/support/waybill.ts';
import { pages, parsePage } from './support/pages.ts';

const folder = createTemporaryFolder();
const secretFile = path.join(folder.path, 'secret');
writeFileSync(secretFile, 'a secret');
afterAll(() => folder[Symbol.dispose]());

const listJson = ({ blocks }: (typeof pages)[number]): readonly string[] =>
  blocks.flatMap(({ language, text }) => (language === 'json' ? [text] : []));

const examples = pages.flatMap((page) => listJson(page).map((text, place) => ({ file: page.file, place, text })));

const hasOnly = (members: object, names: readonly string[]): boolean =>
  Object.keys(members).every((name) => names.includes(name));

/** Reads an example as the program that reads such a file does; throws the program's error. */
async function readExample(text: string): Promise<void> {
  // The form of an example is up to its page.
  const members = JSON.parse(text) as object;
  if (hasOnly(members, Object.keys(PolicyFile.shape))) await readPolicy({ policyText: text, signIn: undefined });
  if ('issuer' in members) readSignIn(text.replaceAll(/(?:\/run\/secrets|\/etc\/waybill)\/[\w-]+/g, secretFile));
}

test.each(examples)('example $place in JSON on $file is read as the program reads it', async ({ text }) => {
  await expect(readExample(text)).resolves.toBeUndefined();
});

test('policies and sign-in files are among the examples', () => {
  const members = examples.map(({ text }) => JSON.parse(text) as object);

  expect(members.some((member) => 'issuer' in member)).toBe(true);
  expect(members.some((member) => 'limits' in member)).toBe(true);
});

test.each([
  ['JSON with a mistake', '{ "limits": }', /JSON/],
  ['a tool that does not exist', '{ "gates": { "pay_bill": "off" } }', /pay_bill/],
  ['a limit that does not exist', '{ "limits": { "pay_bills": { "perWeek": 10 } } }', /perWeek/],
  ['a member that does not exist', '{ "issuer": "https://login.example.com", "clients": {} }', /client/],
])('%s is found in an example', async (_what, text, problem) => {
  const [json = ''] = listJson(parsePage('page.md', `\`\`\`json\n${text}\n\`\`\``));

  await expect(readExample(json)).rejects.toThrow(problem);
});
