import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { timeZone } from './fixed-run-settings.ts';

/** One thing in a chat, from top to bottom. */
export type ChatPart =
  | { readonly kind: 'person' | 'assistant' | 'event'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string; readonly words: string }
  | { readonly kind: 'card'; readonly html: string; readonly result: CallToolResult }
  | {
      readonly kind: 'sections';
      readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[];
    };

const origin = 'http://chat.test';

const findAsset = (name: string): string => fileURLToPath(new URL(`assets/${name}`, import.meta.url));
const readAsset = (name: string): string => readFileSync(findAsset(name), 'utf8');

let chatScript: Promise<string> | undefined;

async function buildChat(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [findAsset('chat.js')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  return outputFiles[0]?.text ?? '';
}

/** Shows a chat on a page; resolves once each card in it has drawn its answer. */
export async function showChat(page: Page, theme: 'light' | 'dark', parts: readonly ChatPart[]): Promise<void> {
  chatScript ??= buildChat();
  const files = {
    '/': { contentType: 'text/html; charset=utf-8', body: readAsset('chat.html') },
    '/chat.css': { contentType: 'text/css; charset=utf-8', body: readAsset('chat.css') },
    '/chat.js': { contentType: 'text/javascript; charset=utf-8', body: await chatScript },
  };
  for (const [path, file] of Object.entries(files))
    await page.route(`${origin}${path}`, (route) => route.fulfill(file));
  await page.goto(`${origin}/`);
  await page.evaluate(`showChat(${JSON.stringify(parts)}, ${JSON.stringify({ theme, timeZone })})`);
}
