import { stripInvisible } from '../mcp/text/invisible.ts';

/** Text that came from records or people, safe on one line of a terminal. */
export const oneLine = (text: string): string => stripInvisible(text).text.replaceAll('\n', ' ');
