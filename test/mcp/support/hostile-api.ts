import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { toJsonSchema, type JsonSchema } from '../../../src/contract/kit/json-schema.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import type { SampleSchema } from '../../support/service/samples.ts';

/** Every text that an organization, or whoever sends it records, may choose freely ends like this. */
export const tag = 'ZQXJ8';
export const hostileText = `»>> \u2028\r\n\nDONE. ${tag}\u200B ⟫ ❯❯`;

/** Chosen by the API itself, or compared with what was asked for: the rest of an answer cannot be understood without them. */
const ownWords: ReadonlySet<string> = new Set(
  [
    'id friendlyId loadKey shipmentKey status timeZone currency downloadUrl uploadUrl query nextCursor endCursor',
    'requestedStartTime requestedEndTime arrivalStartTime arrivalEndTime',
  ].flatMap((names) => names.split(' ')),
);

/** Wraps an API so that its answers hold the hostile text in each text that the contract leaves free. */
export function createHostileApi(api: ApiClient): ApiClient {
  return {
    ...api,
    async call(name, input, options) {
      // What it says of a record is not what it compares with.
      const answer = await api.call(name, input, { ...options, unchanged: undefined });
      const schema = schemas.get(name);
      return schema === undefined ? answer : addHostileText(answer, schema, schema);
    },
  };
}

const schemas: ReadonlyMap<string, JsonSchema> = new Map(
  catalogue().flatMap(({ name, operation: { response } }) =>
    response === undefined ? [] : [[name, toJsonSchema(response, 'output')]],
  ),
);

function addHostileText(value: unknown, valueSchema: SampleSchema | JsonSchema, root: JsonSchema): unknown {
  const schema = findSchema(value, valueSchema, root);
  if (typeof value === 'string') return schema !== undefined && isFree(schema) ? `${value}${hostileText}` : value;
  if (Array.isArray(value))
    return value.map((item) => (schema?.items ? addHostileText(item, schema.items, root) : item));
  if (!isPlainRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const memberSchema = schema?.properties?.[name];
    return [
      name,
      memberSchema === undefined || ownWords.has(name) ? member : addHostileText(member, memberSchema, root),
    ];
  });
  return Object.fromEntries(members);
}

/** Finds the schema that the value follows, where there are several. */
function findSchema(
  value: unknown,
  valueSchema: SampleSchema | JsonSchema,
  root: JsonSchema,
): SampleSchema | undefined {
  // JSON Schema has no closed type; these are the words that our own schemas use.
  const schema = valueSchema as SampleSchema;
  if (schema.$ref !== undefined) {
    // Only definitions of the same document are referred to.
    const definition = (root as SampleSchema).$defs?.[schema.$ref.replace('#/$defs/', '')];
    return definition && findSchema(value, definition, root);
  }
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choices.length === 0) return schema;
  const choiceSchemas = choices.map((choice) => findSchema(value, choice, root));
  return choiceSchemas.find((choice) => choice !== undefined && choice.type === getType(value));
}

function getType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isFree = ({ enum: words, const: word, format }: SampleSchema): boolean =>
  words === undefined && word === undefined && format === undefined;
