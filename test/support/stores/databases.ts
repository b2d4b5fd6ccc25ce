import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { Client } from 'pg';
import { describe, expect, inject } from 'vitest';
import { isDeep } from '../depth.ts';
import { postgresTemplate } from './postgres.ts';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
}

/** True if PostgreSQL is not tested, for `skipIf`. The run says at its beginning why. */
export const isPostgresMissing = inject('postgresUrl') === null;

/**
 * Runs promises on both databases, because their SQL differs: locks, races, filters, searches, pages, sums, tables. PostgreSQL
 * is skipped, with the reason in the title, where it is not installed.
 */
export function onBothDatabases(title: string, promises: (database: DatabaseName) => void): void {
  describe(`${title} on SQLite`, () => {
    promises('SQLite');
  });
  describe.skipIf(isPostgresMissing)(
    `${title} on PostgreSQL${isPostgresMissing ? ' (skipped: no PostgreSQL server installed)' : ''}`,
    () => {
      promises('PostgreSQL');
    },
  );
}

/**
 * Runs promises whose SQL is the same on both databases: on both in a deep run, otherwise on the database that the path of the
 * test file selects. About half of the files take each. Without PostgreSQL all of them take SQLite.
 */
export function onOneDatabase(title: string, promises: (database: DatabaseName) => void): void {
  if (isDeep) {
    onBothDatabases(title, promises);
    return;
  }
  const database = isPostgresMissing ? 'SQLite' : selectDatabase(expect.getState().testPath);
  describe(`${title} on ${database}`, () => {
    promises(database);
  });
}

/**
 * Selects the cases to try on a database: all of them in a deep run, otherwise every other one on either database, so that
 * each case is tried once. Without PostgreSQL all of them are tried on SQLite.
 */
export function alternateCases<Case>(allCases: readonly Case[], database: DatabaseName): readonly Case[] {
  if (isDeep || isPostgresMissing) return allCases;
  return allCases.filter((_case, place) => (place % 2 === 0) === (database === 'SQLite'));
}

const checkout = path.resolve(import.meta.dirname, '../../..');

/** Selects the same database for a test file in every run and on every machine. */
function selectDatabase(testFile: string | undefined): DatabaseName {
  if (testFile === undefined) throw new Error('a database is selected while the tests of a file are collected');
  const name = path.relative(checkout, testFile).replaceAll(path.sep, '/');
  return crc32(name) % 2 === 0 ? 'SQLite' : 'PostgreSQL';
}

/** A new database of the named kind without any record; `blank` is one without the tables either. */
export const createDatabase = (name: DatabaseName, { blank = false } = {}): Promise<TestDatabase> =>
  copyDatabase(name, blank ? undefined : getTemplate(name));

const getTemplate = (name: DatabaseName): string => (name === 'SQLite' ? inject('sqliteTemplate') : postgresTemplate);

/** A new database with what is in the template, to which nobody may be connected: a file, or the name of a database. */
export async function copyDatabase(name: DatabaseName, template?: string): Promise<TestDatabase> {
  return name === 'SQLite' ? copySqlite(template) : copyPostgres(template);
}

function copySqlite(template: string | undefined): TestDatabase {
  const folder = mkdtempSync(path.join(inject('runFolder'), 'sqlite-'));
  const file = path.join(folder, 'waybill.db');
  if (template !== undefined) copyFileSync(template, file);
  return {
    url: `sqlite:${file}`,
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function copyPostgres(template = 'template1'): Promise<TestDatabase> {
  const database = `waybill_${randomUUID().replaceAll('-', '')}`;
  // Most databases are small and live for a second: copying files takes half of what logging each page takes.
  await runOnPostgres(`create database ${database} template ${template} strategy file_copy`);
  const url = new URL(requirePostgresUrl());
  url.pathname = `/${database}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await runOnPostgres(`drop database if exists ${database} with (force)`);
    },
  };
}

/** Runs a statement on the test server, and returns true if it found or did anything. */
export async function runOnPostgres(statement: string): Promise<boolean> {
  const client = new Client(requirePostgresUrl());
  await client.connect();
  try {
    return ((await client.query(statement)).rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}

function requirePostgresUrl(): string {
  const url = inject('postgresUrl');
  if (url === null) throw new Error('no PostgreSQL server is running for the tests');
  return url;
}
