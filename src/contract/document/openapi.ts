import { unchangedMax } from '../kit/record-version.ts';
import { getGate } from '../catalogue.ts';
import { buildComponents, type Components } from './components.ts';
import { WebhookDelivery } from '../events/events.ts';
import { findExampleBody, findExampleKey } from './examples.ts';
import { getDocumentedBody, toJsonSchema, type JsonSchema } from '../kit/json-schema.ts';
import { formatErrorResponseName, buildErrorResponses, groupErrorsByStatus } from './openapi-responses.ts';
import { responseHeaders, buildSuccessResponse } from './openapi-responses.ts';
import { buildSecuritySchemes, buildTokenPath } from './openapi-token.ts';
import { listPathParameters, type Operation } from '../kit/operation.ts';
import { Problem } from '../kit/problem.ts';
import { operations } from '../operations.ts';
import { sandboxOperations } from '../sandbox.ts';

export interface OpenApiOptions {
  readonly version: string;
  /** Tokens are issued at the first one without its `/v1`. */
  readonly servers: readonly [OpenApiServer, ...OpenApiServer[]];
}

export interface OpenApiServer {
  readonly url: string;
}

type OperationsByResource = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The OpenAPI 3.1 description of every operation. */
export function openApiDocument(options: OpenApiOptions): JsonSchema {
  const table: OperationsByResource = operations;
  const all = [...Object.values(table), sandbox.sandbox].flatMap((group) => Object.values(group));
  const components = buildComponents(all);
  const authUrl = options.servers[0].url.replace(/\/v1\/?$/, '');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Freight brokerage operations',
      summary: 'Quotes, shipments, carriers, customers, invoices and bills of a freight brokerage.',
      description: introduction,
      version: options.version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: options.servers,
    security: [{ bearer: [] }, { oauth2: [] }],
    tags: [
      ...[...Object.keys(table), ...Object.keys(sandbox)].map((name) => ({ name, description: formatTitle(name) })),
      { name: 'oauth2', description: 'Access tokens' },
    ],
    paths: {
      ...buildPaths(table, components),
      ...addServer(authUrl, buildPaths(sandbox, components)),
      '/oauth2/token': buildTokenPath(authUrl, components.of(Problem, 'output')),
    },
    webhooks: { delivery: { post: buildDelivery(components) } },
    components: {
      schemas: components.schemas,
      responses: buildErrorResponses(all, components),
      parameters: { 'Idempotency-Key': idempotencyKey, 'X-If-Unchanged': ifUnchanged },
      headers: responseHeaders,
      securitySchemes: buildSecuritySchemes(`${authUrl}/oauth2/token`),
    },
  };
}

/** Markdown: what holds for every operation. */
const introduction = `Exchange a client id and secret at \`POST /oauth2/token\` for a token that lives an hour, and send it with each request
as \`Authorization: Bearer TOKEN\`.

- A failure returns \`{"error": {"code", "message", "details"}}\`. Programs rely on the code; the details name the fields.
- A list returns a page and an \`endCursor\`. Send it back as \`cursor\` for the next page.
- A write may carry an \`Idempotency-Key\`. Repeated with the same key, it returns the first result and does nothing twice.
- A body may be compressed: \`Content-Encoding: gzip\`, \`deflate\` or \`br\`.
- The examples can be sent as they are. They name each other by client keys: create the customer, the carrier and the vendor
  first. An id of zeros stands for the id of a record of yours.
- Fields that an operation does not know are refused. Where a path asks for an id, your own key works as well.
`;

const sandbox: { readonly sandbox: Readonly<Record<string, Operation>> } = { sandbox: sandboxOperations };

/** Adds a server to paths that don't continue the base address. */
function addServer(url: string, paths: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, { servers: [{ url }], ...item }]));
}

