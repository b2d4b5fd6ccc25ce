import { statusKinds } from '../../domain/shipments/unknown-statuses.ts';
import { formatCode } from '../../domain/text/code-words.ts';

const statuses: ReadonlySet<string> = new Set(Object.values(statusKinds).flatMap(({ known }) => known));
/** Record text and typed text, which stay as they are, and words that may be codes. */
const quotesAndCodes = /«[^«»]*»|"[^"]*"|(?<![\w.-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*(?![\w-])/g;

/** Replaces the statuses and the codes of several words in a message of the API: "is NOT_READY" becomes "is not ready". */
export const replaceCodes = (message: string): string =>
  message.replace(quotesAndCodes, (word) => (isCode(word) ? formatCode(word) : word));

/** Each part of a code begins with a letter: `INV_2026_001` is a number of another API, and stays. */
const isCode = (word: string): boolean => statuses.has(word) || /^[A-Z][A-Z0-9]*(?:_[A-Z][A-Z0-9]*)+$/.test(word);
