/** A form field, comment, stamp or mark on a page, which is not part of the page's own text. */
export interface PdfAnnotation {
  readonly page: number;
  /** Its sort, in words for people. */
  readonly kind: string;
  /** Name of a form field or of an attached file. */
  readonly name?: string;
  readonly author?: string;
  /** Text of the page that it marks. */
  readonly passage?: string;
  /** Absent if nothing is written, as in an empty field or a drawing. */
  readonly text?: string;
  /** Text that the page shows instead, if it differs. */
  readonly shownText?: string;
  /** True if no viewer shows it. */
  readonly isHidden?: true;
}

/** The members of a pdf.js annotation that are read here; which of them are present depends on its subtype. */
export interface RawAnnotation {
  readonly id: string;
  readonly subtype: string;
  readonly annotationFlags?: number;
  readonly rect?: readonly number[];
  readonly contentsObj?: { readonly str?: string };
  readonly titleObj?: { readonly str?: string };
  readonly overlaidText?: string;
  /** Lines of its appearance. */
  readonly textContent?: readonly string[];
  readonly file?: { readonly filename?: string };
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly fieldValue?: string | readonly string[] | null;
  readonly exportValue?: string;
  readonly buttonValue?: string | null;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly password?: boolean;
  readonly options?: readonly { readonly exportValue?: string; readonly displayValue?: string }[];
}

/** Kinds by the subtype of the PDF format. Links and the windows of comments say nothing of their own. */
const kinds: Readonly<Record<string, string>> = {
  FreeText: 'text added to the page',
  Text: 'comment',
  Stamp: 'stamp',
  Highlight: 'highlighted text',
  Underline: 'underlined text',
  Squiggly: 'underlined text',
  StrikeOut: 'struck-out text',
  Caret: 'text to insert',
  Redact: 'text to black out',
  Ink: 'drawing by hand',
  FileAttachment: 'attached file',
};
const silentSubtypes: ReadonlySet<string> = new Set(['Link', 'Popup', 'PrinterMark', 'TrapNet']);

const hiddenFlag = 2;
const noViewFlag = 32;
/** Letters of a row stand this many points apart at most. */
const rowPoints = 6;

/** Lists what the annotations of a page say, from its top to its bottom. `drawnTexts` has the text drawn in each. */
export function listAnnotations(
  page: number,
  annotations: readonly RawAnnotation[],
  drawnTexts: ReadonlyMap<string, string>,
): readonly PdfAnnotation[] {
  const rows = annotations
    .filter(({ subtype }) => !silentSubtypes.has(subtype))
    .toSorted((a, b) => getRow(a) - getRow(b) || (a.rect?.[0] ?? 0) - (b.rect?.[0] ?? 0));
  const groups = new Set<string>();
  return rows.flatMap((annotation) => {
    if (annotation.subtype !== 'Widget') return [toComment(page, annotation, drawnTexts.get(annotation.id))];
    const field = toField(page, annotation);
    // The buttons of one group, and one field shown twice, are one answer.
    const key = JSON.stringify(field);
    if (field === undefined || groups.has(key)) return [];
    groups.add(key);
    return [field];
  });
}

const getRow = ({ rect }: RawAnnotation): number => -Math.round((rect?.[3] ?? 0) / rowPoints);

const isHidden = ({ annotationFlags = 0 }: RawAnnotation): boolean =>
  (annotationFlags & (hiddenFlag | noViewFlag)) !== 0;

function toComment(page: number, annotation: RawAnnotation, drawnText: string | undefined): PdfAnnotation {
  const { subtype, contentsObj, titleObj, overlaidText, textContent, file } = annotation;
  const written = contentsObj?.str?.trim() ?? '';
  const displayed = (drawnText ?? textContent?.join('\n') ?? '').trim();
  return {
    page,
    kind: kinds[subtype] ?? 'mark',
    ...pickText('name', file?.filename),
    ...pickText('author', titleObj?.str),
    ...pickText('passage', overlaidText),
    ...pickText('text', written === '' ? displayed : written),
    ...(written !== '' && isDifferent(written, displayed) && { shownText: displayed }),
    ...(isHidden(annotation) && { isHidden: true as const }),
  };
}

/** Returns undefined for buttons that hold no value. */
function toField(page: number, annotation: RawAnnotation): PdfAnnotation | undefined {
  const { fieldType, fieldName = '', checkBox, radioButton, textContent } = annotation;
  if (fieldType === 'Btn' && checkBox !== true && radioButton !== true) return undefined;
  const value = readFieldValue(annotation);
  const displayed = fieldType === 'Tx' ? (textContent?.join('\n').trim() ?? '') : '';
  return {
    page,
    kind: fieldType === 'Sig' ? 'signature field' : 'form field',
    ...pickText('name', fieldName),
    ...pickText('text', value),
    ...(value !== '' && isDifferent(value, displayed) && { shownText: displayed }),
    ...(isHidden(annotation) && { isHidden: true as const }),
  };
}

function readFieldValue({
  fieldType,
  fieldValue,
  checkBox,
  exportValue,
  password,
  options = [],
}: RawAnnotation): string {
  if (password === true) return '';
  const values = (typeof fieldValue === 'string' ? [fieldValue] : (fieldValue ?? [])).filter(
    (value) => typeof value === 'string',
  );
  if (checkBox === true)
    return values.some((value) => value !== 'Off' && value === exportValue) ? 'checked' : 'not checked';
  if (fieldType === 'Btn') return values.filter((value) => value !== 'Off').join(', ');
  return values
    .map((value) => options.find((option) => option.exportValue === value)?.displayValue ?? value)
    .join(', ')
    .trim();
}

/** Compares only letters and digits, because an appearance wraps its lines. */
function isDifferent(written: string, displayed: string): boolean {
  return displayed !== '' && toLetters(written) !== toLetters(displayed);
}

const toLetters = (text: string): string => text.replaceAll(/\s/g, '');

const pickText = <Name extends keyof PdfAnnotation>(name: Name, text: string | undefined) =>
  // The members that are picked are texts.
  text === undefined || text.trim() === '' ? {} : ({ [name]: text.trim() } as { readonly [Key in Name]: string });
