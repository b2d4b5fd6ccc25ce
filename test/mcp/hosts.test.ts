import { expect, test } from 'vitest';
import * as z from 'zod';
import { listTool } from '../../src/mcp/server/list-tool.ts';
import { interpretArguments } from '../../src/mcp/input/interpret-arguments.ts';
import { tools } from '../../tools/index.ts';
import { startDesk } from '../support/desk.ts';

const listed = tools.map(listTool);

/** Arguments whose members only the named operation knows; strict forms cannot say that, so those two stay loose. */
const openArguments = ['api_read input', 'api_write input'];

type HostSchema = Readonly<Record<string, unknown>>;

interface Form {
  readonly types: readonly unknown[];
  /** Words that the host takes in a schema. */
  readonly words: readonly string[];
  readonly name: RegExp;
}

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean'];
const words = ['type', 'properties', 'required', 'items', 'enum', 'description'];

/** The part of JSON Schema that each host accepts in the strict form of its tools. */
const forms: Readonly<Record<string, Form>> = {
  'OpenAI strict': { types, words: [...words, 'additionalProperties'], name: /^[a-zA-Z0-9_-]{1,64}$/ },
  Anthropic: { types, words: [...words, 'additionalProperties'], name: /^[a-zA-Z0-9_.-]{1,64}$/ },
  // The closing of an object is dropped on the way; everything else is refused.
  Gemini: { types, words: [...words, 'additionalProperties'], name: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/ },
};

/** Lists everything in a schema that the form does not accept. */
function* listRefusals(schema: unknown, form: Form, at: string): Generator<string, void, undefined> {
  // A schema is an object; anything else would be refused below by its missing type.
  const { type, properties, items, required, additionalProperties, ...rest } = schema as HostSchema;
  const other = Object.keys(rest).filter((word) => !form.words.includes(word));
  if (other.length > 0) yield `${at}: ${other.join(', ')}`;
  if (!form.types.includes(type)) yield `${at}: type ${JSON.stringify(type)}`;
  if (rest['enum'] !== undefined && type !== 'string') yield `${at}: enum of ${String(type)}`;
  if (type === 'array') yield* listRefusals(items ?? {}, form, `${at}[]`);
  if (type !== 'object') return;
  const members = Object.entries((properties ?? {}) as HostSchema);
  if (members.length === 0 && !(at.endsWith(' ') || openArguments.includes(at)))
    yield `${at}: an object without members`;
  if (additionalProperties !== false && !openArguments.includes(at)) yield `${at}: not closed`;
  const unknown = (Array.isArray(required) ? required : []).filter(
    (name) => !members.some(([member]) => member === name),
  );
  if (unknown.length > 0) yield `${at}: requires ${unknown.join(', ')}`;
  for (const [name, member] of members) {
    if (!form.name.test(name)) yield `${at}: the name ${name}`;
    yield* listRefusals(member, form, `${at}${at.endsWith(' ') ? '' : '.'}${name}`);
  }
}

test.each(Object.keys(forms))('every tool converts to the form of %s', (host) => {
  const form = forms[host] ?? { types, words, name: /./ };
  const refused = listed.flatMap(({ name, inputSchema }) => [
    ...(form.name.test(name) ? [] : [name]),
    ...listRefusals(inputSchema, form, `${name} `),
  ]);

  expect(refused).toEqual([]);
});

/** Every optional argument of every tool. */
const optional = tools.flatMap(({ name, input }) =>
  Object.entries(input.shape).flatMap(([argument, schema]) =>
    schema instanceof z.ZodType && schema.safeParse(undefined).success ? [{ name, argument, input }] : [],
  ),
);

test.each(optional)(
  'null or "" for the optional $argument of $name means that it was left out',
  ({ argument, input }) => {
    for (const value of [null, '']) expect(interpretArguments(input, { [argument]: value })).toEqual({});
  },
);

interface Leaf {
  readonly at: string;
  readonly schema: z.ZodType;
}

/** Every number, boolean and list in the arguments of the tools, at any depth. */
function* findLeaves(schema: z.ZodType, at: string): Generator<Leaf, void, undefined> {
  if (schema instanceof z.ZodOptional) yield* findLeaves(schema.unwrap() as z.ZodType, at);
  else if (schema instanceof z.ZodObject)
    for (const [name, member] of Object.entries(schema.shape)) yield* findLeaves(member as z.ZodType, `${at}.${name}`);
  else if (schema instanceof z.ZodArray) {
    yield { at, schema };
    yield* findLeaves(schema.element as z.ZodType, `${at}[]`);
  } else if (schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean) yield { at, schema };
}

const leaves = tools.flatMap(({ name, input }) => [...findLeaves(input, name)]);

