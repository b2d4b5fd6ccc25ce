import { DatabaseSync } from 'node:sqlite';

/** Runs SQLite's quick check on a file. Returns what is wrong, or null if it opens as a database and passes. */
export function checkSqliteFile(file: string): string | null {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const row = connection.prepare('pragma quick_check(1)').get();
    const answer = String(row?.['quick_check'] ?? 'no answer');
    return answer === 'ok' ? null : answer;
  } finally {
    connection.close();
  }
}

interface CopyCheck {
  /** Description of the damage; null if every page and index is sound. */
  readonly problem: string | null;
  readonly bytes: number;
  readonly migrations: number;
}

/** Checks a copy thoroughly, because it may have to replace the original file. */
export function checkCopy(file: string): CopyCheck {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const readNumber = (query: string) => Number(Object.values(connection.prepare(query).get() ?? {})[0] ?? 0);
    const answer = String(connection.prepare('pragma integrity_check(1)').get()?.['integrity_check'] ?? 'no answer');
    return {
      problem: answer === 'ok' ? null : answer,
      bytes: readNumber('pragma page_count') * readNumber('pragma page_size'),
      migrations: readNumber('select count(*) from migration'),
    };
  } finally {
    connection.close();
  }
}
