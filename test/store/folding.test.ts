import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { foldText } from '../../src/domain/text/folding.ts';
import { foldColumn } from '../../src/store/search/folded.ts';
import { onBothDatabases } from '../support/stores/databases.ts';
import { startService } from '../support/service/service.ts';

test.each([
  ['ÉCOLE', 'ecole'],
  ['Peña', 'pena'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['Ørsted', 'orsted'],
  ['ΑΘΗΝΑΣ', 'αθηνασ'],
  ['Αθήνας', 'αθηνασ'],
  ['МОСКВА', 'москва'],
  ['İzmir', 'izmir'],
  ['ＳＨＰ', 'shp'],
  ['東京', '東京'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});

/** The alphabets that names are written in, and full-width and joined letters; each database knows them all. */
const characters = [
  [0x1, 0x9fff],
  [0xf900, 0xfffd],
].flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)),
);

onBothDatabases('the database', (database) => {
  test('folds every character as everybody else does', async () => {
    await using api = await startService(database);
    const wrong: string[] = [];
    for (let start = 0; start < characters.length; start += 10_000) {
      const batch = characters.slice(start, start + 10_000);
      const columns = sql.join(batch.map((character) => sql`(cast(${character} as text))`));
      const { rows } = await sql<{ folded: string; column: string }>`with t (value) as (values ${columns})
        select search_fold(value) as folded, ${foldColumn(sql.ref('value'))} as "column" from t`.execute(
        api.database.reader,
      );
      wrong.push(
        ...batch.filter((character, index) => {
          const { folded, column } = rows[index] ?? {};
          return folded !== foldText(character) || column !== folded;
        }),
      );
    }

    expect(wrong).toEqual([]);
  });
});
