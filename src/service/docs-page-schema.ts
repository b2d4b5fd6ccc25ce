import { nameOf, type Schema } from './docs-page-document.ts';
import { html, joined, type Markup } from './docs-page-markup.ts';

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly mark: 'required' | 'optional' | undefined;
}

/** The fields of an object, one row each; those of objects without a name of their own follow with a dotted name. */
export function fieldTable(schema: Schema, heading: string): Markup | undefined {
  const fields = fieldsOf(schema, '');
  if (fields.length === 0) return undefined;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">${heading}</th>
          <th scope="col">Type</th>
          <th scope="col">Rules</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(fieldRow)}
      </tbody>
    </table>
  </div>`;
}

export const fieldRow = ({ name, schema, mark }: Field): Markup =>
  html`<tr>
    <th scope="row"><code>${name}</code>${mark && html` <span class="${mark}">${mark}</span>`}</th>
    <td>${typeOf(schema)}</td>
    <td>${rulesOf(schema)}</td>
  </tr>`;

/** Objects nest no deeper in the documents that are shown here. */
const depthMax = 6;

function fieldsOf(schema: Schema, prefix: string, depth = 0): Field[] {
  if (depth > depthMax) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const field = { name, schema: property, mark: markOf(schema, key) };
    if (isOperators(property)) return [field];
    const core = withoutNull(property);
    const inner = core.items ? withoutNull(core.items) : core;
    return [field, ...fieldsOf(inner, `${name}${core.items ? '[]' : ''}.`, depth + 1)];
  });
}

/** What is sent is closed and says what it needs; of what is answered only what may be missing is worth a word. */
function markOf({ required = [], additionalProperties }: Schema, key: string): Field['mark'] {
  const isNeeded = required.includes(key);
  if (additionalProperties === false) return isNeeded ? 'required' : undefined;
  return isNeeded || required.length === 0 ? undefined : 'optional';
}

/** A filter's field: an object of comparisons that all take the same kind of value. */
const isOperators = ({ properties }: Schema) => properties !== undefined && 'equalTo' in properties;

const isNull = ({ type }: Schema) => type === 'null';

/** `type: [string, null]`, the short form of a choice, in its long form. */
const typesOf = ({ type = [], ...rest }: Schema): Schema[] =>
  [type].flat().map((name) => (name === 'null' ? { type: name } : { ...rest, type: name }));

/** The one schema beside null, where there is just one. */
function withoutNull(schema: Schema): Schema {
  const others = (schema.anyOf ?? []).filter((choice) => !isNull(choice));
  const [only] = others;
  return only && others.length === 1 && (schema.anyOf ?? []).some(isNull) ? only : schema;
}

/** A schema in one phrase, with links to what has a name. */
export function typeOf(schema: Schema): Markup {
  if (schema.$ref !== undefined) return schemaLink(nameOf(schema.$ref));
  if (schema.enum) return html`<span class="values">${joined(schema.enum.map(valueOf), ' ')}</span>`;
  if (schema.const !== undefined) return valueOf(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return html`${joined(choices.map(typeOf), html` <span class="or">or</span> `)}`;
  if (typeof schema.type === 'object') return typeOf({ ...schema, type: '', anyOf: typesOf(schema) });
  if (schema.type === 'array') return html`list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  if (schema.type === 'object') return objectType(schema);
  return html`<span class="type">${schema.format ?? schema.type ?? 'anything'}</span>`;
}

export const schemaLink = (name: string): Markup => html`<a href="#schema-${name}">${name}</a>`;

const valueOf = (value: unknown): Markup =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;

function objectType(schema: Schema): Markup {
  const { properties = {}, additionalProperties: others } = schema;
  if (isOperators(schema)) return html`${typeOf(properties['equalTo'] ?? {})}`;
  if (Object.keys(properties).length === 0 && typeof others === 'object')
    return html`<span class="type">map</span> of ${typeOf(others)}`;
  return html`<span class="type">object</span>`;
}

/** Limits and remarks, in words. */
export function rulesOf(schema: Schema): Markup {
  const rules = [
    ...(schema.description === undefined ? [] : [html`${schema.description}`]),
    ...(schema.deprecated ? [html`<em>deprecated</em>`] : []),
    ...(isOperators(schema) ? [html`compared by ${Object.keys(schema.properties ?? {}).join(', ')}`] : []),
    ...limitsOf(withoutNull(schema)),
    ...(schema.default === undefined ? [] : [html`default ${valueOf(schema.default)}`]),
  ];
  return html`${joined(rules, html`<br />`)}`;
}

function limitsOf(schema: Schema): Markup[] {
  const ranges = [
    range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' entries'),
  ];
  const texts = ranges.filter((text) => text !== undefined).map((text) => html`${text}`);
  return [
    ...texts,
    ...(schema.pattern === undefined ? [] : [html`matches <code>${schema.pattern}</code>`]),
    ...(schema.items ? limitsOf(withoutNull(schema.items)).map((limit) => html`each: ${limit}`) : []),
  ];
}

function range(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  const [low, high] = [from, to].map((bound) => bound?.toLocaleString('en-US'));
  if (high === undefined) return `at least ${low}${unit}`;
  return low === undefined ? `at most ${high}${unit}` : `${low} to ${high}${unit}`;
}
