import { formatMarkdownTable } from '../results/table.ts';
import { listPolicyLines } from '../policy/policy-text.ts';
import type { Policy } from '../policy/policy.ts';
import { stopSentence } from '../stop/writes-stop.ts';
import type { WritesStop } from '../tool/memory.ts';

/** Formats the policy as a page of markdown: whether writes run, then every limit and rule. */
export function formatPolicyPage(policy: Policy, stop: WritesStop | undefined): string {
  const rows = listPolicyLines(policy).map(({ name, value, meaning, builtIn }) => [
    name,
    value,
    meaning,
    builtIn ?? 'same',
  ]);
  const columns = ['Name', 'In force', 'Meaning', 'Built in'].map((title) => ({ title }));
  return [
    '# The policy in force',
    stop === undefined ? 'Writes run.' : `WRITES ARE STOPPED. ${stopSentence(stop)} Reading goes on.`,
    formatMarkdownTable(columns, rows),
  ].join('\n\n');
}
