import type { JsonSchema } from '../kit/json-schema.ts';

/** The one path of the document that no operation declares: where a client exchanges its credentials for a token. */

export const buildSecuritySchemes = (tokenUrl: string) =>
  ({
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    oauth2: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } },
  }) as const;

const credentials = {
  type: 'object',
  properties: {
    grant_type: { type: 'string', enum: ['client_credentials'] },
    client_id: { type: 'string' },
    client_secret: { type: 'string', format: 'password' },
    scope: {
      type: 'string',
      description: '`read`, `write` or both, with a space between; everything the client has when left out.',
    },
  },
  required: ['grant_type', 'client_id', 'client_secret'],
} as const;

const token = {
  type: 'object',
  properties: {
    access_token: { type: 'string' },
    token_type: { type: 'string', enum: ['Bearer'] },
    expires_in: { type: 'integer', description: 'Seconds; 3600.' },
    scope: { type: 'string', description: 'What the token is good for.' },
  },
  required: ['access_token', 'token_type', 'expires_in'],
} as const;

const refusal = {
  type: 'object',
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  required: ['error'],
} as const;

const buildRefusalResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: refusal } },
});

export const buildTokenPath = (authUrl: string, problem: JsonSchema) => ({
  servers: [{ url: authUrl }],
  post: {
    operationId: 'oauth2.token',
    summary: 'Exchange client credentials for an access token',
    tags: ['oauth2'],
    security: [],
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: credentials } } },
    responses: {
      200: { description: 'A bearer token for the API.', content: { 'application/json': { schema: token } } },
      400: buildRefusalResponse(
        'The request is not a client credentials grant, or asks for a scope that the client does not have.',
      ),
      401: buildRefusalResponse('The credentials are wrong.'),
      429: {
        description: 'Too many requests of this client, or of any, from one address in this minute.',
        headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
        content: { 'application/problem+json': { schema: problem } },
      },
    },
  },
});