/** Finds the short path of a reference-data catalog. The long path is canonical. */
export function findAliasPath(path: string): `/${string}` | undefined {
  const [, short] = /^\/reference-data\/(.+)$/.exec(path) ?? [];
  return short === undefined ? undefined : `/${short}`;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key with the same request answers the first result again instead of doing it twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

const ifUnchanged = {
  name: 'X-If-Unchanged',
  in: 'header',
  description: `Records that the caller relies on, as \`bills/ID=VERSION\`, parted by commas, at most ${unchangedMax}. The write is refused with 409 when one of them is not as it was read. A version is the SHA-256, in hexadecimal digits, of the record's JSON with sorted members, without white space and without members that end in \`Url\`.`,
  schema: { type: 'string' },
} as const;

const byDescription = 'How the identifier is read; omitted, an id is tried first, then a client key.';

function buildPaths(table: OperationsByResource, components: Components): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const [resource, group] of Object.entries(table)) {
    for (const [verb, operation] of Object.entries(group)) {
      const name = `${resource}.${verb}`;
      const method = operation.method.toLowerCase();
      const described = { operationId: name, tags: [resource], ...describe(name, operation, components) };
      paths[operation.path] = { ...paths[operation.path], [method]: described };
      const alias = findAliasPath(operation.path);
      if (!alias) continue;
      paths[alias] = { [method]: { ...described, operationId: `${name}.short`, 'x-alias-of': operation.path } };
    }
  }
  return paths;
}

function describe(name: string, operation: Operation, components: Components): JsonSchema {
  const { summary, effect, fieldGates, extension, bodyOptional = false, status } = operation;
  const body = getDocumentedBody(operation);
  const example = findExampleBody(name, operation);
  const content = body && { 'application/json': { schema: components.of(body, 'input'), example } };
  const failures = [...groupErrorsByStatus(operation)].map(([failed, codes]) => [
    failed,
    { $ref: `#/components/responses/${formatErrorResponseName(codes)}` },
  ]);
  return {
    summary,
    parameters: buildParameters(name, operation),
    ...(content ? { requestBody: { required: !bodyOptional, content } } : {}),
    responses: { [status]: buildSuccessResponse(operation, components), ...Object.fromEntries(failures) },
    'x-waybill-effect': effect,
    'x-waybill-gate': getGate(operation),
    ...(fieldGates ? { 'x-waybill-field-gates': fieldGates } : {}),
    ...(extension ? { 'x-extension': true } : {}),
  };
}

function buildParameters(name: string, operation: Operation): JsonSchema[] {
  const exampleKey = findExampleKey(name);
  const path = listPathParameters(operation.path).map((parameter) => ({
    name: parameter,
    in: 'path',
    required: true,
    description: parameter === 'id' ? 'The id, or the client key.' : 'The id.',
    schema: { type: 'string' },
    ...(parameter === 'id' && exampleKey !== undefined && { example: exampleKey }),
  }));
  const headers = operation.effect === 'read' ? [] : ['Idempotency-Key', 'X-If-Unchanged'];
  const writes = headers.map((header) => ({ $ref: `#/components/parameters/${header}` }));
  return [...path, ...buildQueryParameters(operation), ...writes];
}

function buildQueryParameters(operation: Operation): JsonSchema[] {
  if (!operation.query) return [];
  // Queries are objects by the Operation type, so their conversion has properties.
  const { properties, required = [] } = toJsonSchema(operation.query, 'input') as {
    properties: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    ...(name === 'by' ? { description: byDescription } : {}),
    schema,
  }));
}

function buildDelivery(components: Components): JsonSchema {
  return {
    operationId: 'webhooks.delivery',
    summary: 'What is posted to a subscriber: at least once, in any order',
    security: [],
    parameters: ['x-api-key', 'webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.of(WebhookDelivery, 'output') } },
    },
    responses: { 200: { description: 'Received.' }, 401: { description: 'The x-api-key is not the expected one.' } },
    'x-extension': true,
  };
}

/** Converts `billPayments` to `Bill payments`. */
function formatTitle(resource: string): string {
  const words = resource.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
