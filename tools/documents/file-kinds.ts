import { decodeText } from './text-encoding.ts';

/** The beginning of a file: its first 4 kB, and their text where they are one. */
interface FileStart {
  readonly bytes: Uint8Array;
  /** The same, each byte as one character. */
  readonly latin: string;
  readonly text: string | undefined;
  /** Everything that has been read of the file. */
  readonly read: Buffer;
}

/** Kind of a file by its first bytes, not by its name or its sender. */
export interface FileKind {
  readonly kind: string;
  /** Its name in an answer. */
  readonly words: string;
  readonly matches: (start: FileStart) => boolean;
  /** Endings of names that fit. */
  readonly endings: readonly string[];
  /** Opening it may run something. */
  readonly isDangerous?: boolean;
  /** Its content is text, so it is read. */
  readonly isText?: boolean;
  /** It shows something to look at, and holds no text. */
  readonly isImage?: boolean;
  /** Its entries say what it is, and may stand far from its beginning. */
  readonly isContainer?: boolean;
}

/** Number of bytes that identify most kinds of files. */
export const headBytes = 4096;
/** In so many bytes an old Office file usually names what it holds. */
export const containerBytes = 1024 * 1024;

const matchStart =
  (...starts: readonly (readonly number[])[]) =>
  ({ bytes }: FileStart) =>
    starts.some((start) => start.every((byte, at) => bytes[at] === byte));

/** Matches first bytes that a text may begin with too, such as the name of a carrier. */
const matchBinaryStart = (...starts: readonly (readonly number[])[]) => {
  const matches = matchStart(...starts);
  return (start: FileStart) => start.text === undefined && matches(start);
};

const matchTextStart = (pattern: RegExp) => (start: FileStart) =>
  start.text !== undefined && pattern.test(trimProlog(start.text));

/** Skips the lines of XML that stand before its content. */
const trimProlog = (text: string): string => text.trimStart().replace(/^<\?xml\b[^>]{0,200}>\s{0,100}/, '');

