import { html } from 'hono/html';
import { stripInvisible } from '../text/invisible.ts';

/** Escaped markup; `html` escapes every text that is put into it. */
export type Markup = ReturnType<typeof html>;

/** Returns text of a record or a person without invisible characters. */
export const showText = (text: string): string => stripInvisible(text).text;

export const nothing: Markup = html``;
