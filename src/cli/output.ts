import { stripInvisible } from '../mcp/text/invisible.ts';

/** Makes text from records or people safe for one line of a terminal. */
export const toOneLine = (text: string): string => stripInvisible(text).text.replaceAll('\n', ' ');
