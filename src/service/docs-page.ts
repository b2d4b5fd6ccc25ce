import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';

const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** The files that the page loads: Swagger UI, and what this page changes in it. */
const files = {
  'swagger-ui.css': { type: css, isLibrary: true },
  'reference.css': { type: css, isLibrary: false },
  'swagger-ui-bundle.js': { type: javascript, isLibrary: true },
  'reference.js': { type: javascript, isLibrary: false },
} as const;

type FileName = keyof typeof files;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>API reference</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/assets/reference.css" />
  </head>
  <body>
    <noscript>This page needs JavaScript. The same can be read at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <div id="reference"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/assets/reference.js"></script>
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

/** Creates the page of the API reference: Swagger UI on `/openapi.json`. */
export function createDocsPage(): Hono {
  const docs = new Hono();
  docs.get('/', etag(), (c) => c.body(page, 200, pageHeaders));
  for (const [name, { type }] of Object.entries(files)) {
    // The keys of the table above, and no others.
    docs.get(`/assets/${name}`, compress(), etag(), async (c) => sendAsset(c, type, await readAsset(name as FileName)));
  }
  return docs;
}

const sendAsset = (c: Context, type: string, body: string | Uint8Array<ArrayBuffer>) =>
  c.body(body, 200, { ...assetHeaders, 'content-type': type });

/**
 * Reads a file of the page. The published command has copies beside its bundle; a checkout has them here and in the
 * package.
 */
function readAsset(name: FileName): Promise<Buffer<ArrayBuffer>> {
  const copy = new URL(`./swagger-ui/${name}`, import.meta.url);
  if (existsSync(copy)) return readFile(copy);
  return readFile(
    files[name].isLibrary
      ? new URL(name, import.meta.resolve('swagger-ui-dist/package.json'))
      : new URL(`./assets/${name}`, import.meta.url),
  );
}
