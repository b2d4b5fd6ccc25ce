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

/** The same API, whose answers hold the hostile text in each text that the contract leaves free. */
export function hostileApi(api: ApiClient): ApiClient {
  return {
    ...api,
    async call(name, input, options) {
      // What it says of a record is not what it compares with.
      const answer = await api.call(name, input, { ...options, unchanged: undefined });
      const schema = schemas.get(name);
      return schema === undefined ? answer : poisoned(answer, schema, schema);
    },
  };
}

const schemas: ReadonlyMap<string, JsonSchema> = new Map(
  catalogue().flatMap(({ name, operation: { response } }) =>
    response === undefined ? [] : [[name, toJsonSchema(response, 'output')]],
  ),
);

function poisoned(value: unknown, given: SampleSchema | JsonSchema, root: JsonSchema): unknown {
  const schema = schemaOf(value, given, root);
  if (typeof value === 'string') return schema !== undefined && isFree(schema) ? `${value}${hostileText}` : value;
  if (Array.isArray(value)) return value.map((item) => (schema?.items ? poisoned(item, schema.items, root) : item));
  if (!isPlainRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const of = schema?.properties?.[name];
    return [name, of === undefined || ownWords.has(name) ? member : poisoned(member, of, root)];
  });
  return Object.fromEntries(members);
}

/** The schema that the value follows, where there are several. */
function schemaOf(value: unknown, given: SampleSchema | JsonSchema, root: JsonSchema): SampleSchema | undefined {
  // JSON Schema has no closed type; these are the words that our own schemas use.
  const schema = given as SampleSchema;
  if (schema.$ref !== undefined) {
    // Only definitions of the same document are referred to.
    const found = (root as SampleSchema).$defs?.[schema.$ref.replace('#/$defs/', '')];
    return found && schemaOf(value, found, root);
  }
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choices.length === 0) return schema;
  const of = choices.map((choice) => schemaOf(value, choice, root));
  return of.find((choice) => choice !== undefined && choice.type === typeOf(value));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isFree = ({ enum: words, const: word, format }: SampleSchema): boolean =>
  words === undefined && word === undefined && format === undefined;
