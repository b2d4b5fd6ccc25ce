import { html } from 'hono/html';
import { stripInvisible } from '../text/invisible.ts';

/** Escaped markup; `html` escapes every text that is put into it. */
export type Markup = ReturnType<typeof html>;

/** Returns text of a record or a person without invisible characters. */
export const showText = (text: string): string => stripInvisible(text).text;

export const nothing: Markup = html``;

/** Renders a sentence. Record text, which « and » mark for models, is marked by its looks, so that it can't pass for ours. */
export const renderText = (text: string): Markup =>
  html`${showText(text)
    .split(/(«[^«»]*»)/)
    .map((part) => (isQuote(part) ? html`<span class="record">${part.slice(1, -1)}</span>` : part))}`;

const isQuote = (part: string): boolean => part.startsWith('«') && part.endsWith('»');
