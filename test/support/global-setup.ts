import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openBrokerage } from '../../src/store/database.ts';
import { readAnswerFaults } from './desk/answer-words.ts';
import { createRunFolder, removeLeftFolders } from './run-folder.ts';
import { listApiTestFiles, listNeverAnswered, listNeverPromised } from './service/answers.ts';
import type { DatabaseName } from './stores/databases.ts';
import { postgresMissing, type PostgresServer, postgresTemplate, startPostgres } from './stores/postgres.ts';

const memoryFolder = '/dev/shm';
/** Four times what a run has there at most. */
const memoryNeeded = 2 * 1024 ** 3;

/** One PostgreSQL server for the whole run; each test takes a database of its own in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const parents = new Set([tmpdir(), ...(hasMemoryForFiles() ? [memoryFolder] : [])]);
  // Runs that were killed: their files in memory would slow the machine down until it is restarted.
  for (const parent of parents) removeLeftFolders(parent);
  const runFolder = createRunFolder(process.env['TMPDIR'] ?? [...parents].at(-1) ?? tmpdir());
  process.env['TMPDIR'] = runFolder;
  // Threads of the product load hundreds of files: with the code that earlier ones compiled it takes half of the processor.
  process.env['NODE_COMPILE_CACHE'] = path.join(runFolder, 'compile-cache');
  project.provide('runFolder', runFolder);
  const answersFolder = path.join(runFolder, 'answers');
  mkdirSync(answersFolder);
  project.provide('answersFolder', answersFolder);
  const wordsFolder = path.join(runFolder, 'words');
  mkdirSync(wordsFolder);
  project.provide('wordsFolder', wordsFolder);
  const sqliteTemplate = path.join(runFolder, 'template.db');
  await makeTables(`sqlite:${sqliteTemplate}`);
  project.provide('sqliteTemplate', sqliteTemplate);
  const server = await startPostgresForRun(project);
  return async () => {
    await server?.stop();
    try {
      checkAnswers(project, answersFolder, server ? ['SQLite', 'PostgreSQL'] : ['SQLite']);
      checkAnswerWords(wordsFolder);
    } finally {
      rmSync(runFolder, { recursive: true, force: true });
    }
  };
}

/** Linux can keep the files and databases of tests in memory, which takes an eighth off a run. */
function hasMemoryForFiles(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize > memoryNeeded;
  } catch {
    return false;
  }
}

async function startPostgresForRun(project: TestProject): Promise<PostgresServer | undefined> {
  if (postgresMissing !== null) {
    process.stderr.write(`Tests on PostgreSQL are skipped: ${postgresMissing}. SQLite is tested.\n`);
    project.provide('postgresUrl', null);
    return undefined;
  }
  const server = await startPostgres();
  await makePostgresTemplate(server.socketUrl);
  project.provide('postgresUrl', server.socketUrl);
  return server;
}

/**
 * No operation answered a test otherwise than it declares; and after a run of all tests of the API, each of them answered
 * everything that it declares, every error included: on each database in a deep run, otherwise on either of them.
 */
function checkAnswers(project: TestProject, folder: string, databases: readonly DatabaseName[]): void {
  const undeclared = listNeverPromised(folder);
  const ran = new Set(project.vitest.state.getFiles().map(({ filepath }) => filepath));
  const isWhole = listApiTestFiles().every((file) => ran.has(file));
  const missing = isWhole ? listNeverAnswered(folder, databases) : [];
  if (undeclared.length > 0)
    process.stderr.write(`Answers that their operations do not declare:\n${undeclared.join('\n')}\n`);
  if (missing.length > 0) process.stderr.write(`Declared answers that no test got:\n${missing.join('\n')}\n`);
  const faults = undeclared.length + missing.length;
  if (faults > 0) throw new Error(`${faults} answers are undeclared or untested; they are listed above.`);
}

/** No tool answered a test in words that people can't read. */
function checkAnswerWords(folder: string): void {
  const faults = readAnswerFaults(folder);
  if (faults.length === 0) return;
  process.stderr.write(`Answers with codes, JSON, timestamps, ids or retired words:\n${faults.join('\n')}\n`);
  throw new Error(`${faults.length} lines of answers are not in plain words; they are listed above.`);
}

/** A database with the schema in it: copying it takes a fraction of the time that making the tables takes. */
async function makePostgresTemplate(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(`create database ${postgresTemplate}`);
  await client.end();
  const template = new URL(url);
  template.pathname = `/${postgresTemplate}`;
  await makeTables(template.href);
}

async function makeTables(url: string): Promise<void> {
  const brokerage = await openBrokerage(url);
  await brokerage.close();
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string | null;
    /** File of a database without records. */
    sqliteTemplate: string;
    /** Removed when the run is over. */
    runFolder: string;
    /** Collects what tests found wrong in the words of answers. */
    wordsFolder: string;
  }
}
