import { listPatterns, type Pattern, type SourcePlace } from './list-patterns.ts';
import { buildPatterns } from './run-patterns.ts';

/** Characters and pairs of which texts of records, files and calls hold long runs. */
export const separators: readonly string[] = [
  [' ', '\t', '\n', '\r\n', ',', '.', '-', '/', ':', '#', '_', '"', "'", '(', '[', '<', '«', '0', 'a'],
  [' \n', '. ', ', ', '\n- ', '0 ', 'a ', String.raw`\"`],
].flat();

/** Characters that no pattern waits for, so that one has to give up at the end of a run; the dot gives up at the line break. */
export const runEnd = '\u0001\n\u0001';

/** Places that build a pattern which is not run by itself. */
export const covered: readonly { readonly file: string; readonly reason: string }[] = [
  { file: 'src/metrics/kit/fact.ts', reason: 'reads SQL that stands in our own source' },
  { file: 'src/mcp/cards/views/kit/elements.ts', reason: 'the browser gets invisiblePattern of src/mcp/text/text.ts' },
  { file: 'src/mcp/cards/assets/plan-card.js', reason: 'the browser gets invisiblePattern of src/mcp/text/text.ts' },
];

export interface ProductPatterns {
  /** Every pattern once, however many places use it. */
  readonly patterns: readonly Pattern[];
  /** Places that build a pattern and are neither run nor covered. */
  readonly missing: readonly SourcePlace[];
  readonly files: ReadonlySet<string>;
}

/** Reads the patterns that stand in the source and runs the modules that build others. */
export async function loadProductPatterns(): Promise<ProductPatterns> {
  const { literals, constructions } = listPatterns();
  const uncovered = constructions.filter(({ file }) => covered.every((place) => place.file !== file));
  const built = await buildPatterns([...new Set(uncovered.map(({ file }) => file))]);
  const places = new Set(built.map(toKey));
  return {
    patterns: [...new Map([...literals, ...built].map((pattern) => [toText(pattern), pattern] as const)).values()],
    missing: uncovered.filter((place) => !places.has(toKey(place))),
    files: new Set([...literals, ...constructions].map(({ file }) => file)),
  };
}

const toKey = ({ file, line }: SourcePlace) => `${file}:${line}`;
const toText = ({ source, flags }: Pattern) => `/${source}/${flags}`;
