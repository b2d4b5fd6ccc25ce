import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ShownDocument, ShownOperation } from './docs-page-document.ts';
import { html, Markup } from './docs-page-markup.ts';
import { operationSection, type PlacedOperation } from './docs-page-operation.ts';
import { fieldTable, typeOf } from './docs-page-schema.ts';
import { docsStyle } from './docs-page-style.ts';

const tokens = 'oauth2';

interface Group {
  readonly name: string;
  readonly title: string;
  readonly operations: readonly PlacedOperation[];
}

/** Its hash has to fit byte for byte. */
const style = new Markup(`<style>${docsStyle}</style>`);
const styleHash = createHash('sha256').update(docsStyle).digest('base64');

/** Nothing is loaded from anywhere and nothing runs: the page is text and one style. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
  vary: 'accept-encoding',
};

/** Answers with the page of an OpenAPI document, which is made once, when somebody asks for it. */
export function createDocsPage(openApi: () => string): (request: Request) => Response {
  let page: { readonly plain: Buffer<ArrayBuffer>; readonly zipped: Buffer<ArrayBuffer> } | undefined;
  return (request) => {
    if (!page) {
      // Made by this project's own contract.
      const plain = Buffer.from(docsPage(JSON.parse(openApi()) as ShownDocument));
      page = { plain, zipped: gzipSync(plain) };
    }
    const isZipped = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
    if (isZipped) return new Response(page.zipped, { headers: { ...headers, 'content-encoding': 'gzip' } });
    return new Response(page.plain, { headers });
  };
}

export function docsPage(document: ShownDocument): string {
  const { title, version, summary = '' } = document.info;
  const groups = groupsOf(document);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} ${version}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <nav aria-label="Resources">
          <p class="brand"><a href="#top">${title}</a> <span>${version}</span></p>
          <ul>
            <li><a href="#start">Start here</a></li>
            ${groups.map(navigationEntry)}
            ${document.webhooks && html`<li><a href="#webhooks">Webhook deliveries</a></li>`}
            <li><a href="#schemas">Schemas</a></li>
          </ul>
        </nav>
        <main id="main">
          <header id="top">
            <h1>${title}</h1>
            <p class="lead">${summary}</p>
          </header>
          ${startSection(document)} ${groups.map((group) => groupSection(document, group))} ${webhookSection(document)}
          ${schemaSection(document)}
        </main>
      </body>
    </html> `;
  return page.text;
}

function groupsOf({ tags, paths }: ShownDocument): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const aliasesOf = (path: string) =>
    all.filter(({ operation }) => operation['x-alias-of'] === path).map((alias) => alias.path);
  const groups = tags.map(({ name, description }) => ({
    name,
    title: name === tokens ? 'Access tokens' : description,
    operations: all
      .filter(({ operation }) => operation.tags?.includes(name) && operation['x-alias-of'] === undefined)
      .map((placed) => ({ ...placed, aliases: aliasesOf(placed.path) })),
  }));
  // Nobody calls anything before they have one.
  return [...groups.filter(({ name }) => name === tokens), ...groups.filter(({ name }) => name !== tokens)];
}

const navigationEntry = ({ name, title, operations }: Group) =>
  html`<li>
    <a href="#group-${name}">${title} <span class="count">${operations.length}</span></a>
  </li>`;

function groupSection(document: ShownDocument, { name, title, operations }: Group): Markup {
  return html`<section aria-labelledby="group-${name}">
    <h2 id="group-${name}">${title}</h2>
    ${operations.map((placed) => operationSection(document, placed))}
  </section>`;
}

const firstCalls = (
  base: string,
) => `curl --data grant_type=client_credentials --data client_id=… --data client_secret=… \\
  https://SERVICE/oauth2/token

curl -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" \\
  --data '{"filter": {}, "pageSize": 10}' https://SERVICE${base}/shipments/filter`;

function startSection({ servers = [], components }: ShownDocument): Markup {
  const base = servers[0]?.url ?? '/v1';
  return html`<section class="start" aria-labelledby="start">
    <h2 id="start">Start here</h2>
    <p>
      Every address begins with <code>${base}</code>. Exchange the client id and secret for a token that lives an hour,
      and send it with each request:
    </p>
    <pre tabindex="0"><code>${firstCalls(base)}</code></pre>
    <ul>
      <li>
        A failure answers <code>{"error": {"code", "message", "details"}}</code>; the code is the contract, and the
        details name the fields.
      </li>
      <li>
        A list answers a page and an <code>endCursor</code>; send it back as <code>cursor</code> for the next page.
      </li>
      <li>
        A write may carry an <code>Idempotency-Key</code>: repeated with the same key it answers the first result again.
      </li>
      <li>Fields that no operation knows are refused. Where a path asks for an id, your own key does as well.</li>
    </ul>
    <h3>Headers of the answers</h3>
    <dl>
      ${Object.entries(components.headers).map(
        ([name, { description }]) =>
          html`<dt><code>${name}</code></dt>
            <dd>${description}</dd>`,
      )}
    </dl>
    <p>The machine-readable form of this page is <a href="/openapi.json">openapi.json</a>.</p>
  </section>`;
}

function webhookSection(document: ShownDocument): Markup | false {
  if (!document.webhooks) return false;
  const deliveries = Object.values(document.webhooks).map(({ post }: { readonly post: ShownOperation }) =>
    operationSection(document, { method: 'post', path: "your subscription's address", aliases: [], operation: post }),
  );
  return html`<section aria-labelledby="webhooks">
    <h2 id="webhooks">Webhook deliveries</h2>
    ${deliveries}
  </section>`;
}

function schemaSection({ components }: ShownDocument): Markup {
  const shown = Object.entries(components.schemas).sort(([left], [right]) => left.localeCompare(right, 'en'));
  const entries = shown.map(
    ([name, schema]) =>
      html`<details class="schema">
        <summary><code>${name}</code></summary>
        <div class="body" id="schema-${name}">${fieldTable(schema, 'Field') ?? html`<p>${typeOf(schema)}</p>`}</div>
      </details>`,
  );
  return html`<section aria-labelledby="schemas">
    <h2 id="schemas">Schemas</h2>
    ${entries}
  </section>`;
}
