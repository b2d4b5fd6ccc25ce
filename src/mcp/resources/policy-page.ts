import { formatMarkdownTable } from '../results/table.ts';
import { listPolicyLines } from '../policy/policy-text.ts';
import type { Policy } from '../policy/policy.ts';

/** Formats the policy as a page of markdown: whether writes run, then every limit and rule. */
export function formatPolicyPage(policy: Policy, stop: string | undefined): string {
  const rows = listPolicyLines(policy).map(({ name, value, meaning, builtIn }) => [
    name,
    value,
    meaning,
    builtIn ?? 'same',
  ]);
  const columns = ['Name', 'In force', 'Meaning', 'Built in'].map((title) => ({ title }));
  return [
    '# The policy in force',
    stop === undefined ? 'Writes run.' : `WRITES ARE STOPPED. ${stop}`,
    formatMarkdownTable(columns, rows),
  ].join('\n\n');
}
