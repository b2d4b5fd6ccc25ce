// Prints the shape of the source: files per folder, the longest chain of imports, lengths of functions, and casts.
// `npm run shape`
import { type Node, parseSync } from 'oxc-parser';
import {
  getFolder,
  findLongestChain,
  readSourceFiles,
  type SourceFile,
  buildStaticImportGraph,
} from './source-files.ts';

const functionTypes: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

interface Shape {
  /** Lines of each function with a body in braces, braces included. */
  readonly functionLines: readonly number[];
  /** Number of `as` casts; `as const` doesn't count. */
  readonly casts: number;
  /** Lines that hold more than a comment. */
  readonly codeLines: number;
}

function measureShape({ file, text }: SourceFile): Shape {
  const functionLines: number[] = [];
  let casts = 0;
  const { program, comments } = parseSync(file, text);
  walk(program, (node) => {
    if (functionTypes.has(node.type) && 'body' in node && isNode(node.body) && node.body.type === 'BlockStatement')
      functionLines.push(text.slice(node.body.start, node.body.end).split('\n').length);
    if (node.type === 'TSAsExpression' && text.slice(node.typeAnnotation.start, node.typeAnnotation.end) !== 'const')
      casts += 1;
  });
  return { functionLines, casts, codeLines: countCodeLines(text, comments) };
}

function countCodeLines(text: string, comments: readonly { readonly start: number; readonly end: number }[]): number {
  // Characters of comments become spaces, so that every line stays where it is.
  const code = [...comments].reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replaceAll(/./g, ' ') + rest.slice(end),
    text,
  );
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, visit);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const computePercentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function countByFolder(files: readonly SourceFile[]): [folder: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { file } of files) counts.set(getFolder(file), (counts.get(getFolder(file)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function printShape(): void {
  const product = readSourceFiles('src/**/*.ts', 'tools/**/*.ts');
  const shapes = product.map(measureShape);
  const lines = shapes.reduce((sum, { codeLines }) => sum + codeLines, 0);
  const lengths = shapes.flatMap(({ functionLines }) => functionLines).sort((a, b) => a - b);
  const casts = shapes.reduce((sum, shape) => sum + shape.casts, 0);
  const chain = findLongestChain(buildStaticImportGraph(product));
  const everything = [...product, ...readSourceFiles('test/**/*.ts', 'bench/**/*.ts', 'demo/**/*.ts')];

  print('files per folder, product and tests:');
  for (const [folder, count] of countByFolder(everything)) print(`  ${String(count).padStart(3)} ${folder}`);
  print(`source: ${product.length} files, ${lines} lines of code`);
  print(`longest chain of static imports: ${chain.length} files`);
  for (const file of chain) print(`    ${file}`);
  print(
    `functions: ${lengths.length}, lines median ${computePercentile(lengths, 0.5)}, p90 ${computePercentile(lengths, 0.9)}, max ${lengths.at(-1)}`,
  );
  print(`casts: ${casts}, ${((casts / lines) * 1000).toFixed(1)} per 1,000 lines of code`);
}

const print = (line: string) => process.stdout.write(`${line}\n`);

printShape();
