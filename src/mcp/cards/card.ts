import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import type { ReadResourceResult, ResourceMetadata } from '@modelcontextprotocol/server';
import { sharedAssets } from '../page/assets.ts';
import { invisiblePattern } from '../text/invisible.ts';

interface CardDeclaration {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly read: () => Promise<string>;
}

/** A card as a server offers it. */
export interface CardResource {
  readonly name: string;
  readonly address: string;
  readonly metadata: ResourceMetadata;
  readonly read: () => Promise<ReadResourceResult>;
}

/** Builds the resource of a card. It needs nothing from anywhere, so it names no address that it may reach. */
export function buildCard({ name, uri, title, description, read }: CardDeclaration): CardResource {
  const mimeType = RESOURCE_MIME_TYPE;
  const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
  return {
    name,
    address: uri,
    metadata: { mimeType, title, description, _meta: { ui } },
    read: async () => ({ contents: [{ uri, mimeType, text: await read(), _meta: { ui } }] }),
  };
}

interface CardFiles {
  readonly page: string;
  readonly style: string;
  readonly script: Promise<string>;
}

/** Renders a card as one file with all that it needs. It looks like the approvals page. */
export async function renderCardPage({ page, style, script }: CardFiles): Promise<string> {
  const [frame, look, ownLook, text] = await Promise.all([
    readCardFile(page),
    sharedAssets.read('plan.css'),
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
