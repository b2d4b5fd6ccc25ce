import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Files of the project that it imports, types and `import()` included. */
  readonly imports: readonly string[];
  /** Those that are loaded with it: without `import()`, types included. */
  readonly staticImports: readonly string[];
}

const importPattern = /(?:from|import\(|import)\s*'(\.[^']+\.ts)'/g;
const staticImportPattern = /(?:from|^import)\s*'(\.[^']+\.ts)'/gm;

/** The TypeScript files that the patterns find, in the order of their names. */
export function readSourceFiles(...patterns: readonly string[]): SourceFile[] {
  return globSync([...patterns])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('node_modules/'))
    .sort()
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      const listTargets = (pattern: RegExp) => {
        const targets = [...text.matchAll(pattern)].map(([, target = '']) => target);
        return [...new Set(targets.map((target) => path.posix.join(path.posix.dirname(file), target)))];
      };
      return { file, text, imports: listTargets(importPattern), staticImports: listTargets(staticImportPattern) };
    });
}

export const getFolder = (file: string): string => path.posix.dirname(file);

type Graph = ReadonlyMap<string, readonly string[]>;

export const importGraph = (files: readonly SourceFile[]): Graph =>
  new Map(files.map(({ file, imports }) => [file, imports]));

export const buildStaticImportGraph = (files: readonly SourceFile[]): Graph =>
  new Map(files.map(({ file, staticImports }) => [file, staticImports]));

/** Lists which folder imports which, each with the two files that show it. */
export function listFolderImports(files: readonly SourceFile[]): Map<string, Map<string, string>> {
  const importsByFolder = new Map<string, Map<string, string>>();
  for (const { file, imports } of files) {
    const reached = importsByFolder.get(getFolder(file)) ?? new Map<string, string>();
    for (const target of imports) {
      if (getFolder(target) !== getFolder(file)) reached.set(getFolder(target), `${file} imports ${target}`);
    }
    importsByFolder.set(getFolder(file), reached);
  }
  return importsByFolder;
}

/** The first circle of imports that is met, as the files on it; undefined where there is none. */
export function findCircle(graph: Graph): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    const circle = findFirstDefined(graph.get(file) ?? [], (next) => visit(next, [...way, file]));
    done.add(file);
    return circle;
  };
  return findFirstDefined([...graph.keys()], (file) => visit(file, []));
}

/** The most files that import one another in a row; a circle counts once. */
export function findLongestChain(graph: Graph): readonly string[] {
  const chains = new Map<string, readonly string[]>();
  const findChainFrom = (file: string): readonly string[] => {
    const cachedChain = chains.get(file);
    if (cachedChain) return cachedChain;
    chains.set(file, []);
    const chain = [file, ...findLongest((graph.get(file) ?? []).map(findChainFrom))];
    chains.set(file, chain);
    return chain;
  };
  return findLongest([...graph.keys()].map(findChainFrom));
}

const findLongest = (chains: readonly (readonly string[])[]): readonly string[] =>
  chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);

function findFirstDefined<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
