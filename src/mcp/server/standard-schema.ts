import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../tool/json-schema.ts';

type Validate = StandardSchemaWithJSON['~standard']['validate'];

/** A schema as the protocol library wants it, checked by what is given. */
export function standardSchema(json: JsonSchema, validate: Validate): StandardSchemaWithJSON {
  const schema = () => json;
  return { '~standard': { version: 1, vendor: 'waybill', validate, jsonSchema: { input: schema, output: schema } } };
}
