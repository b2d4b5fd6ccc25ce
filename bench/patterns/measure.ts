import type { Pattern } from '../../test/architecture/patterns/list-patterns.ts';
import { loadProductPatterns, runEnd, separators } from '../../test/architecture/patterns/product-patterns.ts';
import type { ReportTable } from '../report.ts';
import { findLeast, roundValue } from '../stats.ts';

const sizes = [25_000, 50_000, 100_000, 200_000] as const;
const [smallest] = sizes;
const largest = sizes[3];
const repeats = 5;
const worstCount = 5;
const orderFile = 'src/mcp/text/order-patterns.ts';
const sourceMax = 48;

interface Growth {
  readonly pattern: Pattern;
  /** The separator that takes this pattern longest. */
  readonly separator: string;
  /** Milliseconds for each size. */
  readonly times: readonly number[];
}

/** Measures how the time of each pattern grows with the separators of a text: 8x from 25,000 to 200,000 is linear. */
export async function measurePatterns(): Promise<readonly ReportTable[]> {
  const { patterns } = await loadProductPatterns();
  const growths = patterns.map(measureGrowth);
  const slowestFirst = growths.toSorted((a, b) => (b.times.at(-1) ?? 0) - (a.times.at(-1) ?? 0));
  return [
    toSection(
      'Patterns that look for orders in record text, each on the separator that takes it longest',
      growths.filter(({ pattern }) => pattern.file === orderFile),
    ),
    toSection(`The ${worstCount} slowest of ${patterns.length} patterns`, slowestFirst.slice(0, worstCount)),
  ];
}

function measureGrowth(pattern: Pattern): Growth {
  const compiled = new RegExp(pattern.source, pattern.flags);
  const measure = (separator: string, times: number) => {
    const text = Buffer.from(`${separator.repeat(times)}${runEnd}`).toString();
    return findLeast(Array.from({ length: repeats }, () => measureRun(compiled, text)));
  };
  const [separator = ''] = separators
    .map((candidate) => [candidate, measure(candidate, smallest)] as const)
    .toSorted(([, a], [, b]) => b - a)
    .map(([candidate]) => candidate);
  return { pattern, separator, times: sizes.map((size) => measure(separator, size)) };
}

function measureRun(compiled: RegExp, text: string): number {
  const startedAt = performance.now();
  if (compiled.global) text.replace(compiled, '');
  else compiled.exec(text);
  return performance.now() - startedAt;
}

const toSection = (title: string, growths: readonly Growth[]): ReportTable => ({
  title,
  columns: ['pattern', 'separator', ...sizes.map((size) => `${size / 1000}k, ms`), 'growth'],
  rows: growths.map(({ pattern: { file, line, source }, separator, times }) => [
    `${file === orderFile ? '' : `${file}:${line} `}/${source.slice(0, sourceMax)}/`,
    JSON.stringify(separator),
    ...times.map((time) => time.toFixed(3)),
    `${roundValue((times.at(-1) ?? 0) / (times[0] ?? 1))}x`,
  ]),
  notes: [
    `Growth from ${smallest.toLocaleString('en-US')} to ${largest.toLocaleString('en-US')}: 8x is linear, 64x is quadratic.`,
  ],
});
