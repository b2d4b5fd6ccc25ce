import { readFileSync, writeFileSync } from 'node:fs';
import { computeShare, type FolderResult, goals, type RuleResult, type WordRule, wordRules } from './measure-words.ts';

/** Number of breaches that each folder above a goal still has. It only shrinks. */
export type Allowance = Readonly<Record<string, Partial<Readonly<Record<WordRule, number>>>>>;

const allowanceFile = new URL('allowance.json', import.meta.url);

export const readAllowance = (): Allowance => JSON.parse(readFileSync(allowanceFile, 'utf8'));

export const writeAllowance = (allowance: Allowance): void => {
  writeFileSync(allowanceFile, `${JSON.stringify(allowance, null, 2)}\n`);
};

/** Returns the allowance that fits the code as it is: a number for each rule whose goal a folder misses. */
export function buildAllowance(results: ReadonlyMap<string, FolderResult>): Allowance {
  const rows = [...results].map(([folder, result]) => {
    const missed = wordRules.filter((rule) => !isWithinGoal(rule, result[rule]));
    return [folder, Object.fromEntries(missed.map((rule) => [rule, result[rule].breaches.length]))] as const;
  });
  return Object.fromEntries(
    rows.filter(([, counts]) => Object.keys(counts).length > 0).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Returns the allowance with each number lowered to the code as it is. No number is raised. */
export function lowerToResults(allowance: Allowance, results: ReadonlyMap<string, FolderResult>): Allowance {
  const current = buildAllowance(results);
  const rows = Object.entries(allowance).map(([folder, counts]) => {
    const lowered = wordRules.map((rule) => [rule, Math.min(counts[rule] ?? 0, current[folder]?.[rule] ?? 0)] as const);
    return [folder, Object.fromEntries(lowered.filter(([, count]) => count > 0))] as const;
  });
  return Object.fromEntries(rows.filter(([, counts]) => Object.keys(counts).length > 0));
}

/** Describes each folder that breaks a rule more often than it may. */
export function describeExcess(results: ReadonlyMap<string, FolderResult>, allowance: Allowance): string[] {
  return listDifferences(results, allowance)
    .filter(({ count, allowed }) => count > allowed)
    .map(
      ({ folder, rule, count, allowed }) =>
        `${folder}: ${count} ${rule}, allowed ${allowed || `${goals[rule]} %`}. See npm run words -- ${folder}`,
    );
}

/** Describes each folder that has become better than its allowance. */
export function describeSlack(results: ReadonlyMap<string, FolderResult>, allowance: Allowance): string[] {
  return listDifferences(results, allowance)
    .filter(({ count, allowed }) => count < allowed)
    .map(
      ({ folder, rule, count, allowed }) =>
        `${folder}: ${count} ${rule}, allowed ${allowed}. Run npm run words -- --lower`,
    );
}

interface Difference {
  readonly folder: string;
  readonly rule: WordRule;
  /** Breaches today; 0 where the goal is reached. */
  readonly count: number;
  readonly allowed: number;
}

function listDifferences(results: ReadonlyMap<string, FolderResult>, allowance: Allowance): Difference[] {
  const current = buildAllowance(results);
  const folders = new Set([...Object.keys(current), ...Object.keys(allowance)]);
  return [...folders].flatMap((folder) =>
    wordRules.map((rule) => ({
      folder,
      rule,
      count: current[folder]?.[rule] ?? 0,
      allowed: allowance[folder]?.[rule] ?? 0,
    })),
  );
}

const isWithinGoal = (rule: WordRule, result: RuleResult): boolean => computeShare(result) <= goals[rule];
