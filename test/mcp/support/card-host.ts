import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { build } from 'esbuild';
import type { Browser, BrowserContextOptions, FrameLocator } from 'playwright-core';
import { planCardUri } from '../../../src/mcp/cards/plan-card.ts';
import { openVisitor, type BrowserVisitor } from '../../support/browser.ts';

/** The declarations of a card's resource. */
export interface TestCardResource {
  readonly html: string;
  readonly csp: { readonly connectDomains: readonly string[]; readonly resourceDomains: readonly string[] };
}

interface ShownCard {
  readonly card: TestCardResource;
  /** The answer of a tool, as a client gets it. */
  readonly result: object;
  readonly context?: object;
  readonly capabilities?: object;
}

export interface CardHost extends BrowserVisitor {
  /** Content of the inner frame. */
  readonly inside: FrameLocator;
  show(shown: ShownCard): Promise<void>;
  tell(context: object): Promise<void>;
  read<Value>(expression: string): Promise<Value>;
}

/** The card as a client gets it, with what the server declares of it. */
export async function readCard(client: Client, uri = planCardUri): Promise<TestCardResource> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (content === undefined || !('text' in content)) throw new Error('the card is not text');
  const { text: html, _meta: meta } = content;
  // What the server declares is what plan-card.test.ts is about.
  const { csp } = (meta ?? {})['ui'] as { readonly csp: TestCardResource['csp'] };
  return { html, csp };
}

const locateFile = (name: string) => fileURLToPath(new URL(`../cards/host/${name}`, import.meta.url));
const readPage = (name: string) => readFileSync(locateFile(name), 'utf8');

/** The host's half of the protocol, from its own library; bundled once per worker. */
let hostScript: Promise<string> | undefined;

async function bundleCardHost(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [locateFile('host.js')],
    bundle: true,
    // A browser reads half as much.
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  return outputFiles[0]?.text ?? '';
}

/** Formats the content security policy that hosts make of a resource's declarations, as the extension specifies. */
function formatRules({ connectDomains, resourceDomains }: TestCardResource['csp']): string {
  const resources = resourceDomains.join(' ');
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${resources}`,
    `style-src 'unsafe-inline' ${resources}`,
    `img-src data: ${resources}`,
    `connect-src ${connectDomains.length === 0 ? "'none'" : connectDomains.join(' ')}`,
  ].join('; ');
}

/** A host in a browser: its own site, and another one for what servers give it. */
export async function openHost(browser: Browser, settings: BrowserContextOptions = {}): Promise<CardHost> {
  hostScript ??= bundleCardHost();
  const script = await hostScript;
  const visitor = await openVisitor(browser, settings);
  const { page } = visitor;
  let rules = '';
  let isOpen = false;
  const html = 'text/html; charset=utf-8';
  await page.route('http://host.test/', (route) => route.fulfill({ contentType: html, body: readPage('host.html') }));
  await page.route('http://host.test/host.js', (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script }),
  );
  await page.route('http://sandbox.test/', (route) =>
    route.fulfill({
      contentType: html,
      headers: { 'content-security-policy': rules },
      body: readPage('sandbox.html'),
    }),
  );
  return {
    ...visitor,
    inside: page.frameLocator('iframe').frameLocator('iframe'),
    async show({ card, result, context = {}, capabilities = { openLinks: {} } }) {
      rules = formatRules(card.csp);
      // Each card has frames of its own; the script of the host, a megabyte, is loaded once.
      if (!isOpen) await page.goto('http://host.test/');
      isOpen = true;
      await page.evaluate(`showCard(${JSON.stringify({ ...card, result, context, capabilities })})`);
    },
    tell: (context) => page.evaluate(`bridge.sendHostContextChange(${JSON.stringify(context)})`),
    read: (expression) => page.evaluate(expression),
  };
}