/** A pattern with what belongs to code alone: papers begin with "Function Name" or "@Echo Global Logistics" too. */
const scriptStart =
  /^(?:#!\s?\/|@echo (?:off|on)\b|powershell(?:\.exe)?\s+-|<\?php|<%@|<(?:job|package)\b[^>]{0,200}>\s{0,100}<(?:script|runtime|reference|object|job)\b|<hta:|function\s+[\w$-]{1,100}\s?(?:\([^)]{0,200}\)\s?)?\{|wscript\.)/i;
const pageStart = /^<(?:!doctype html|(?:html|head|body|script|iframe|svg)(?=[\s>/]))/i;

const isZip = matchStart([0x50, 0x4b, 0x03, 0x04], [0x50, 0x4b, 0x05, 0x06]);
const zipEntryMark = 'PK\x03\x04';
/** Bytes of an entry before its name. */
const zipEntryBytes = 30;
/** Matches an archive that has an entry of such a name among its first. */
const matchZipNames =
  (...names: readonly string[]) =>
  (start: FileStart): boolean => {
    for (let at = start.latin.indexOf(zipEntryMark); at !== -1; at = start.latin.indexOf(zipEntryMark, at + 1))
      if (names.some((name) => start.latin.startsWith(name, at + zipEntryBytes))) return isZip(start);
    return false;
  };
const isContainerFile = matchStart([0xd0, 0xcf, 0x11, 0xe0]);
/** Matches a file in the container of old Office programs that has an entry with one of the names. */
const matchContainerNames = (...names: readonly string[]) => {
  const entries = names.map((name) => Buffer.from(`${name}\0`, 'utf16le'));
  return (start: FileStart) => isContainerFile(start) && entries.some((entry) => start.read.includes(entry));
};

const wordEndings = ['docx', 'docm', 'dotx', 'dotm'];
const excelEndings = ['xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm', 'xlam'];
const slideEndings = ['pptx', 'pptm', 'ppsx', 'potx'];
const openEndings = ['odt', 'ods', 'odp'];
const officeEndings = [...wordEndings, ...excelEndings, ...slideEndings];
const oldOfficeEndings = ['doc', 'dot', 'xls', 'xlt', 'ppt', 'pps', 'msg'];
const textEndings = ['txt', 'csv', 'tsv', 'edi', 'x12', 'edifact', 'xml', 'json', 'eml', 'md', 'log'];

/** Brands of the container that HEIC shares with videos; the first stands for the file, others are compatible. */
const imageBrands = /^.{4}ftyp(?:.{4}|.{8}(?:.{4}){0,20})(?<=hei[cxms]|hev[cxms]|mif[123]|msf1|avi[fs])/s;

const programs: readonly FileKind[] = [
  {
    kind: 'windows',
    words: 'a Windows program',
    matches: matchBinaryStart([0x4d, 0x5a]),
    endings: [],
    isDangerous: true,
  },
  {
    kind: 'elf',
    words: 'a Linux program',
    matches: matchStart([0x7f, 0x45, 0x4c, 0x46]),
    endings: [],
    isDangerous: true,
  },
  {
    kind: 'mac',
    words: 'a Mac program or Java class',
    matches: matchStart(
      [0xfe, 0xed, 0xfa],
      [0xcf, 0xfa, 0xed, 0xfe],
      [0xce, 0xfa, 0xed, 0xfe],
      [0xca, 0xfe, 0xba, 0xbe],
    ),
    endings: [],
    isDangerous: true,
  },
  {
    kind: 'shortcut',
    words: 'a Windows shortcut, which runs what it points to',
    matches: matchStart([0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00]),
    endings: [],
    isDangerous: true,
  },
  {
    kind: 'script',
    words: 'a script',
    matches: matchTextStart(scriptStart),
    endings: [],
    isDangerous: true,
    isText: true,
  },
];

const imageKinds: readonly FileKind[] = [
  {
    kind: 'png',
    words: 'a PNG picture',
    matches: matchStart([0x89, 0x50, 0x4e, 0x47]),
    endings: ['png'],
    isImage: true,
  },
  {
    kind: 'jpeg',
    words: 'a JPEG picture',
    matches: matchStart([0xff, 0xd8, 0xff]),
    endings: ['jpg', 'jpeg', 'jfif'],
    isImage: true,
  },
  {
    kind: 'gif',
    words: 'a GIF picture',
    matches: matchBinaryStart([0x47, 0x49, 0x46, 0x38]),
    endings: ['gif'],
    isImage: true,
  },
  {
    kind: 'tiff',
    words: 'a TIFF picture, as scanners and fax programs write it',
    matches: matchStart([0x49, 0x49, 0x2a, 0x00], [0x4d, 0x4d, 0x00, 0x2a]),
    endings: ['tif', 'tiff'],
    isImage: true,
  },
  {
    kind: 'webp',
    words: 'a WebP picture',
    matches: ({ latin }) => /^RIFF.{4}WEBP/s.test(latin),
    endings: ['webp'],
    isImage: true,
  },
  { kind: 'bmp', words: 'a BMP picture', matches: matchBinaryStart([0x42, 0x4d]), endings: ['bmp'], isImage: true },
  {
    kind: 'heic',
    words: 'a HEIC picture',
    matches: ({ latin }) => imageBrands.test(latin),
    endings: ['heic', 'heif', 'heics', 'heifs', 'hif', 'avif'],
    isImage: true,
  },
  {
    kind: 'video',
    words: 'a video',
    matches: ({ latin }) => /^.{4}ftyp/s.test(latin),
    endings: ['mp4', 'm4v', 'mov', '3gp'],
    isImage: true,
  },
];

const officeFiles: readonly FileKind[] = [
  { kind: 'word', words: 'a Word document', matches: matchZipNames('word/'), endings: wordEndings },
  { kind: 'excel', words: 'an Excel workbook', matches: matchZipNames('xl/'), endings: excelEndings },
  { kind: 'slides', words: 'a PowerPoint presentation', matches: matchZipNames('ppt/'), endings: slideEndings },
  {
    kind: 'opendocument',
    words: 'an OpenDocument file',
    matches: matchZipNames('mimetypeapplication/vnd.oasis.opendocument'),
    endings: openEndings,
  },
  // Where the first entries don't tell what sort it is, its name does.
  {
    kind: 'zip',
    words: 'a ZIP archive',
    matches: isZip,
    endings: ['zip', ...officeEndings, ...openEndings],
  },
];

/** Files in the container of old Office programs, which encrypted new ones use too. */
const containers: readonly FileKind[] = [
  {
    kind: 'locked-office',
    words: 'an Office file protected with a password',
    matches: matchContainerNames('EncryptedPackage'),
    endings: [...officeEndings, ...oldOfficeEndings],
  },
  {
    kind: 'old-word',
    words: 'an old Word document',
    matches: matchContainerNames('WordDocument'),
    endings: ['doc', 'dot'],
  },
  {
    kind: 'old-excel',
    words: 'an old Excel workbook',
    matches: matchContainerNames('Workbook', 'Book'),
    endings: ['xls', 'xlt'],
  },
  {
    kind: 'old-slides',
    words: 'an old PowerPoint presentation',
    matches: matchContainerNames('PowerPoint Document'),
    endings: ['ppt', 'pps'],
  },
  {
    kind: 'outlook',
    words: 'an Outlook message',
    matches: matchContainerNames('__nameid_version1.0'),
    endings: ['msg'],
  },
  {
    kind: 'office',
    words: 'an Office file, in an old format or protected with a password',
    matches: isContainerFile,
    endings: [...officeEndings, ...oldOfficeEndings],
  },
];

const kinds: readonly FileKind[] = [
  ...programs,
  // A reader finds the mark anywhere in the first kilobyte.
  {
    kind: 'pdf',
    words: 'a PDF',
    matches: ({ latin }) => latin.slice(0, 1024).includes('%PDF-'),
    endings: ['pdf'],
  },
  ...imageKinds,
  ...officeFiles,
  ...containers.map((kind) => ({ ...kind, isContainer: true })),
  {
    kind: 'archive',
    words: 'an archive',
    matches: matchBinaryStart(
      [0x1f, 0x8b],
      [0x37, 0x7a, 0xbc, 0xaf],
      [0x52, 0x61, 0x72, 0x21],
      [0x4d, 0x53, 0x43, 0x46],
    ),
    endings: ['gz', 'tgz', '7z', 'rar', 'cab'],
  },
  {
    kind: 'html',
    words: 'a web page',
    matches: matchTextStart(pageStart),
    endings: ['html', 'htm'],
    isDangerous: true,
    isText: true,
  },
  { kind: 'rtf', words: 'an RTF document', matches: matchTextStart(/^\{\\rtf/), endings: ['rtf'] },
  {
    kind: 'text',
    words: 'plain text',
    matches: ({ text }) => text !== undefined,
    endings: textEndings,
    isText: true,
  },
];

/** Finds the kind of a file by the bytes that have been read of it, which begin with its first. */
export function findFileKind(bytes: Uint8Array): FileKind | undefined {
  const head = bytes.subarray(0, headBytes);
  const start: FileStart = {
    bytes: head,
    latin: Buffer.from(head).toString('latin1'),
    text: decodeText(head, bytes.length <= headBytes)?.text,
    read: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
  return kinds.find(({ matches }) => matches(start));
}

/** Endings that some kind of file has. */
export const knownEndings: ReadonlySet<string> = new Set(kinds.flatMap(({ endings }) => endings));

/** Kinds that only the file name's ending distinguishes, because the content does not. */
const wordsByEnding: readonly (readonly [readonly string[], string])[] = [
  [wordEndings, 'a Word document'],
  [excelEndings, 'an Excel workbook'],
  [slideEndings, 'a PowerPoint presentation'],
  [openEndings, 'an OpenDocument file'],
];

/** Describes what a file is, as exactly as its content and its ending say together. */
export function describeKind({ kind, words }: FileKind, ending: string): string {
  const byEnding = wordsByEnding.find(([endings]) => endings.includes(ending))?.[1];
  return kind === 'zip' && byEnding !== undefined ? byEnding : words;
}
