import { type DocumentType, publicDocumentTypes } from '../../src/domain/freight/document.ts';
import { findDocumentType } from '../../src/domain/freight/document-words.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError } from '../../src/errors.ts';
import { quoteWords } from './date-words.ts';

/** Parses the type of a paper as people call it, such as "POD" or "lumper receipt"; refused by name when it is none. */
export function parseDocumentType(name: string, text: string): DocumentType {
  const type = findDocumentType(text);
  if (type !== undefined) return type;
  const typeNames = publicDocumentTypes.map(formatCode).join(', ');
  throw createFieldError(
    'BAD_REQUEST',
    name,
    `${quoteWords(text)} is no type of document; write for example "POD", or one of ${typeNames}`,
  );
}
