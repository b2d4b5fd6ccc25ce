import { DatabaseSync } from 'node:sqlite';

/** Whether the file opens as a database and passes SQLite's own quick check; the text says what is wrong. */
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
