import { expect, test } from 'vitest';
import {
  type Allowance,
  buildAllowance,
  describeExcess,
  describeSlack,
  lowerToResults,
  readAllowance,
} from './words/allowance.ts';
import { computeShare, type FolderResult, measureWords, type WordRule } from './words/measure-words.ts';
import { readFileWords } from './words/read-file-words.ts';

const results = measureWords();

test('no folder has more vague names, xOf functions, relative comments or shared type names than it may', () => {
  expect(describeExcess(results, readAllowance())).toEqual([]);
});

test('the allowance shrinks with the code', () => {
  expect(describeSlack(results, readAllowance())).toEqual([]);
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

test('a folder above its allowance is named, and so is one below', () => {
  const result = buildFolderResult(4);
  const allowance: Allowance = { 'src/domain': { vagueVariables: 4 } };

  expect(buildAllowance(new Map([['src/domain', result]]))).toEqual(allowance);
  expect(describeExcess(new Map([['src/domain', buildFolderResult(5)]]), allowance)).toEqual([
    'src/domain: 5 vagueVariables, allowed 4. See npm run words -- src/domain',
  ]);
  expect(describeSlack(new Map([['src/domain', buildFolderResult(3)]]), allowance)).toEqual([
    'src/domain: 3 vagueVariables, allowed 4. Run npm run words -- --lower',
  ]);
});

test('a folder that reaches a goal, or is gone, leaves the allowance', () => {
  const allowance: Allowance = { 'src/domain': { vagueVariables: 4 } };

  expect(buildAllowance(new Map([['src/domain', buildFolderResult(1)]]))).toEqual({});
  expect(describeSlack(new Map(), allowance)).toHaveLength(1);
});

test('lowering never raises a number', () => {
  const allowance: Allowance = { 'src/domain': { vagueVariables: 4 } };

  expect(lowerToResults(allowance, new Map([['src/domain', buildFolderResult(3)]]))).toEqual({
    'src/domain': { vagueVariables: 3 },
  });
  expect(lowerToResults(allowance, new Map([['src/domain', buildFolderResult(5)]]))).toEqual(allowance);
  expect(lowerToResults(allowance, new Map())).toEqual({});
});

test('a new folder goes by the goals', () => {
  expect(describeExcess(new Map([['src/trucks', buildFolderResult(2)]]), {})).toEqual([
    'src/trucks: 2 vagueVariables, allowed 1.2 %. See npm run words -- src/trucks',
  ]);
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
