import * as z from 'zod';
import { WebhookDelivery } from '../events/events.ts';
import { documentedBody, jsonSchemaOf, type Direction, type JsonSchema } from '../kit/json-schema.ts';
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
export function componentsOf(operations: readonly Operation[]): Components {
  const sent = operations.flatMap((operation) => [operation.query, documentedBody(operation)]);
  const received = [...operations.map((operation) => operation.response), WebhookDelivery, Problem];
  const converted = { input: convert(sent, 'input'), output: convert(received, 'output') };
  const renamed = differing(converted.input.named, converted.output.named);
  const inputName = (name: string) => (renamed.has(name) ? `${name}Request` : name);
  const nameIn = { input: inputName, output: (name: string) => name };
  return {
    schemas: {
      ...definitions(converted.output, nameIn.output),
      ...definitions(converted.input, nameIn.input),
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
  const json = jsonSchemaOf(whole, direction) as {
    properties: Record<string, JsonSchema>;
    $defs?: Record<string, JsonSchema>;
  };
  return {
    named: json.$defs ?? {},
    parts: new Map(distinct.map((schema, index) => [schema, json.properties[`part${index}`] ?? {}])),
  };
}

function definitions({ named }: Conversion, nameOf: (name: string) => string): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => {
      const { id: _, ...definition } = schema;
      return [nameOf(name), moveReferences(definition, nameOf)];
    }),
  );
}

/** Names whose two forms differ, themselves or through something they refer to. */
function differing(input: Conversion['named'], output: Conversion['named']): ReadonlySet<string> {
  const shared = Object.keys(input).filter((name) => name in output);
  const text = new Map(shared.map((name) => [name, JSON.stringify(input[name])]));
  const found = new Set(shared.filter((name) => text.get(name) !== JSON.stringify(output[name])));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const name of shared) {
      if ([...found].some((other) => text.get(name)?.includes(`"#/$defs/${other}"`))) found.add(name);
    }
  }
  return found;
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
