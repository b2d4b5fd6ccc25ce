import { expect, test } from 'vitest';
import { type DatabaseName, onBothDatabases } from '../../support/stores/databases.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import { givenCarrier, givenCustomer, givenVendor } from '../parties/parties.ts';

/** Each is found by each of the others, and by nothing else of the list. */
const spellings = [
  ['ÉCOLE Peña', 'école peña', 'ECOLE PENA', 'École Peña'],
  ['STRASSE Öl', 'straße öl', 'Strasse ÖL', 'strasse ol'],
  ['ŁÓDŹ Ørsted', 'łódź ørsted', 'Lodz Orsted'],
  ['МОСКВА Груз', 'москва груз', 'МоСкВа ГРУЗ'],
  ['ΑΘΗΝΑ Φορτίο', 'αθηνα φορτιο', 'Αθήνα ΦΟΡΤΊΟ'],
];

const namesOf = async (api: ApiCaller, path: string, request: object): Promise<string[]> => {
  const { status, body } = await api.request('POST', `/v1/${path}`, request);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map(({ name }: { name: string }) => name);
};

async function startNamed(database: DatabaseName) {
  const api = await startService(database);
  const names = spellings.map(([name = '']) => name);
  for (const name of names) {
    await givenCarrier(api, { name });
    await givenCustomer(api, { name });
    await givenVendor(api, { name });
  }
  return { api, names };
}

const collections = ['carriers', 'customers', 'vendors'];
/** Parts of a text: from its inside, its start and its end. */
const partsOf = (text: string) => [text.slice(1, -1), text.slice(0, 5), text.slice(-4)] as const;

onBothDatabases('case and accents', (database) => {
  test.each(collections)('make no difference to what a filter of %s looks for', async (collection) => {
    const { api, names } = await startNamed(database);
    await using _ = api;
    const found = (filter: object) => namesOf(api, `${collection}/filter`, { filter });
    for (const group of spellings)
      for (const typed of group) {
        const [includes, startsWith, endsWith] = partsOf(typed);
        const others = names.filter((name) => name !== group[0]).toReversed();
        expect([typed, await found({ name: { includes, startsWith, endsWith } })]).toEqual([typed, [group[0]]]);
        const opposites = [{ notIncludes: includes }, { notStartsWith: startsWith }, { notEndsWith: endsWith }];
        expect([typed, await found({ or: opposites.map((name) => ({ name })) })]).toEqual([typed, others]);
      }
  });

  test('make no difference to a criterion or to the words of a search', async () => {
    const { api, names } = await startNamed(database);
    await using _ = api;
    const found = (request: object) => namesOf(api, 'customers/search', request);
    for (const group of spellings)
      for (const typed of group) {
        const [inside, start, end] = partsOf(typed);
        for (const [operator, text] of [
          ['EQUALS', typed],
          ['INCLUDES', inside],
          ['STARTS_WITH', start],
          ['ENDS_WITH', end],
        ] as const)
          expect(await found({ criteria: { name: { operator, values: [text] } } }), `${operator} ${text}`).toEqual([
            group[0],
          ]);
        const denied = { name: { operator: 'NOT_EQUALS', values: [typed] } };
        expect((await found({ criteria: denied })).toSorted()).toEqual(
          names.filter((name) => name !== group[0]).toSorted(),
        );
        expect([typed, await found({ query: typed })]).toEqual([typed, [group[0]]]);
      }
  });

  test('make no difference to the order of names', async () => {
    await using api = await startService(database);
    for (const name of ['zeta', 'Émile', 'Eton', 'Ádám', 'adler', 'ÖBB', 'Oak']) await givenCarrier(api, { name });

    const sorted = await namesOf(api, 'carriers/search', { sort: [{ field: 'name', order: 'asc' }] });

    expect(sorted).toEqual(['Ádám', 'adler', 'Émile', 'Eton', 'Oak', 'ÖBB', 'zeta']);
  });

  test('are what they were where a filter asks for exactly one value', async () => {
    await using api = await startService(database);
    await givenCarrier(api, { name: 'Peña' });

    const found = (equalTo: string) => namesOf(api, 'carriers/filter', { filter: { name: { equalTo } } });

    expect([await found('Peña'), await found('PEÑA'), await found('Pena')]).toEqual([['Peña'], [], []]);
  });
});
