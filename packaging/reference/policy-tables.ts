import { policyEntries } from '../../src/mcp/policy/policy.ts';
import { formatTable } from './markdown.ts';

const header = ['member', 'meaning', 'default', 'lets more pass'];
const block = /(<!-- members: (\w+) -->\n)[^]*?(\n<!-- end of members -->)/g;

/** Writes the tables of members into the page about the policy, each between the two comments that name its section. */
export const fillPolicyTables = (page: string): string =>
  page.replaceAll(
    block,
    (_text, opening: string, section: string, closing: string) =>
      `${opening}\n${formatTable(header, listRows(section)).join('\n')}\n${closing}`,
  );

function listRows(section: string): readonly (readonly string[])[] {
  const entries = policyEntries.filter((entry) => entry.section === section);
  if (entries.length === 0)
    throw new Error(`The page about the policy names a section that has no members: ${section}`);
  return entries.map(({ name, explanation, builtInText, looserText }) => [
    `\`${name}\``,
    explanation,
    builtInText,
    looserText ?? 'never',
  ]);
}
