import { expect, test } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { listPathParameters } from '../../../src/contract/kit/operation.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import { mapInputIds } from '../../../tools/records/input-ids.ts';
import { getFinder } from '../../../tools/calls/record-finders.ts';

const catalogEntry = 'an entry of a catalog, which reference_data shows with its id';
const otherSystem = 'a record of another system';
const placeOnLoad = 'the place of a carrier on a load, which is found by the load and the carrier';

/** Ids that nothing but an id can stand for. */
const idsOnly: Readonly<Record<string, string>> = {
  'applications.id': 'an application has neither number nor key',
  avatarId: 'a picture, which no operation reads',
  carrierProfileId: otherSystem,
  categoryId: catalogEntry,
  entityId: `${placeOnLoad}, and a service is named by the same member`,
  goldenCarrierId: otherSystem,
  groupId: catalogEntry,
  loadCarrierId: placeOnLoad,
  sourcePaymentGroupId: otherSystem,
  subcategoryId: catalogEntry,
  '{applicationId}': 'an application has neither number nor key',
  '{carrierId}': placeOnLoad,
};

test('every field that names a record takes what people call the record, or says why it cannot', () => {
  const bare = catalogue().flatMap((entry) =>
    listIdFields(entry)
      .filter((field) => !isResolved(entry, field))
      .map((field) => formatFieldName(entry, field)),
  );

  expect([...new Set(bare)].toSorted()).toEqual(Object.keys(idsOnly).toSorted());
});

const operators: ReadonlySet<string> = new Set(['[]', 'equalTo', 'notEqualTo', 'in', 'notIn', 'values']);

function formatFieldName({ operation }: CatalogueEntry, field: InputField): string {
  const names = field.filter((name) => !operators.has(name));
  const [last = ''] = names.slice(-1);
  if (names.length === 1 && listPathParameters(operation.path).includes(last)) return `{${last}}`;
  return last === 'id' ? names.slice(-2).join('.') : last;
}

type InputField = readonly string[];

/** Lists every place of the input that holds a uuid, and every path parameter. */
function listIdFields({ operation, inputSchema }: CatalogueEntry): readonly InputField[] {
  const schema = inputSchema();
  const definitions = isPlainRecord(schema['$defs']) ? schema['$defs'] : {};
  const fields = new Map<string, InputField>();
  const walk = (value: unknown, at: InputField, seen: readonly unknown[]): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, at, seen);
    if (!isPlainRecord(value) || seen.includes(value)) return;
    const within = [...seen, value];
    if (value['format'] === 'uuid') fields.set(at.join('.'), at);
    if (typeof value['$ref'] === 'string') walk(definitions[value['$ref'].split('/').at(-1) ?? ''], at, within);
    for (const part of ['anyOf', 'oneOf', 'allOf']) walk(value[part], at, within);
    if (value['items'] !== undefined) walk(value['items'], [...at, '[]'], within);
    if (isPlainRecord(value['properties']))
      for (const [name, member] of Object.entries(value['properties'])) walk(member, [...at, name], within);
  };
  walk(schema, [], []);
  for (const name of listPathParameters(operation.path)) fields.set(name, [name]);
  return [...fields.values()];
}

function isResolved(entry: CatalogueEntry, field: InputField): boolean {
  const resources: string[] = [];
  const input = field.reduceRight<unknown>((value, name) => (name === '[]' ? [value] : { [name]: value }), 'named');
  if (!isPlainRecord(input)) return false;
  mapInputIds(entry, input, ({ resource, text }) => {
    resources.push(resource);
    return text;
  });
  return resources.length === 1 && resources.every((resource) => getFinder(resource) !== undefined);
}
