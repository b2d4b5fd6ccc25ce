import { toNormalForm } from '../../domain/text/normal-form.ts';

/**
 * Builds the `Content-Disposition` of a download: the name in full for readers of RFC 5987, and before it one in plain ASCII
 * for those that read no other.
 */
export const formatAttachment = (fileName: string): string =>
  `attachment; filename="${toPlainName(fileName)}"; filename*=UTF-8''${encodeName(fileName)}`;

/** Replaces what may not stand between quotation marks; accents go, so that the letters stay. */
const toPlainName = (fileName: string): string =>
  toNormalForm(fileName, 'NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');

/** Encodes what `encodeURIComponent` leaves and the header does not allow as well. */
const encodeName = (fileName: string): string =>
  encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
