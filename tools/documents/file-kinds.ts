/** What a file is by its first bytes, whatever its name and its sender say. */
interface FileKind {
  readonly kind: string;
  /** As an answer calls it. */
  readonly words: string;
  readonly begins: (head: Uint8Array) => boolean;
  /** Endings of names that fit. */
  readonly endings: readonly string[];
  /** Opening it may run something. */
  readonly isDangerous?: boolean;
}

/** So many bytes tell what a file is. */
export const headBytes = 1024;

const bytes =
  (...starts: readonly (readonly number[])[]) =>
  (head: Uint8Array) =>
    starts.some((start) => start.every((byte, at) => head[at] === byte));

const latin = (head: Uint8Array) => Buffer.from(head).toString('latin1');
const opening = (head: Uint8Array) =>
  latin(head)
    .replace(/^(?:\xEF\xBB\xBF)?\s*/, '')
    .toLowerCase();

const kinds: readonly FileKind[] = [
  { kind: 'windows', words: 'a Windows program', begins: bytes([0x4d, 0x5a]), endings: [], isDangerous: true },
  { kind: 'elf', words: 'a Linux program', begins: bytes([0x7f, 0x45, 0x4c, 0x46]), endings: [], isDangerous: true },
  {
    kind: 'mac',
    words: 'a Mac program or Java class',
    begins: bytes([0xfe, 0xed, 0xfa], [0xcf, 0xfa, 0xed, 0xfe], [0xce, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe]),
    endings: [],
    isDangerous: true,
  },
  {
    kind: 'shortcut',
    words: 'a Windows shortcut, which runs what it points to',
    begins: bytes([0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00]),
    endings: [],
    isDangerous: true,
  },
  {
    kind: 'script',
    words: 'a script',
    begins: (head) => /^(?:#!|@echo |powershell|<\?php|<%@|<job|<hta:|function\s|wscript\.)/.test(opening(head)),
    endings: [],
    isDangerous: true,
  },
  // A reader finds the mark anywhere in the first kilobyte.
  { kind: 'pdf', words: 'a PDF', begins: (head) => latin(head).includes('%PDF-'), endings: ['pdf'] },
  { kind: 'png', words: 'a PNG picture', begins: bytes([0x89, 0x50, 0x4e, 0x47]), endings: ['png'] },
  { kind: 'jpeg', words: 'a JPEG picture', begins: bytes([0xff, 0xd8, 0xff]), endings: ['jpg', 'jpeg', 'jfif'] },
  { kind: 'gif', words: 'a GIF picture', begins: bytes([0x47, 0x49, 0x46, 0x38]), endings: ['gif'] },
  {
    kind: 'tiff',
    words: 'a TIFF picture',
    begins: bytes([0x49, 0x49, 0x2a, 0x00], [0x4d, 0x4d, 0x00, 0x2a]),
    endings: ['tif', 'tiff'],
  },
  { kind: 'webp', words: 'a WebP picture', begins: (head) => /^RIFF.{4}WEBP/s.test(latin(head)), endings: ['webp'] },
  {
    kind: 'heic',
    words: 'a HEIC picture',
    begins: (head) => /^.{4}ftyp(?:hei|mif|avif)/s.test(latin(head)),
    endings: ['heic', 'heif', 'avif'],
  },
  {
    kind: 'zip',
    words: 'a ZIP archive',
    begins: bytes([0x50, 0x4b, 0x03, 0x04], [0x50, 0x4b, 0x05, 0x06]),
    endings: ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'docm', 'xlsm'],
  },
  {
    kind: 'archive',
    words: 'an archive',
    begins: bytes([0x1f, 0x8b], [0x37, 0x7a, 0xbc, 0xaf], [0x52, 0x61, 0x72, 0x21], [0x4d, 0x53, 0x43, 0x46]),
    endings: ['gz', 'tgz', '7z', 'rar', 'cab'],
  },
  {
    kind: 'office',
    words: 'an old Office file, which may hold macros',
    begins: bytes([0xd0, 0xcf, 0x11, 0xe0]),
    endings: ['doc', 'xls', 'ppt', 'msg'],
  },
  {
    kind: 'html',
    words: 'a web page',
    begins: (head) => /^<(?:!doctype html|html|head|body|script|iframe|svg)/.test(opening(head)),
    endings: ['html', 'htm'],
    isDangerous: true,
  },
  { kind: 'rtf', words: 'an RTF text', begins: (head) => opening(head).startsWith('{\\rtf'), endings: ['rtf'] },
  {
    kind: 'text',
    words: 'plain text',
    begins: isPlainText,
    endings: ['txt', 'csv', 'edi', 'xml', 'json', 'eml', 'md', 'log'],
  },
];

/** A character may be cut where the head ends. */
function isPlainText(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head).replace(/\uFFFD+$/, '');
  return text !== '' && !/[\p{Cc}\uFFFD]/u.test(text.replaceAll(/[\t\n\r\f]/g, ''));
}

export const kindOfFile = (head: Uint8Array): FileKind | undefined => kinds.find(({ begins }) => begins(head));

/** Names that a machine runs, or mounts, when somebody opens them. */
const runEndings: ReadonlySet<string> = new Set(
  `app bat chm cmd com cpl dll exe hta img iso jar js jse lnk msi msp pif ps1 reg scr sh sys vb vbe vbs vhd wsf wsh`.split(
    ' ',
  ),
);
const macroEndings: ReadonlySet<string> = new Set(['docm', 'dotm', 'xlsm', 'xltm', 'xlam', 'pptm']);
const knownEndings: ReadonlySet<string> = new Set(kinds.flatMap(({ endings }) => endings));

interface FileFacts {
  readonly fileName: string;
  readonly contentType: string;
}

/** What is wrong with a file, for whoever may open it; empty where name, type and content agree. */
export function fileWarnings({ fileName, contentType }: FileFacts, head: Uint8Array): readonly string[] {
  const kind = kindOfFile(head);
  const ending = endingOf(fileName);
  const isOther = knownEndings.has(ending) && !(kind?.endings.includes(ending) ?? false);
  const says = isOther
    ? `its name says ${ending}`
    : isDeclaredPdf(contentType) && kind?.kind !== 'pdf'
      ? 'it was sent as a PDF'
      : '';
  const is = kind === undefined ? 'what it holds is none' : `its content is ${kind.words}`;
  return [
    ...(kind?.isDangerous === true ? [`DO NOT OPEN: the content is ${kind.words}.`] : []),
    ...(runEndings.has(ending) ? [`DO NOT OPEN: a file whose name ends in .${ending} runs when it is opened.`] : []),
    ...(macroEndings.has(ending) ? [`Careful: a file whose name ends in .${ending} may hold macros.`] : []),
    ...(says === '' ? [] : [`Disguised or damaged: ${says}, ${is}.`]),
  ];
}

/** Dots and spaces at the end are dropped by the system that opens it. */
const endingOf = (fileName: string): string =>
  /\.([a-z0-9]{1,8})[\s.]*$/i.exec(fileName.replaceAll(/\p{Cf}/gu, ''))?.[1]?.toLowerCase() ?? '';

const isDeclaredPdf = (contentType: string) => /^application\/pdf\b/i.test(contentType);
