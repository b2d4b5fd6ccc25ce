// Prints how many names and doc comments break the rules on words, per folder.
// `npm run words`                 the table, and the most frequent breaches of each rule
// `npm run words -- src/domain`   each breach in a folder, with file and line
import {
  type Breach,
  computeShare,
  type FolderResult,
  goals,
  measureWords,
  sumResults,
  type WordRule,
  wordRules,
} from './measure-words.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

function printTable(results: ReadonlyMap<string, FolderResult>): void {
  print(formatRow('', wordRules));
  for (const [folder, result] of results)
    print(
      formatRow(
        folder,
        wordRules.map((rule) => formatCell(rule, result)),
      ),
    );
  const total = sumResults(results.values());
  print(
    formatRow(
      'all',
      wordRules.map((rule) => formatCell(rule, total)),
    ),
  );
  print(
    formatRow(
      'goal',
      wordRules.map((rule) => `${goals[rule]} %`),
    ),
  );
  for (const rule of wordRules) print(`most frequent ${rule}: ${formatMostFrequent(total[rule].breaches)}`);
}

const formatRow = (head: string, cells: readonly string[]): string =>
  head.padEnd(20) + cells.map((cell) => cell.padStart(18)).join('');

const formatCell = (rule: WordRule, result: FolderResult): string =>
  `${result[rule].breaches.length} (${computeShare(result[rule]).toFixed(1)} %)`;

function formatMostFrequent(breaches: readonly Breach[]): string {
  const groups = [...Map.groupBy(breaches, ({ word }) => word)].sort(([, a], [, b]) => b.length - a.length);
  return groups
    .slice(0, 20)
    .map(([word, { length }]) => `${word} ${length}`)
    .join(', ');
}

function printBreaches(folder: string, result: FolderResult): void {
  for (const rule of wordRules) {
    print(`${folder}: ${formatCell(rule, result)} ${rule}, goal ${goals[rule]} %`);
    for (const { file, line, word } of result[rule].breaches) print(`  ${file}:${line} ${word}`);
  }
}

const [argument] = process.argv.slice(2);
const results = measureWords();
if (argument === undefined) printTable(results);
else {
  const folders = [...results].filter(([folder]) => folder === argument || folder.startsWith(`${argument}/`));
  if (folders.length === 0) print(`There is no folder ${argument}. Folders: ${[...results.keys()].join(', ')}`);
  for (const [folder, result] of folders) printBreaches(folder, result);
}
