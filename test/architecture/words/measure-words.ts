import { readSourceFiles } from '../source-files.ts';
import { type FileWords, readFileWords, type Word } from './read-file-words.ts';
import { relativeStarts, vagueNames, verbs } from './word-lists.ts';

/** Name of a rule on words. */
export type WordRule = 'vagueVariables' | 'nounFunctions' | 'ofFunctions' | 'relativeComments' | 'sharedTypes';

/** Largest share of the words under each rule that may break it, in percent. */
export const goals: Readonly<Record<WordRule, number>> = {
  /** Variables whose name says nothing about their value. */
  vagueVariables: 1.2,
  /** Functions whose name does not start with a verb. */
  nounFunctions: 10,
  /** Functions such as `totalOf`. */
  ofFunctions: 2,
  /** Doc comments that make no sense without the code. */
  relativeComments: 3,
  /** Type names that several files declare. */
  sharedTypes: 6,
};

export const wordRules = Object.keys(goals) as readonly WordRule[];

/** A word that breaks a rule. */
export interface Breach {
  readonly rule: WordRule;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly word: string;
}

/** Number of words that a rule looks at, and those that break it. */
export interface RuleResult {
  readonly wordCount: number;
  readonly breaches: readonly Breach[];
}

export type FolderResult = Readonly<Record<WordRule, RuleResult>>;

/** Measures the names and doc comments of all code, per folder of a layer. */
export function measureWords(): ReadonlyMap<string, FolderResult> {
  const files = readSourceFiles('{src,tools,prompts,packaging,demo,test,bench}/**/*.ts').map(({ file, text }) => ({
    file,
    text,
    words: readFileWords(file, text),
  }));
  const filesByType = countFilesByType(files);
  const folders = Map.groupBy(files, ({ file }) => toMeasuredFolder(file));
  return new Map(
    [...folders].map(([folder, folderFiles]) => [
      folder,
      measureFolder(folderFiles, (name) => filesByType.get(name) ?? 0),
    ]),
  );
}

/** Adds up the results of several folders. */
export function sumResults(results: Iterable<FolderResult>): FolderResult {
  const all = [...results];
  return buildResult((rule) => ({
    wordCount: all.reduce((sum, result) => sum + result[rule].wordCount, 0),
    breaches: all.flatMap((result) => result[rule].breaches),
  }));
}

/** Returns the share of words that break a rule, in percent. */
export function computeShare({ wordCount, breaches }: RuleResult): number {
  return wordCount === 0 ? 0 : (breaches.length / wordCount) * 100;
}

interface MeasuredFile {
  readonly file: string;
  readonly text: string;
  readonly words: FileWords;
}

function countFilesByType(files: readonly MeasuredFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of files) {
    for (const name of new Set(words.types.map(({ text }) => text))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Returns the layer of a file, or the part of a layer below `src`, `tools` and `test`: `src/domain`, `tools/bills`. */
function toMeasuredFolder(file: string): string {
  const [top = '', ...rest] = file.split('/');
  const hasParts = ['src', 'tools', 'test'].includes(top) && rest.length > 1;
  return hasParts ? `${top}/${rest[0]}` : top;
}

function measureFolder(files: readonly MeasuredFile[], countFiles: (typeName: string) => number): FolderResult {
  const measureRule = (rule: WordRule, kind: keyof FileWords, isBreach: (word: string) => boolean): RuleResult => ({
    wordCount: files.reduce((sum, { words }) => sum + words[kind].length, 0),
    breaches: files.flatMap((file) =>
      file.words[kind].filter(({ text }) => isBreach(text)).map((word) => toBreach(rule, file, word)),
    ),
  });
  return {
    vagueVariables: measureRule('vagueVariables', 'variables', (name) => vagueNames.has(name)),
    nounFunctions: measureRule('nounFunctions', 'functions', (name) => !isVerbFirst(name)),
    ofFunctions: measureRule('ofFunctions', 'functions', isNamedAfterOf),
    relativeComments: measureRule('relativeComments', 'docComments', (word) => relativeStarts.has(word.toLowerCase())),
    sharedTypes: measureRule('sharedTypes', 'types', (name) => countFiles(name) > 1),
  };
}

const buildResult = (measure: (rule: WordRule) => RuleResult): FolderResult => ({
  vagueVariables: measure('vagueVariables'),
  nounFunctions: measure('nounFunctions'),
  ofFunctions: measure('ofFunctions'),
  relativeComments: measure('relativeComments'),
  sharedTypes: measure('sharedTypes'),
});

const toBreach = (rule: WordRule, { file, text }: MeasuredFile, word: Word): Breach => ({
  rule,
  file,
  line: text.slice(0, word.offset).split('\n').length,
  word: word.text,
});

const isVerbFirst = (name: string): boolean => verbs.has(/^[a-z]+/.exec(name)?.[0] ?? '');

/** Returns whether a function is named like `totalOf` or `payeeOfBill`. Questions such as `isPartOf` aren't. */
const isNamedAfterOf = (name: string): boolean => /Of(?:[A-Z]|$)/.test(name) && !/^(?:is|has|can)[A-Z]/.test(name);

/** Describes each folder that breaks a rule more often than its goal. */
export function describeExcess(results: ReadonlyMap<string, FolderResult>): string[] {
  return [...results].flatMap(([folder, result]) =>
    wordRules
      .filter((rule) => computeShare(result[rule]) > goals[rule])
      .map(
        (rule) =>
          `${folder}: ${result[rule].breaches.length} ${rule} (${computeShare(result[rule]).toFixed(1)} %), at most ${goals[rule]} %. See npm run words -- ${folder}`,
      ),
  );
}
