import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { readView, type ViewName, viewNames } from '../cards/views.ts';

const isView = (name: string): name is ViewName => viewNames.some((viewName) => viewName === name);

/** Sends a view for a frame of this page. It may use its own script and style, by their hashes, and nothing else. */
export async function sendCard(c: Context) {
  const name = c.req.param('name') ?? '';
  if (!isView(name)) return c.notFound();
  const card = await readView(name);
  const rules = [
    "default-src 'none'",
    `script-src ${hashElement(card, 'script')}`,
    `style-src ${hashElement(card, 'style')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ];
  return c.html(card, 200, { 'content-security-policy': rules.join('; '), 'x-frame-options': 'SAMEORIGIN' });
}

function hashElement(card: string, element: 'script' | 'style'): string {
  const [from, to] = [card.indexOf(`<${element}>`) + element.length + 2, card.lastIndexOf(`</${element}>`)];
  return `'sha256-${createHash('sha256').update(card.slice(from, to)).digest('base64')}'`;
}
