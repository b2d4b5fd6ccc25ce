import { appendFileSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { groupErrorsByStatus } from '../../../src/contract/document/openapi-responses.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { ApiErrorCode } from '../../../src/errors.ts';
import { isDeep } from '../depth.ts';
import type { DatabaseName } from '../stores/databases.ts';

/** Outcome of one call of an operation: a success, or the code of an error. */
export type AnswerOutcome = 'success' | ApiErrorCode;

const seen = new Set<string>();

const formatLine = (name: OperationName, database: DatabaseName, outcome: AnswerOutcome) =>
  `${name} ${database} ${outcome}`;

/** Notes what a test got from an operation, so that the whole run can tell which answers nobody has ever asked for. */
export function noteAnswer(folder: string, name: OperationName, database: DatabaseName, outcome: AnswerOutcome): void {
  const line = formatLine(name, database, outcome);
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(path.join(folder, `${process.pid}.txt`), `${line}\n`);
}

/** Lists every outcome that an operation promises: its success and each error it declares. */
export const listPromised = ({ operation }: CatalogueEntry): AnswerOutcome[] => [
  'success',
  ...[...groupErrorsByStatus(operation).values()].flat(),
];

const readAnswers = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(folder).flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n')));

/**
 * Lists the promised answers that no test of the run got, as lines to read. A deep run must get each of them on each database,
 * any other run on one of the databases.
 */
export function listNeverAnswered(folder: string, databases: readonly DatabaseName[]): string[] {
  const answered = readAnswers(folder);
  const groups = isDeep ? databases.map((database) => [database]) : [databases];
  return catalogue().flatMap((entry) =>
    groups.flatMap((group) =>
      listPromised(entry)
        .filter((outcome) => isPossibleOn(outcome, group))
        .filter((outcome) => !group.some((database) => answered.has(formatLine(entry.name, database, outcome))))
        .map((outcome) => `${entry.name} ${outcome} on ${group.join(' or ')}`),
    ),
  );
}

/** SQLite has no server that could take too long. */
const isPossibleOn = (outcome: AnswerOutcome, databases: readonly DatabaseName[]) =>
  outcome !== 'GATEWAY_TIMEOUT' || databases.includes('PostgreSQL');

/** A missing scope is refused everywhere, and so declared nowhere. */
const undeclared: AnswerOutcome = 'FORBIDDEN';

/** Lists the answers that tests got and no operation promises. */
export function listNeverPromised(folder: string): string[] {
  const allowed = new Map(
    catalogue().map((entry) => [entry.name as string, new Set<string>([...listPromised(entry), undeclared])]),
  );
  return [...readAnswers(folder)].filter((line) => {
    const [name = '', , outcome = ''] = line.split(' ');
    return allowed.get(name)?.has(outcome) === false;
  });
}

/** Lists the files whose tests call the API: only when all of them ran does a missing answer mean anything. */
export const listApiTestFiles = (): string[] => globSync('test/api/**/*.test.ts').map((file) => path.resolve(file));

declare module 'vitest' {
  export interface ProvidedContext {
    answersFolder: string;
  }
}
