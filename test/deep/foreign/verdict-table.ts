import type { AnswerVerdict } from './judge.ts';

type CountedVerdict = AnswerVerdict | 'wrong' | 'known';

/** Verdicts about the calls on one profile after another, printed as a table by a deep run. */
export function createVerdictTable(title: string) {
  const lines = [title];
  return {
    add(profile: string, verdicts: readonly CountedVerdict[]): void {
      const counts = Object.entries(Object.groupBy(verdicts, (verdict) => verdict));
      lines.push(`  ${profile}: ${counts.map(([verdict, all]) => `${all.length} ${verdict}`).join(', ')}`);
    },
    print: () => void process.stdout.write(`${lines.join('\n')}\n`),
  };
}
