import { html } from 'hono/html';
import { instantText } from '../approvals/freshness.ts';
import type { Markup } from './markup.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `Nov 23, 2:05 PM CST` */
export function timeMarkup(at: string, timeZone: string): Markup {
  const text = instantText(at, timeZone);
  return html`<time datetime="${at}">${text}</time>`;
}

/** `3 hours`, between two instants; never less than a minute. */
export function spanText(from: string, to: string): string {
  const ms = Math.abs(Date.parse(to) - Date.parse(from));
  const [count, unit] =
    ms < hourMs
      ? [Math.max(1, Math.round(ms / minuteMs)), 'minute']
      : ms < 2 * dayMs
        ? [Math.round(ms / hourMs), 'hour']
        : [Math.round(ms / dayMs), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
