import { html } from 'hono/html';
import { formatInstant } from '../approvals/freshness.ts';
import type { Markup } from '../page/markup.ts';

/** Renders an instant, such as `Nov 23, 2:05 PM CST`. */
export function renderTime(at: string, timeZone: string): Markup {
  const text = formatInstant(at, timeZone);
  return html`<time datetime="${at}">${text}</time>`;
}
