import { html } from 'hono/html';
import { instantText } from '../approvals/freshness.ts';
import type { Markup } from './markup.ts';

/** Renders an instant, such as `Nov 23, 2:05 PM CST`. */
export function renderTime(at: string, timeZone: string): Markup {
  const text = instantText(at, timeZone);
  return html`<time datetime="${at}">${text}</time>`;
}
