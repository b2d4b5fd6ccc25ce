import { recordText } from '../../src/mcp/text/text.ts';
import type { PdfAnnotation } from './pdf-annotations.ts';
import type { PdfContent } from './pdf-text.ts';

/** Names that one sentence lists. */
const namesMax = 10;

/** Describes which pages were read, and everything of a PDF that was not. */
export function describeReading(fromPage: number, content: PdfContent): readonly string[] {
  const { pages, lastPage, scannedPages, imagePages, emptyPages, unreadPages, unseenPages } = content;
  const count = `${pages} ${pages === 1 ? 'page' : 'pages'}`;
  if (fromPage > pages) return [`Page ${fromPage} does not exist: the PDF has ${count}.`];
  const span = formatPages(listNumbers(fromPage, lastPage));
  const end = lastPage < pages ? `, the rest from page ${lastPage + 1}` : '';
  const text = content.text === '' ? `${span} without text` : `text of ${span}`;
  return [
    `PDF of ${count}; ${text}${end}.`,
    ...describePages(scannedPages, 'is a scan', 'are scans', `: no text to read; open it. ${openNote}`),
    ...describePages(imagePages, 'is', 'are', ' mostly a picture: only the text that belongs to it is read.'),
    ...describePages(emptyPages, 'has', 'have', ' no text.'),
    ...describePages(unreadPages, 'is', 'are', ' damaged and not read.'),
    ...describePages(unseenPages, 'takes', 'take', ' too long to draw: pictures and stamps there are not looked at.'),
    ...describeRest(content),
  ];
}

/** Tells how a person gets at what is not read. */
export const openNote = 'save_document saves the file, so that a person can open it.';

function describeRest({ emptyFields, omittedCount, attachments, hasXmlForm, hasSignature }: PdfContent) {
  return [
    ...(emptyFields.length > 0 ? [`Empty form fields: ${listNames(emptyFields)}.`] : []),
    ...(omittedCount > 0 ? [`Not shown: ${omittedCount} more form fields, comments and marks. ${openNote}`] : []),
    ...(attachments.length > 0 ? [`Attached files, not read: ${listNames(attachments)}.`] : []),
    ...(hasXmlForm ? [`It is an XFA form: its filled-in fields are not read. ${openNote}`] : []),
    ...(hasSignature ? ['It has a digital signature, which is not checked.'] : []),
  ];
}

/** Formats the form fields, comments and marks of a PDF, one on each line. */
export const listAnnotationLines = (annotations: readonly PdfAnnotation[]): readonly string[] =>
  annotations.map(formatAnnotation);

function formatAnnotation({ page, kind, name, author, passage, text, shownText, isHidden }: PdfAnnotation): string {
  const labels = [name, passage].flatMap((label) => (label === undefined ? [] : [` ${recordText(label, 'list')}`]));
  return [
    `Page ${page}, `,
    isHidden === true ? `hidden ${kind}` : kind,
    ...labels,
    author === undefined ? '' : ` by ${recordText(author, 'list')}`,
    text === undefined ? (unreadKinds[kind] ?? '') : `: ${recordText(text)}`,
    shownText === undefined ? '' : ` (the page shows ${recordText(shownText)})`,
  ].join('');
}

/** Endings of the lines about what holds no text. */
const unreadKinds: Readonly<Record<string, string>> = {
  stamp: ': a picture, not read',
  'drawing by hand': ': not read',
  'attached file': ': not read',
  'signature field': ': not read, whether signed or not',
};

const listNumbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

function describePages(pages: readonly number[], verb: string, pluralVerb: string, rest: string): readonly string[] {
  if (pages.length === 0) return [];
  const span = formatPages(pages);
  return [`${span.charAt(0).toUpperCase()}${span.slice(1)} ${pages.length === 1 ? verb : pluralVerb}${rest}`];
}

/** Formats page numbers in ascending order, such as `pages 1 to 3, 5`. */
function formatPages(pages: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run?.[1] === page - 1) run[1] = page;
    else runs.push([page, page]);
  }
  const texts = runs.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`));
  return `${pages.length === 1 ? 'page' : 'pages'} ${texts.join(', ')}`;
}

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, namesMax).map((name) => recordText(name, 'list'));
  const rest = names.length - listed.length;
  return `${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
