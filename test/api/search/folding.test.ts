import { expect, test } from 'vitest';
import { type DatabaseName, onBothDatabases } from '../../support/stores/databases.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import { createCarrier, createCustomer, createVendor } from '../parties/parties.ts';

/** Each is found by each of the others, and by nothing else of the list. */
const spellings = [
  ['ÉCOLE Peña', 'école peña', 'ECOLE PENA', 'École Peña'],
  ['STRASSE Öl', 'straße öl', 'Strasse ÖL', 'strasse ol'],
  ['ŁÓDŹ Ørsted', 'łódź ørsted', 'Lodz Orsted'],
  ['МОСКВА Груз', 'москва груз', 'МоСкВа ГРУЗ'],
  ['ΑΘΗΝΑ Φορτίο', 'αθηνα φορτιο', 'Αθήνα ΦΟΡΤΊΟ'],
];

const listNames = async (api: ApiCaller, path: string, request: object): Promise<string[]> => {
  const { status, body } = await api.request('POST', `/v1/${path}`, request);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map(({ name }: { name: string }) => name);
};

async function startNamed(database: DatabaseName) {
  const api = await startService(database);
  const names = spellings.map(([name = '']) => name);
  for (const name of names) {
    await createCarrier(api, { name });
    await createCustomer(api, { name });
    await createVendor(api, { name });
  }
  return { api, names };
}

const collections = ['carriers', 'customers', 'vendors'];
/** Cuts parts of a text: from its inside, its start and its end. */
const cutParts = (text: string) => [text.slice(1, -1), text.slice(0, 5), text.slice(-4)] as const;

onBothDatabases('case and accents', (database) => {
  test.each(collections)('make no difference to what a filter of %s looks for', async (collection) => {
    const { api, names } = await startNamed(database);
    await using _ = api;
    const filterNames = (filter: object) => listNames(api, `${collection}/filter`, { filter });
    for (const group of spellings)
      for (const typed of group) {
        const [includes, startsWith, endsWith] = cutParts(typed);
        const otherNames = names.filter((name) => name !== group[0]).toReversed();
        expect([typed, await filterNames({ name: { includes, startsWith, endsWith } })]).toEqual([typed, [group[0]]]);
        const opposites = [{ notIncludes: includes }, { notStartsWith: startsWith }, { notEndsWith: endsWith }];
        expect([typed, await filterNames({ or: opposites.map((name) => ({ name })) })]).toEqual([typed, otherNames]);
      }
  });

  test('make no difference to a criterion or to the words of a search', async () => {
    const { api, names } = await startNamed(database);
    await using _ = api;
    const searchNames = (request: object) => listNames(api, 'customers/search', request);
    for (const group of spellings)
      for (const typed of group) {
        const [inside, start, end] = cutParts(typed);
        for (const [operator, text] of [
          ['EQUALS', typed],
          ['INCLUDES', inside],
          ['STARTS_WITH', start],
          ['ENDS_WITH', end],
        ] as const)
          expect(
            await searchNames({ criteria: { name: { operator, values: [text] } } }),
            `${operator} ${text}`,
          ).toEqual([group[0]]);
        const denied = { name: { operator: 'NOT_EQUALS', values: [typed] } };
        expect((await searchNames({ criteria: denied })).toSorted()).toEqual(
          names.filter((name) => name !== group[0]).toSorted(),
        );
        expect([typed, await searchNames({ query: typed })]).toEqual([typed, [group[0]]]);
      }
  });

  test('make no difference to the order of names', async () => {
    await using api = await startService(database);
    for (const name of ['zeta', 'Émile', 'Eton', 'Ádám', 'adler', 'ÖBB', 'Oak']) await createCarrier(api, { name });

    const sorted = await listNames(api, 'carriers/search', { sort: [{ field: 'name', order: 'asc' }] });

    expect(sorted).toEqual(['Ádám', 'adler', 'Émile', 'Eton', 'Oak', 'ÖBB', 'zeta']);
  });

  test('are what they were where a filter asks for exactly one value', async () => {
    await using api = await startService(database);
    await createCarrier(api, { name: 'Peña' });

    const filterByName = (equalTo: string) => listNames(api, 'carriers/filter', { filter: { name: { equalTo } } });

    expect([await filterByName('Peña'), await filterByName('PEÑA'), await filterByName('Pena')]).toEqual([
      ['Peña'],
      [],
      [],
    ]);
  });
});
