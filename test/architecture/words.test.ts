import { expect, test } from 'vitest';
import { computeShare, describeExcess, type FolderResult, measureWords, type WordRule } from './words/measure-words.ts';
import { readFileWords } from './words/read-file-words.ts';

const results = measureWords();

test('no folder has more vague names, nouns for functions, xOf functions, relative comments or shared types than the goals', () => {
  expect(describeExcess(results)).toEqual([]);
});

test('variables, parameters, functions, types and doc comments of a file are measured', () => {
  const words = readFileWords(
    'sample.ts',
    `
    /** What a bill owes. */
    export function totalOf({ amount: found, ...others }: Bill, [one] = []): number { return found; }
    const listBills = (asked: string) => asked;
    class Desk { get size() { return 1; } openDesk() {} closeDesk = () => {}; }
    /* When it is due. */
    interface Bill { readonly amount: number }
    type Row = Bill;
    try { open(); } catch (error) { report(error); }
    `,
  );

  expect(listTexts(words.variables)).toEqual(['found', 'others', 'one', 'asked', 'error']);
  expect(listTexts(words.functions)).toEqual(['totalOf', 'listBills', 'openDesk', 'closeDesk']);
  expect(listTexts(words.types)).toEqual(['Bill', 'Row']);
  expect(listTexts(words.docComments)).toEqual(['What']);
});

test('a file that does not parse is not measured as if it were empty', () => {
  expect(() => readFileWords('sample.ts', 'const found = ;')).toThrow(/^sample\.ts doesn't parse: /);
});

test('a folder above a goal is named, and one that reaches it is not', () => {
  expect(describeExcess(new Map([['src/domain', buildFolderResult(2)]]))).toEqual([
    'src/domain: 2 vagueVariables (2.0 %), at most 1.2 %. See npm run words -- src/domain',
  ]);
  expect(describeExcess(new Map([['src/domain', buildFolderResult(1)]]))).toEqual([]);
});

test('a folder without words is within every goal', () => {
  expect(computeShare({ wordCount: 0, breaches: [] })).toBe(0);
});

/** Builds the result of a folder with 100 variables, some of them vague. */
function buildFolderResult(vagueCount: number): FolderResult {
  const buildRule = (rule: WordRule, count: number) => ({
    wordCount: 100,
    breaches: Array.from({ length: count }, (_, index) => ({ rule, file: 'a.ts', line: index, word: 'found' })),
  });
  return {
    vagueVariables: buildRule('vagueVariables', vagueCount),
    nounFunctions: buildRule('nounFunctions', 0),
    ofFunctions: buildRule('ofFunctions', 0),
    relativeComments: buildRule('relativeComments', 0),
    sharedTypes: buildRule('sharedTypes', 0),
  };
}

const listTexts = (words: readonly { readonly text: string }[]): string[] => words.map(({ text }) => text);
