import { expect, test } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { operatorsByKind } from '../../../src/contract/kit/filter.ts';
import type { FilterField } from '../../../src/contract/kit/filter-fields.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { insertRow, insertBill } from '../../support/records/fixtures.ts';
import { createShipment, createPlainShipment } from '../../support/records/shipments.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';

const collections = catalogue().flatMap((entry) =>
  entry.operation.filter ? [{ ...entry, fields: entry.operation.filter }] : [],
);

const lists: readonly string[] = ['in', 'notIn', 'containsAll', 'containsAny'];
const good = {
  uuid: '00000000-0000-7000-8000-000000000000',
  key: 'x',
  string: 'x',
  int: 1,
  float: 1.555,
  bool: true,
  datetime: '2026-01-01',
  date: '2026-01-01',
} as const;

/** Lists every operator of a field, each with a value that fits or with one that does not. */
function listOperators(field: FilterField, fits: boolean): object[] {
  if (field.kind === 'flag') return [];
  const value = 'values' in field ? field.values[0] : good[field.kind];
  const wrong = typeof value === 'string' ? 1 : 'text';
  return operatorsByKind[field.kind].map((operator) => {
    if (operator === 'isNull') return { isNull: fits ? true : 'yes' };
    const operand = fits ? value : wrong;
    return { [operator]: lists.includes(operator) ? [operand] : operand };
  });
}

const filter = (caller: ApiCaller, path: string, condition: object, more: object = {}) =>
  caller.request('POST', `/v1${path}`, { filter: condition, ...more });

/** Conditions with extreme values, by the kind of the field. */
const extremes: Readonly<Partial<Record<FilterField['kind'], readonly object[]>>> = {
  float: [1e308, -1e308, 1e19, 0.1 + 0.2, 5e-324].map((number) => ({ lessThan: number, greaterThan: -number })),
  int: [{ in: [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER] }],
  string: ['%', '\\', '_', "'", '"', '\uD800', '🚚', 'x'.repeat(60_000)].map((text) => ({ includes: text })),
};

/** Number of conditions that one filter may have, where each of them counts as two at most. */
const conditionsAtOnce = 50;

/**
 * Lists the conditions that are not answered with records. Many of them are one filter, in which each is checked, compiled
 * and run; where that is refused, each is asked alone.
 */
async function listOtherAnswers(api: ApiCaller, path: string, conditions: readonly object[]) {
  const otherAnswers: { readonly condition: object; readonly status: number; readonly body: unknown }[] = [];
  for (let start = 0; start < conditions.length; start += conditionsAtOnce) {
    const batch = conditions.slice(start, start + conditionsAtOnce);
    const { status, body } = await filter(api, path, { and: batch });
    if (status === 200 && !body.errors) continue;
    for (const condition of batch) {
      const alone = await filter(api, path, condition);
      if (alone.status !== 200 || alone.body.errors)
        otherAnswers.push({ condition, status: alone.status, body: alone.body });
    }
  }
  return otherAnswers;
}

async function listOffered(
  api: ApiCaller,
): Promise<(CatalogueEntry & { fields: Readonly<Record<string, FilterField>> })[]> {
  const answers = await Promise.all(collections.map(({ path }) => filter(api, path, {})));
  return collections.filter((_, index) => answers[index]?.status !== 501);
}

const insertTerm = (api: TestService, name: string, more: object = {}) =>
  insertRow(api, 'payment_term', { name, days: 0, ...more });

const filterNames = async (api: ApiCaller, condition: object): Promise<string[]> => {
  const { status, body } = await filter(api, '/payment-terms/filter', condition, { pageSize: 250 });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.map(({ name }: { name: string }) => name).sort();
};

const buildRefusal = (field: string) => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST', details: [{ field }] } },
});

