import * as z from 'zod';
import { WebhookDelivery } from '../events/events.ts';
import { getDocumentedBody, toJsonSchema, type Direction, type JsonSchema } from '../kit/json-schema.ts';
import type { Operation } from '../kit/operation.ts';
import { Problem } from '../kit/problem.ts';

export interface Components {
  /** Every named schema, under the name it has in the document. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** A schema as the document shows it: a reference where it has a name. */
  of(schema: z.ZodType, direction: Direction): JsonSchema;
}

interface Conversion {
  readonly named: Readonly<Record<string, JsonSchema>>;
  readonly parts: ReadonlyMap<z.ZodType, JsonSchema>;
}

/** Converts the schemas of all operations together, so that a shape shared by many has one name and one definition. */
export function buildComponents(operations: readonly Operation[]): Components {
  const sent = operations.flatMap((operation) => [operation.query, getDocumentedBody(operation)]);
  const received = [...operations.map((operation) => operation.response), WebhookDelivery, Problem];
  const converted = { input: convert(sent, 'input'), output: convert(received, 'output') };
  const renamed = findDifferingNames(converted.input.named, converted.output.named);
  const toInputName = (name: string) => (renamed.has(name) ? `${name}Request` : name);
  const nameIn = { input: toInputName, output: (name: string) => name };
  return {
    schemas: {
      ...buildDefinitions(converted.output, nameIn.output),
      ...buildDefinitions(converted.input, nameIn.input),
    },
    of(schema, direction) {
      const part = converted[direction].parts.get(schema);
      if (!part) throw new Error('a schema outside the operations has no place in the document');
      return moveReferences(part, nameIn[direction]);
    },
  };
}

function convert(schemas: readonly (z.ZodType | undefined)[], direction: Direction): Conversion {
  const distinct = [...new Set(schemas.filter((schema) => schema !== undefined))];
  const whole = z.object(Object.fromEntries(distinct.map((schema, index) => [`part${index}`, schema])));
  // The shape of what toJSONSchema makes of an object is fixed by the standard it follows.
  const json = toJsonSchema(whole, direction) as {
    properties: Record<string, JsonSchema>;
    $defs?: Record<string, JsonSchema>;
  };
  return {
    named: json.$defs ?? {},
    parts: new Map(distinct.map((schema, index) => [schema, json.properties[`part${index}`] ?? {}])),
  };
}

function buildDefinitions({ named }: Conversion, nameOf: (name: string) => string): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => {
      const { id: _, ...definition } = schema;
      return [nameOf(name), moveReferences(definition, nameOf)];
    }),
  );
}

/** Finds the names whose input and output differ, directly or through a reference. */
function findDifferingNames(input: Conversion['named'], output: Conversion['named']): ReadonlySet<string> {
  const shared = Object.keys(input).filter((name) => name in output);
  const text = new Map(shared.map((name) => [name, JSON.stringify(input[name])]));
  const differingNames = new Set(shared.filter((name) => text.get(name) !== JSON.stringify(output[name])));
  for (let before = -1; before !== differingNames.size;) {
    before = differingNames.size;
    for (const name of shared) {
      if ([...differingNames].some((other) => text.get(name)?.includes(`"#/$defs/${other}"`))) differingNames.add(name);
    }
  }
  return differingNames;
}

function moveReferences(json: JsonSchema, nameOf: (name: string) => string): JsonSchema {
  const moved = JSON.stringify(json, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string'
      ? value.replace(/^#\/\$defs\/(.+)$/, (_, name: string) => `#/components/schemas/${nameOf(name)}`)
      : value,
  );
  // Parsed from text written one statement above.
  return JSON.parse(moved) as JsonSchema;
}
