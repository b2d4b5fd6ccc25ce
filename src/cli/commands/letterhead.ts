import * as z from 'zod';
import { Letterhead, readLetterhead, writeLetterhead } from '../../service/organization/letterhead.ts';
import { requireOrganization } from '../../service/organization/settings.ts';
import { configProblem } from '../config-problem.ts';
import { readTextFile } from '../read-text-file.ts';
import type { Session } from '../session.ts';
import { type StoreFlags, withStore } from '../opening/stores/operator-store.ts';

/** Shows what an organization's invoices and advices are headed with, after putting a file in its place when one is named. */
export async function runLetterhead(
  id: string,
  file: string | undefined,
  flags: StoreFlags,
  { config, print, resolvePath }: Session,
): Promise<void> {
  const letterhead = file === undefined ? undefined : readFile(file, resolvePath(file));
  await withStore(flags, config, async (database) => {
    await requireOrganization(database.reader, id);
    if (letterhead) await database.transaction((tx) => writeLetterhead(tx, id, letterhead));
    print(JSON.stringify(await readLetterhead(database.reader, id), null, 2));
  });
}

function readFile(file: string, place: string): Letterhead {
  const parsed = Letterhead.safeParse(parseJson(file, place));
  if (parsed.success) return parsed.data;
  throw configProblem(file, `is no letterhead. ${z.prettifyError(parsed.error)}`);
}

function parseJson(file: string, place: string): unknown {
  try {
    return JSON.parse(readTextFile(place));
  } catch (error) {
    throw configProblem(file, error instanceof SyntaxError ? 'is not valid JSON.' : 'cannot be read.');
  }
}