onBothDatabases('filters', (database) => {
  test('every declared field takes every operator of its kind', async () => {
    await using api = await startService(database);
    const open = await listOffered(api);
    const refused: string[] = [];

    for (const { name, path, fields } of open) {
      const conditions = Object.entries(fields).flatMap(([field, declared]): object[] =>
        declared.kind === 'flag'
          ? [{ [field]: true }, { [field]: false }]
          : listOperators(declared, true).map((operator) => ({ [field]: operator })),
      );
      const answers = await listOtherAnswers(api, path, conditions);
      refused.push(...answers.map((answer) => `${name} ${JSON.stringify(answer)}`));
    }

    expect(open.length).toBeGreaterThanOrEqual(11);
    expect(refused).toEqual([]);
  });

  test('numbers of any size and texts of any length are answered or refused, never failed on', async () => {
    await using api = await startService(database);
    const failed: string[] = [];

    for (const { name, path, fields } of await listOffered(api)) {
      for (const [kind, operands] of Object.entries(extremes)) {
        const ofKind = Object.keys(fields).filter((field) => fields[field]?.kind === kind);
        // By what is asked for: where one field refuses it, the others do too.
        for (const operand of operands) {
          const answers = await listOtherAnswers(
            api,
            path,
            ofKind.map((field) => ({ [field]: operand })),
          );
          failed.push(
            ...answers.filter(({ status }) => status !== 400).map((answer) => `${name} ${JSON.stringify(answer)}`),
          );
        }
      }
    }

    expect(failed).toEqual([]);
  });

  test('conditions nest five deep and number a hundred, no more', async () => {
    await using api = await startService(database);
    const buildNested = (levels: number): object =>
      levels === 0 ? { days: { equalTo: 1 } } : { [levels % 2 === 0 ? 'and' : 'or']: [buildNested(levels - 1)] };
    const buildNegated = (levels: number): object =>
      levels === 0 ? { days: { equalTo: 1 } } : { not: buildNegated(levels - 1) };
    const buildMany = (count: number) => ({
      and: Array.from({ length: count }, (_, days) => ({ days: { notEqualTo: days } })),
    });
    const path = '/payment-terms/filter';

    expect((await filter(api, path, buildNested(5))).status).toBe(200);
    expect((await filter(api, path, buildNegated(5))).status).toBe(200);
    expect((await filter(api, path, buildNested(6))).status).toBe(400);
    expect((await filter(api, path, buildNegated(6))).status).toBe(400);
    expect((await filter(api, path, buildMany(100))).status).toBe(200);
    expect(await filter(api, path, buildMany(101))).toMatchObject(buildRefusal('filter'));
    expect(await filter(api, path, { days: { in: Array.from({ length: 10_000 }, (_, n) => n) } })).toMatchObject({
      status: 200,
    });
    expect(await filter(api, path, { days: { in: Array.from({ length: 10_001 }, (_, n) => n) } })).toMatchObject(
      buildRefusal('filter'),
    );
  });

  test('roles are asked for one by one, all together or any of them, however often they are listed', async () => {
    await using api = await startService(database);
    const user = { email: 'a@b.test', status: 'ACTIVE' } as const;
    await insertRow(api, 'user_account', { ...user, key: 'rep', roles: '["CUSTOMER_REP"]' });
    await insertRow(api, 'user_account', { ...user, key: 'both', roles: '["CUSTOMER_REP","CARRIER_REP"]' });
    await insertRow(api, 'user_account', { ...user, key: 'none', roles: '[]' });
    const filterUsers = async (roles: object): Promise<string[]> => {
      const { body } = await filter(api, '/users/filter', { roles });
      return body.data.map(({ key }: { key: string }) => key).sort();
    };
    const often = Array.from({ length: 3000 }, () => 'CARRIER_REP');

    expect(await filterUsers({ includes: 'CUSTOMER_REP' })).toEqual(['both', 'rep']);
    expect(await filterUsers({ notIncludes: 'CARRIER_REP' })).toEqual(['none', 'rep']);
    expect(await filterUsers({ containsAll: ['CARRIER_REP', 'CUSTOMER_REP'] })).toEqual(['both']);
    expect(await filterUsers({ containsAll: [] })).toEqual(['both', 'none', 'rep']);
    expect(await filterUsers({ containsAny: [] })).toEqual([]);
    expect(await filterUsers({ containsAny: often })).toEqual(['both']);
    expect(await filterUsers({ containsAll: often })).toEqual(['both']);
  });

  test('deleted records show only when the filter asks about deletion, wherever it does', async () => {
    await using api = await startService(database);
    await insertTerm(api, 'gone', { deleted_at: '2026-11-01T00:00:00.000Z' });
    await insertTerm(api, 'here');

    expect(await filterNames(api, {})).toEqual(['here']);
    expect(await filterNames(api, { name: { includes: 'e' } })).toEqual(['here']);
    expect(await filterNames(api, { deletedAt: { isNull: true } })).toEqual(['here']);
    expect(await filterNames(api, { deletedAt: { isNull: false } })).toEqual(['gone']);
    expect(await filterNames(api, { or: [{ deletedAt: { isNull: false } }, { name: { equalTo: 'here' } }] })).toEqual([
      'gone',
      'here',
    ]);
    expect(await filterNames(api, { not: { deletedAt: { isNull: true } } })).toEqual(['gone']);
    expect(await filterNames(api, { deletedAt: { gte: '2026-11-01' } })).toEqual(['gone']);
  });

  test('a negative operator also finds records without a value', async () => {
    await using api = await startService(database);
    await insertTerm(api, 'five', { days: 5, description: 'Quick' });
    await insertTerm(api, 'nine', { days: 9, description: 'Slow' });
    await insertTerm(api, 'none', { days: null, description: null });

    expect(await filterNames(api, { days: { notEqualTo: 5 } })).toEqual(['nine', 'none']);
    expect(await filterNames(api, { days: { notIn: [5, 9] } })).toEqual(['none']);
    expect(await filterNames(api, { days: { notIn: [] } })).toEqual(['five', 'nine', 'none']);
    expect(await filterNames(api, { days: { in: [] } })).toEqual([]);
    expect(await filterNames(api, { description: { notIncludes: 'QUI' } })).toEqual(['nine', 'none']);
    expect(await filterNames(api, { description: { notStartsWith: 's' } })).toEqual(['five', 'none']);
    expect(await filterNames(api, { description: { notEndsWith: 'K' } })).toEqual(['nine', 'none']);
    expect(await filterNames(api, { not: { days: { greaterThan: 5 } } })).toEqual(['five', 'none']);
    expect(await filterNames(api, { not: { days: { isNull: true } } })).toEqual(['five', 'nine']);
  });

  test('text is found whatever its case, signs stand for themselves, and equality is exact', async () => {
    await using api = await startService(database);
    const names = ['100% Net', '100 Net', 'a_b', 'axb', 'C:\\net', 'Transportes México', 'ÉCLAIR', "O'Hare"];
    for (const name of names) await insertTerm(api, name);

    expect(await filterNames(api, { name: { includes: '0% n' } })).toEqual(['100% Net']);
    expect(await filterNames(api, { name: { includes: 'A_B' } })).toEqual(['a_b']);
    expect(await filterNames(api, { name: { includes: '\\' } })).toEqual(['C:\\net']);
    expect(await filterNames(api, { name: { endsWith: 'NET' } })).toEqual(['100 Net', '100% Net', 'C:\\net']);
    expect(await filterNames(api, { name: { startsWith: "o'h" } })).toEqual(["O'Hare"]);
    expect(await filterNames(api, { name: { includes: 'MÉXICO' } })).toEqual(['Transportes México']);
    expect(await filterNames(api, { name: { startsWith: 'éclair' } })).toEqual(['ÉCLAIR']);
    expect(await filterNames(api, { name: { startsWith: 'ÉCLAIR' } })).toEqual(['ÉCLAIR']);
    expect(await filterNames(api, { name: { notIncludes: 'éclair', startsWith: 'É' } })).toEqual([]);
    expect(await filterNames(api, { name: { equalTo: 'A_B' } })).toEqual([]);
    expect(await filterNames(api, { name: { equalTo: 'a_b' } })).toEqual(['a_b']);
  });

  test('a record without related rows passes what they must not be, and never what they must be', async () => {
    await using api = await startService(database);
    const withLoad = (await createShipment(api)).shipment;
    const without = await createPlainShipment(api);
    const carrierId: string = withLoad.loads[0].carriers[0].carrier.id;
    const filterShipments = async (operators: object): Promise<string[]> => {
      const { status, body } = await filter(api, '/shipments/filter', { carrierId: operators });
      expect(status).toBe(200);
      return body.data.map(({ id }: { id: string }) => id).sort();
    };

    const both: string[] = [withLoad.id, without.id];
    both.sort();

    expect(await filterShipments({ equalTo: carrierId })).toEqual([withLoad.id]);
    expect(await filterShipments({ notEqualTo: carrierId })).toEqual([without.id]);
    expect(await filterShipments({ equalTo: carrierId, notEqualTo: without.id })).toEqual([withLoad.id]);
    expect(await filterShipments({ in: [carrierId], isNull: false })).toEqual([withLoad.id]);
    expect(await filterShipments({ notIn: [] })).toEqual(both);
    expect(await filterShipments({})).toEqual(both);
  });

  test('a moment without a zone is in UTC, and there is no 31st of February', async () => {
    await using api = await startService(database);
    await insertTerm(api, 'noon', { created_at: '2026-11-01T12:00:00.000Z' });
    await insertTerm(api, 'midnight', { created_at: '2026-11-02T00:00:00.000Z' });
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/Chicago';

    try {
      expect(await filterNames(api, { createdAt: { equalTo: '2026-11-01T12:00:00' } })).toEqual(['noon']);
      expect(await filterNames(api, { createdAt: { equalTo: '2026-11-01 12:00' } })).toEqual(['noon']);
      expect(await filterNames(api, { createdAt: { equalTo: '2026-11-01T06:00:00-06:00' } })).toEqual(['noon']);
      expect(await filterNames(api, { createdAt: { gte: '2026-11-02' } })).toEqual(['midnight']);
      for (const wrong of ['2026-02-31', '2026-02-30T10:00:00Z', '2026-13-01', '2026-11-01 (noon)', 'today', '']) {
        const answer = await filter(api, '/payment-terms/filter', { createdAt: { equalTo: wrong } });
        expect([wrong, answer]).toMatchObject([wrong, buildRefusal('filter.createdAt')]);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test.each([
    ['equalTo', ['first', 'last']],
    ['notEqualTo', ['after', 'before']],
    ['gte', ['after', 'first', 'last']],
    ['greaterThanOrEqualTo', ['after', 'first', 'last']],
    ['greaterThan', ['after']],
    ['lessThan', ['before']],
    ['lte', ['before', 'first', 'last']],
    ['lessThanOrEqualTo', ['before', 'first', 'last']],
  ])("%s a date takes the whole day in the organization's zone", async (operator, names) => {
    await using api = await startService(database, { timeZone: 'America/Chicago' });
    await insertTerm(api, 'before', { created_at: '2026-11-20T05:59:59.999Z' });
    await insertTerm(api, 'first', { created_at: '2026-11-20T06:00:00.000Z' });
    await insertTerm(api, 'last', { created_at: '2026-11-21T05:59:59.999Z' });
    await insertTerm(api, 'after', { created_at: '2026-11-21T06:00:00.000Z' });

    expect((await filterNames(api, { createdAt: { [operator]: '2026-11-20' } })).toSorted()).toEqual(names);
  });

  test('amounts compare to the cent, and parts of a cent are not rounded away', async () => {
    await using api = await startService(database);
    await insertBill(api, { key: 'a', amount_cents: 1000 });
    await insertBill(api, { key: 'b', amount_cents: 1001 });
    const filterBills = async (operators: object) => {
      const { status, body } = await filter(api, '/bills/filter', { amount: operators });
      expect(status).toBe(200);
      return body.data.map(({ key }: { key: string }) => key).sort();
    };

    expect(await filterBills({ equalTo: 10 })).toEqual(['a']);
    expect(await filterBills({ equalTo: 10.004 })).toEqual([]);
    expect(await filterBills({ lessThan: 10.004 })).toEqual(['a']);
    expect(await filterBills({ greaterThan: 10.004 })).toEqual(['b']);
    expect(await filterBills({ gte: 10.01 })).toEqual(['b']);
    expect(await filterBills({ lessThan: 1e300 })).toEqual(['a', 'b']);
  });
});

onOneDatabase('a filter that cannot be applied', (database) => {
  test('the readable number of a record is refused where its id is meant: it would find nothing', async () => {
    await using api = await startService(database);

    for (const condition of [{ equalTo: 'SHP-1001' }, { notEqualTo: '' }, { in: [good.uuid, 'C100001'] }]) {
      expect(await filter(api, '/bills/filter', { shipmentId: condition })).toMatchObject(
        buildRefusal('filter.shipmentId'),
      );
    }
    expect((await filter(api, '/bills/filter', { shipmentId: { equalTo: good.uuid } })).status).toBe(200);
  });

  test('a value of the wrong type is refused, and the answer names the field', async () => {
    await using api = await startService(database);
    const accepted: string[] = [];

    for (const { name, path, fields } of await listOffered(api)) {
      for (const [field, declared] of Object.entries(fields)) {
        const flags = declared.kind === 'flag' ? ['yes', 1, null, { equalTo: true }] : [{ like: 'x' }, 'x', null];
        for (const operators of [...listOperators(declared, false), ...flags]) {
          const { status, body } = await filter(api, path, { [field]: operators });
          const isNamed = status === 400 && body.error.details[0]?.field === `filter.${field}`;
          if (!isNamed) accepted.push(`${name} ${field} ${JSON.stringify(operators)}: ${status}`);
        }
      }
    }

    expect(accepted).toEqual([]);
  });

  test('a field that is not known is reported once and not applied, wherever it stands', async () => {
    await using api = await startService(database);
    await insertTerm(api, 'Net 30', { days: 30 });
    await insertTerm(api, 'Net 60', { days: 60 });
    const color = { color: { equalTo: 'red' } };

    const { body } = await filter(api, '/payment-terms/filter', {
      ...color,
      and: [color, { days: { equalTo: 30 } }],
      or: [color, { days: { equalTo: 60 } }],
      not: color,
    });

    expect(body.data).toMatchObject([{ name: 'Net 30' }]);
    expect(body.errors).toMatchObject([{ field: 'color' }]);
  });
});
