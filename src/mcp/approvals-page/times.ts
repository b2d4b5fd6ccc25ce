import { html } from 'hono/html';
import { instantText } from '../approvals/freshness.ts';
import type { Markup } from './markup.ts';

/** `Nov 23, 2:05 PM CST` */
export function timeMarkup(at: string, timeZone: string): Markup {
  const text = instantText(at, timeZone);
  return html`<time datetime="${at}">${text}</time>`;
}