test('numbers and booleans as text, single values and lists of one are read as each schema asks', () => {
  const wrong = leaves.flatMap(({ at, schema }) => {
    if (schema instanceof z.ZodNumber)
      return interpretArguments(schema, '3') === 3 && interpretArguments(schema, ['3']) === 3 ? [] : [at];
    if (schema instanceof z.ZodBoolean)
      return interpretArguments(schema, 'true') === true && interpretArguments(schema, ['False']) === false ? [] : [at];
    const single = interpretArguments(schema, 'text');
    return Array.isArray(single) && single.length === 1 ? [] : [at];
  });

  expect(leaves.length).toBeGreaterThan(70);
  expect(wrong).toEqual([]);
});

test.each([
  '1,250.00',
  '1.250,00',
  '$1250',
  '1250 USD',
  ' 1250',
  '1e3',
  '0x10',
  '007',
  '+5',
  'three',
  '12345678901234567890',
  '1.2345678901234567',
  [1, 2],
])('%j would need a guess for a number, and is left for the schema to refuse', (value) => {
  const refused = interpretArguments(z.number(), value);

  expect(refused).toEqual(value);
  expect(z.number().safeParse(refused).success).toBe(false);
});

test.each(['yes', '1', 1, 'TRUE ', 'on'])('%j is no boolean', (value) => {
  expect(interpretArguments(z.boolean(), value)).toBe(value);
});

test('a value that its schema takes stays as it is', () => {
  const schema = z.union([z.number(), z.string()]);

  expect(interpretArguments(schema, '1,250.00')).toBe('1,250.00');
  expect(interpretArguments(schema, '3')).toBe('3');
  expect(interpretArguments(z.record(z.string(), z.unknown()), { days: '3', note: '', name: null })).toEqual({
    days: '3',
    note: '',
    name: null,
  });
  expect(interpretArguments(z.string(), 4_500_123)).toBe('4500123');
  expect(interpretArguments(z.array(z.string()), '')).toBe('');
  expect(interpretArguments(z.array(z.strictObject({ city: z.string() })), { city: 'Dallas' })).toEqual([
    { city: 'Dallas' },
  ]);
});

test('null is absent inside lists and objects, and stays where it is an answer of its own', () => {
  const schema = z.strictObject({
    stops: z.array(z.strictObject({ city: z.string(), zip: z.string().optional() })),
    charge: z.union([z.number(), z.strictObject({ code: z.string(), rate: z.number().optional() })]).optional(),
    note: z.string().nullable().optional(),
    needed: z.string(),
  });
  const stops = [{ city: 'Dallas', zip: null }];

  expect(interpretArguments(schema, { stops, charge: { code: 'FUEL', rate: null }, note: null, needed: null })).toEqual(
    {
      stops: [{ city: 'Dallas' }],
      charge: { code: 'FUEL' },
      note: null,
      needed: null,
    },
  );
});

test('a call with null for everything that may be left out is the call without it', async () => {
  await using desk = await startDesk({ tools, seed: 'small' });
  const names = ['list_shipments', 'list_quotes', 'list_bills', 'find_carriers', 'list_approvals', 'audit_log'];

  for (const name of names) {
    const nulls = optional.filter((entry) => entry.name === name).map(({ argument }) => [argument, null]);
    const answer = await desk.callTool(name, Object.fromEntries(nulls));
    expect(answer.isError).toBeUndefined();
    expect(answer.data).toEqual((await desk.callTool(name)).data);
  }
  const missing = await desk.callTool('get_shipment', { shipment: null });
  expect(missing).toMatchObject({ isError: true, data: { error: { field: 'shipment' } } });
});

test('a call with everything as text is the call with its types', async () => {
  await using desk = await startDesk({ tools, seed: 'small' });
  const calls: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
    ['list_shipments', { limit: '3', sort: '' }, { limit: 3 }],
    ['track_shipments', { shipments: '4500-7781', open: ['true'] }, { shipments: ['4500-7781'], open: true }],
    ['list_bills', { overdue: 'true', limit: '2' }, { overdue: true, limit: 2 }],
    ['find_carriers', { place: 'Dallas, TX', radius: '50' }, { place: 'Dallas, TX', radius: 50 }],
    ['list_shipments', { fields: 'status', limit: '3' }, { fields: ['status'], limit: 3 }],
  ];

  for (const [name, sent, typed] of calls) {
    const answer = await desk.callTool(name, sent);
    expect(answer.isError).toBeUndefined();
    expect(answer.data).toEqual((await desk.callTool(name, typed)).data);
  }
  const refused = await desk.callTool('list_shipments', { limit: 'three' });
  expect(refused).toMatchObject({ isError: true, data: { error: { field: 'limit' } } });
});

test('an object that a host sends as its JSON text is taken', async () => {
  await using desk = await startDesk({ tools, seed: 'small' });

  const input = JSON.stringify({ filter: { status: { equalTo: 'PAID' } }, cursor: null });
  const answer = await desk.callTool('api_read', { operation: 'bills.filter', input, fields: '["status"]', limit: 2 });

  expect(answer.data.rows).toEqual([{ status: 'PAID' }, { status: 'PAID' }]);
});
