import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { startService } from '../../support/service/service.ts';

/** A record of the plainest possible second implementation of filters, which the databases have to agree with. */
interface FilteredTerm {
  readonly name: string;
  readonly days: number | null;
  readonly description: string | null;
  readonly doNotUse: boolean | null;
}

type FilteredValue = string | number | boolean | null;
type Filter = Readonly<Record<string, unknown>>;

const isLess = (value: FilteredValue, operand: unknown) => typeof value === 'number' && value < Number(operand);
const isMore = (value: FilteredValue, operand: unknown) => typeof value === 'number' && value > Number(operand);
const lower = (text: unknown) => String(text).toLowerCase();
const isText = (value: FilteredValue): value is string => typeof value === 'string';

const holds: Readonly<Record<string, (value: FilteredValue, operand: unknown) => boolean>> = {
  equalTo: (value, operand) => value === operand,
  notEqualTo: (value, operand) => value !== operand,
  in: (value, operand) => Array.isArray(operand) && operand.includes(value) && value !== null,
  notIn: (value, operand) => Array.isArray(operand) && !operand.includes(value),
  lessThan: isLess,
  lessThanOrEqualTo: (value, operand) => isLess(value, operand) || value === operand,
  greaterThan: isMore,
  greaterThanOrEqualTo: (value, operand) => isMore(value, operand) || value === operand,
  lte: (value, operand) => isLess(value, operand) || value === operand,
  gte: (value, operand) => isMore(value, operand) || value === operand,
  includes: (value, operand) => isText(value) && lower(value).includes(lower(operand)),
  notIncludes: (value, operand) => !isText(value) || !lower(value).includes(lower(operand)),
  startsWith: (value, operand) => isText(value) && lower(value).startsWith(lower(operand)),
  notStartsWith: (value, operand) => !isText(value) || !lower(value).startsWith(lower(operand)),
  endsWith: (value, operand) => isText(value) && lower(value).endsWith(lower(operand)),
  notEndsWith: (value, operand) => !isText(value) || !lower(value).endsWith(lower(operand)),
  isNull: (value, operand) => (value === null) === operand,
};

function isMatch(term: FilteredTerm, filter: Filter): boolean {
  return Object.entries(filter).every(([name, part]) => {
    // The generator below builds nothing else.
    if (name === 'and') return (part as Filter[]).every((each) => isMatch(term, each));
    if (name === 'or') return (part as Filter[]).some((each) => isMatch(term, each));
    if (name === 'not') return !isMatch(term, part as Filter);
    const value: FilteredValue = Reflect.get(term, name);
    return Object.entries(part as Filter).every(([operator, operand]) => holds[operator]?.(value, operand) === true);
  });
}

const word = fc.constantFrom('net', 'NET', 'n', '0', '%', '_', '\\', ' ', '1_0', 'a%', "'", '');
const number = fc.integer({ min: 0, max: 4 });
const generateSome = <Kind>(value: fc.Arbitrary<Kind>) => fc.array(value, { maxLength: 3 });
const generateOne = (operators: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.constantFrom(...operators), value).map(([operator, operand]) => ({ [operator]: operand }));

const equality = ['equalTo', 'notEqualTo'];
const order = ['lessThan', 'lessThanOrEqualTo', 'greaterThan', 'greaterThanOrEqualTo', 'lte', 'gte'];
const substring = ['includes', 'notIncludes', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith'];
const isNull = generateOne(['isNull'], fc.boolean());

const textTest = fc.oneof(
  generateOne([...equality, ...substring], word),
  generateOne(['in', 'notIn'], generateSome(word)),
  isNull,
);
const numberTest = fc.oneof(
  generateOne([...equality, ...order], number),
  generateOne(['in', 'notIn'], generateSome(number)),
  isNull,
);
const flagTest = fc.oneof(generateOne(equality, fc.boolean()), isNull);
const generateBoth = (operators: fc.Arbitrary<object>) =>
  fc.tuple(operators, operators).map(([a, b]) => ({ ...a, ...b }));

const condition = fc.oneof(
  fc.record({ name: generateBoth(textTest) }),
  fc.record({ description: generateBoth(textTest) }),
  fc.record({ days: generateBoth(numberTest) }),
  fc.record({ doNotUse: flagTest }),
  fc.record({ days: numberTest, description: textTest }),
);

const { filter: anyFilter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    condition,
    fc.record({ and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
    fc.record({ days: numberTest, or: fc.array(tie('filter'), { minLength: 1, maxLength: 2 }) }),
  ),
}));

const texts = ['Net', 'NET 10', 'n_t', '100%', '1_0', 'a\\b', "o'h", '', ' '];
const terms: readonly FilteredTerm[] = Array.from({ length: 60 }, (_, index) => ({
  name: texts[index % texts.length] ?? '',
  days: index % 6 === 5 ? null : index % 6,
  description: index % 4 === 3 ? null : (texts[(index * 7) % texts.length] ?? ''),
  doNotUse: [true, false, null][index % 3] ?? null,
}));

onBothDatabases('a filter', (database) => {
  test('finds exactly the records that its words say', async () => {
    await using api = await startService(database);
    for (const [index, { doNotUse, ...term }] of terms.entries()) {
      const flag = doNotUse === null ? null : Number(doNotUse);
      await insertRow(api, 'payment_term', { ...term, key: String(index), do_not_use: flag });
    }

    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const { status, body } = await api.request('POST', '/v1/payment-terms/filter', { filter, pageSize: 250 });
        if (status !== 200) throw new Error(JSON.stringify(body));
        const matchingIndexes = body.data
          .map(({ key }: { key: string }) => Number(key))
          .sort((a: number, b: number) => a - b);

        const expected = terms.flatMap((term, index) => (isMatch(term, filter) ? [index] : []));
        expect(matchingIndexes).toEqual(expected);
      }),
      { numRuns: 250, seed: 20_261_120 },
    );
  });
});
