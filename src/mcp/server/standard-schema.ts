import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { AdvertisedSchema } from '../tool/json-schema.ts';

type Validate = StandardSchemaWithJSON['~standard']['validate'];

/** Builds a schema as the protocol library wants it: `readSchema` gives its JSON Schema when it is listed, `validate` checks. */
export const toStandardSchema = (readSchema: () => AdvertisedSchema, validate: Validate): StandardSchemaWithJSON => ({
  '~standard': { version: 1, vendor: 'waybill', validate, jsonSchema: { input: readSchema, output: readSchema } },
});
