import { openApiDocument } from '../../../contract/document/openapi.ts';

/** Version of the API description that the contract follows. */
const apiVersion = '1.1.0';

let openApi: string | undefined;

/** Returns the OpenAPI document, built once per process: the document has hundreds of schemas. */
export function openApiText(): string {
  openApi ??= JSON.stringify(openApiDocument({ version: apiVersion, servers: [{ url: '/v1' }] }));
  return openApi;
}
