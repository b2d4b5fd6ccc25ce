import { type FileKind, findFileKind, knownEndings } from './file-kinds.ts';

/** Endings of names that a machine runs, or mounts, when a person opens them. */
const runEndings: ReadonlySet<string> = new Set(
  `app bat chm cmd com cpl dll exe hta img iso jar js jse lnk msi msp pif ps1 reg scr sh sys vb vbe vbs vhd wsf wsh`.split(
    ' ',
  ),
);
const macroEndings: ReadonlySet<string> = new Set(['docm', 'dotm', 'xlsm', 'xltm', 'xlam', 'pptm']);
/** The entry of an old Office file that holds its macros. */
const macroEntry = Buffer.from('_VBA_PROJECT\0', 'utf16le');

interface SentFile {
  readonly fileName: string;
  readonly contentType: string;
}

/** Lists warnings about a file for people who may open it. The list is empty if name, type and content agree. */
export function listFileWarnings({ fileName, contentType }: SentFile, bytes: Uint8Array): readonly string[] {
  const kind = findFileKind(bytes);
  const ending = getEnding(fileName);
  const contradiction = describeContradiction(kind, ending, contentType);
  return [
    ...(kind?.isDangerous === true ? [`Do not open it: the content is ${kind.words}.`] : []),
    ...(runEndings.has(ending) ? [`Do not open it: a file whose name ends in .${ending} runs when it is opened.`] : []),
    ...(macroEndings.has(ending) ? [`Careful: a file whose name ends in .${ending} may hold macros.`] : []),
    ...(kind?.isContainer === true && Buffer.from(bytes).includes(macroEntry) ? ['Careful: it holds macros.'] : []),
    ...(contradiction === '' ? [] : [`Disguised or damaged: ${contradiction}.`]),
  ];
}

function describeContradiction(kind: FileKind | undefined, ending: string, contentType: string): string {
  const content = kind === undefined ? 'its content is of an unknown type' : `its content is ${kind.words}`;
  if (knownEndings.has(ending) && kind?.endings.includes(ending) !== true)
    return `its name says ${ending}, but ${content}`;
  return isDeclaredPdf(contentType) && kind?.kind !== 'pdf' ? `it was sent as a PDF, but ${content}` : '';
}

/** Returns the ending of a name in lower case. The system that opens a file drops dots and spaces at its end. */
export const getEnding = (fileName: string): string =>
  /\.([a-z0-9]{1,8})[\s.]*$/i.exec(fileName.replaceAll(/\p{Cf}/gu, ''))?.[1]?.toLowerCase() ?? '';

const isDeclaredPdf = (contentType: string) => /^application\/pdf\b/i.test(contentType);
