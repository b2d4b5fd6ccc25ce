import { appendFileSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { groupErrorsByStatus } from '../../../src/contract/document/openapi-responses.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { ApiErrorCode } from '../../../src/errors.ts';
import { isDeep } from '../depth.ts';
import type { DatabaseName } from '../stores/databases.ts';

/** What an operation answered once: a success, or the code of an error. */
export type Outcome = 'success' | ApiErrorCode;

const seen = new Set<string>();

const lineOf = (name: OperationName, database: DatabaseName, outcome: Outcome) => `${name} ${database} ${outcome}`;

/** Notes what a test got from an operation, so that the whole run can tell which answers nobody has ever asked for. */
export function noteAnswer(folder: string, name: OperationName, database: DatabaseName, outcome: Outcome): void {
  const line = lineOf(name, database, outcome);
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(path.join(folder, `${process.pid}.txt`), `${line}\n`);
}

/** Everything an operation promises to answer: its success and each error it declares. */
export const promised = ({ operation }: CatalogueEntry): Outcome[] => [
  'success',
  ...[...groupErrorsByStatus(operation).values()].flat(),
];

const answersIn = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(folder).flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n')));

/**
 * Lists the promised answers that no test of the run got, as lines to read. A deep run must get each of them on each database,
 * any other run on one of the databases.
 */
export function neverAnswered(folder: string, databases: readonly DatabaseName[]): string[] {
  const answered = answersIn(folder);
  const groups = isDeep ? databases.map((database) => [database]) : [databases];
  return catalogue().flatMap((entry) =>
    groups.flatMap((group) =>
      promised(entry)
        .filter((outcome) => isPossibleOn(outcome, group))
        .filter((outcome) => !group.some((database) => answered.has(lineOf(entry.name, database, outcome))))
        .map((outcome) => `${entry.name} ${outcome} on ${group.join(' or ')}`),
    ),
  );
}

/** SQLite has no server that could take too long. */
const isPossibleOn = (outcome: Outcome, databases: readonly DatabaseName[]) =>
  outcome !== 'GATEWAY_TIMEOUT' || databases.includes('PostgreSQL');

/** A missing scope is refused everywhere, and so declared nowhere. */
const undeclared: Outcome = 'FORBIDDEN';

/** The answers that tests got and no operation promises. */
export function neverPromised(folder: string): string[] {
  const allowed = new Map(
    catalogue().map((entry) => [entry.name as string, new Set<string>([...promised(entry), undeclared])]),
  );
  return [...answersIn(folder)].filter((line) => {
    const [name = '', , outcome = ''] = line.split(' ');
    return allowed.get(name)?.has(outcome) === false;
  });
}

/** The files whose tests ask the API: only when all of them ran does a missing answer mean anything. */
export const apiTestFiles = (): string[] => globSync('test/api/**/*.test.ts').map((file) => path.resolve(file));

declare module 'vitest' {
  export interface ProvidedContext {
    answersFolder: string;
  }
}
