import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceData } from '../../../tools/find/reference_data.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { omitOperations } from '../../mcp/support/limited-api.ts';
import { replaceIds } from '../../mcp/support/quote-desk.ts';

let desk: TestDesk;

beforeAll(async () => {
  desk = await startDesk({ now: '2026-11-20T15:00:00.000Z', tools: [referenceData] });
});
afterAll(() => desk.close());

const ask = (input: Record<string, unknown>) => desk.callTool('reference_data', input);

test('the equipment that words mean is listed with its place in the tree', async () => {
  const { text, data } = await ask({ catalog: 'equipment', query: 'reefer' });

  expect(replaceIds(text)).toMatchInlineSnapshot(`
    "Kinds of equipment matching «reefer»: 2. As of Fri, Nov 20, 9:00 AM CST.

    | Name | Subcategory |
    | --- | --- |
    | «53' Reefer» | «53 ft» |
    | «53' Reefer, Multi-Temp» | «Multi-temperature» |

    In every row shown: Category: «Truckload»; Group: «Refrigerated»."
  `);
  expect(replaceIds(JSON.stringify(data, null, 1))).toMatchInlineSnapshot(`
    "{
     "summary": "Kinds of equipment matching «reefer»: 2.",
     "asOf": "2026-11-20T15:00:00.000Z",
     "untrusted": [
      "/rows/*/name",
      "/rows/*/category",
      "/rows/*/group",
      "/rows/*/subcategory",
      "/summary"
     ],
     "total": 2,
     "rows": [
      {
       "id": "id-1",
       "name": "53' Reefer",
       "category": "Truckload",
       "group": "Refrigerated",
       "subcategory": "53 ft"
      },
      {
       "id": "id-2",
       "name": "53' Reefer, Multi-Temp",
       "category": "Truckload",
       "group": "Refrigerated",
       "subcategory": "Multi-temperature"
      }
     ],
     "nextCursor": null
    }"
  `);
});

test.each([
  [{ catalog: 'charge_codes', query: 'detention' }, { name: expect.stringMatching(/detention/i) }],
  [{ catalog: 'special_requirements', query: 'team' }, { type: 'DRIVER' }],
  [
    { catalog: 'lost_reasons', query: 'other' },
    { reason: 'OTHER', needs: 'a text' },
  ],
  [
    { catalog: 'document_types', query: 'proof of delivery' },
    { type: 'PROOF_OF_DELIVERY', shownAs: 'PROOF_OF_DELIVERY' },
  ],
  [
    { catalog: 'cities', query: 'dallas' },
    { name: 'Dallas', stateProvince: 'TX', timeZone: 'America/Chicago' },
  ],
])('%j finds its entry', async (input, entry) => {
  expect((await ask(input)).data.rows).toContainEqual(expect.objectContaining(entry));
});

test.each([
  ['equipment', 'reefer', ['category', 'group', 'name', 'subcategory']],
  ['charge_codes', 'detention', ['code', 'description', 'name']],
  ['special_requirements', 'team', ['name']],
  ['cities', 'dallas', ['country', 'name', 'stateProvince', 'timeZone']],
])('every free text of %s is marked as text from records', async (catalog, query, free) => {
  const { data } = await ask({ catalog, query });

  const pointers: string[] = data.untrusted;
  expect(pointers.filter((pointer) => pointer.startsWith('/rows/')).toSorted()).toEqual(
    free.map((name) => `/rows/*/${name}`),
  );
});

test('a catalog is read once and then kept', async () => {
  await ask({ catalog: 'charge_codes' });
  const before = desk.requests.length;

  await ask({ catalog: 'charge_codes', query: 'fuel' });

  expect(desk.requests.length).toBe(before);
});

test('a long catalog goes on with the cursor until every entry was shown once', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await ask({
      catalog: 'cities',
      limit: 60,
      fields: ['name', 'stateProvince'],
      ...(cursor && { cursor }),
    });
    seen.push(...data.rows.map(({ name, stateProvince }: Record<string, string>) => `${name}, ${stateProvince}`));
    cursor = data.nextCursor ?? undefined;
  } while (cursor !== undefined);

  expect(seen).toHaveLength((await desk.api.referenceData.cities()).data.length);
  expect(new Set(seen).size).toBe(seen.length);
});

test('an API without a list of cities is said to have none', async () => {
  await using limited = await startDesk({
    tools: [referenceData],
    server: { apiOf: () => omitOperations(limited.api, 'referenceData.cities') },
  });

  const { data } = await limited.callTool('reference_data', { catalog: 'cities' });

  expect(data.error).toMatchObject({
    code: 'NOT_IMPLEMENTED',
    message: 'This API has no list of cities; places are given by ZIP code or location.',
  });
});
