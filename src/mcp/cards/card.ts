import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { registerAppResource } from '@modelcontextprotocol/ext-apps/server';
import type { McpServer } from '@modelcontextprotocol/server';
import { readAsset } from '../approvals-page/assets.ts';
import { invisiblePattern } from '../text/invisible.ts';

interface Card {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly read: () => Promise<string>;
}

/** Offers a card. It needs nothing from anywhere, so it names no address that it may reach. */
export function registerCard(server: McpServer, { name, uri, title, description, read }: Card): void {
  const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
  registerAppResource(server, name, uri, { title, description, _meta: { ui } }, async (_uri, _extra) => ({
    contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: await read(), _meta: { ui } }],
  }));
}

interface CardFiles {
  readonly page: string;
  readonly style: string;
  readonly script: Promise<string>;
}

/** One file with all that it needs: the look is that of the approvals page. */
export async function cardPage({ page, style, script }: CardFiles): Promise<string> {
  const [frame, look, ownLook, text] = await Promise.all([
    readCardFile(page),
    readAsset('plan.css'),
    Promise.all(['card.css', style].map(readCardFile)),
    script,
  ]);
  return frame
    .replace('invisible characters', () => invisiblePattern)
    .replace('/* style */', () => [look.text, ...ownLook].join('\n'))
    .replace('/* script */', () => text);
}

export function readCardFile(name: string): Promise<string> {
  // The published command has copies of the files beside its bundle.
  const copy = new URL(`./cards/${name}`, import.meta.url);
  return readFile(existsSync(copy) ? copy : new URL(`./assets/${name}`, import.meta.url), 'utf8');
}
