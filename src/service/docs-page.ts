import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';

/** The files of Swagger UI that the page loads, and their types. */
const libraryFiles = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

/** Starts Swagger UI. It is a file of its own because the page allows no inline script. */
const startScript = `SwaggerUIBundle(${JSON.stringify({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayOperationId: true,
  docExpansion: 'list',
  filter: true,
  // What an operation does to money and which gate it needs are extensions.
  showExtensions: true,
  // Otherwise the page sends the document to a validator on the internet.
  validatorUrl: null,
})});
`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>API reference</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <noscript>This page needs JavaScript. The same can be read at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <div id="reference"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/assets/start.js"></script>
  </body>
</html>
`;

/** Everything comes from this service and nothing is inline; the icons in the style sheet are data addresses. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A browser stores each file and checks every time whether its ETag still holds, so an upgrade shows at once. */
const assetHeaders = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };

const pageHeaders = {
  ...assetHeaders,
  'content-security-policy': contentSecurityPolicy,
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
};

/** The API reference: Swagger UI on `/openapi.json`. */
export function createDocsPage(): Hono {
  const docs = new Hono();
  docs.get('/', etag(), (c) => c.body(page, 200, pageHeaders));
  docs.get('/assets/start.js', etag(), (c) => sendAsset(c, 'text/javascript; charset=utf-8', startScript));
  for (const [name, type] of Object.entries(libraryFiles)) {
    docs.get(`/assets/${name}`, compress(), etag(), async (c) => sendAsset(c, type, await readLibraryFile(name)));
  }
  return docs;
}

const sendAsset = (c: Context, type: string, body: string | Uint8Array<ArrayBuffer>) =>
  c.body(body, 200, { ...assetHeaders, 'content-type': type });

/** The published command has copies of the files beside its bundle; a checkout has the package. */
function readLibraryFile(name: string): Promise<Buffer<ArrayBuffer>> {
  const copy = new URL(`./swagger-ui/${name}`, import.meta.url);
  return readFile(existsSync(copy) ? copy : new URL(name, import.meta.resolve('swagger-ui-dist/package.json')));
}
