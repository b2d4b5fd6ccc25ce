import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { listAnnotations, type PdfAnnotation, type RawAnnotation } from './pdf-annotations.ts';
import { type PageDrawing, readDrawing } from './pdf-drawing.ts';
import { clearImages } from './pdf-images.ts';

/** A PDF, and how much of it to read at most. */
export interface PdfTextRequest {
  readonly bytes: Uint8Array;
  /** From 1. */
  readonly fromPage: number;
  readonly pagesMax: number;
  /** Most characters of several pages together. A page beyond that is left to the next reading. */
  readonly charactersMax: number;
  /** Most characters of a single page. */
  readonly pageCharactersMax: number;
  /** Most annotations of all pages together. */
  readonly annotationsMax: number;
  /** Most characters of all annotations together, and of a single one. */
  readonly annotationCharactersMax: number;
  /** Time to look at images and stamps: texts are read before. */
  readonly drawingMs: number;
}

/** Text and annotations of some pages, with everything that was not read. */
export interface PdfContent {
  readonly pages: number;
  readonly lastPage: number;
  readonly text: string;
  readonly annotations: readonly PdfAnnotation[];
  /** Names of form fields that are empty. */
  readonly emptyFields: readonly string[];
  /** Annotations beyond the limit. */
  readonly omittedCount: number;
  /** Pages without text that hold images. */
  readonly scannedPages: readonly number[];
  /** Pages of which an image covers most, with text beside or on it. */
  readonly imagePages: readonly number[];
  /** Pages without text, annotations or images. */
  readonly emptyPages: readonly number[];
  /** Pages that were not drawn for want of time, so that images and the text of stamps are missing. */
  readonly unseenPages: readonly number[];
  /** Pages that are damaged. */
  readonly unreadPages: readonly number[];
  /** Names of attached files. */
  readonly attachments: readonly string[];
  /** True if a form keeps its fields in XML, which is not read. */
  readonly hasXmlForm: boolean;
  readonly hasSignature: boolean;
}

export type PdfText = ({ readonly outcome: 'text' } & PdfContent) | { readonly outcome: 'locked' | 'broken' };

/** Reads the text of some pages. Only the worker calls it: a hostile file may take all the time and memory there is. */
export async function readPdfText(request: PdfTextRequest): Promise<PdfText> {
  try {
    const startedAt = performance.now();
    clearImages(request.bytes);
    const pdf = await getDocumentProxy(request.bytes, { verbosity: 0, stopAtErrors: false, maxImageSize });
    const pages = await readPages(pdf, request);
    // What the texts leave of the time: a file that takes long is not given up for its images.
    const deadline = performance.now() + Math.max(0, request.drawingMs - (performance.now() - startedAt));
    const views = await readDrawings(pdf, pages, deadline);
    return { outcome: 'text', ...toContent(pdf.numPages, views, request), ...(await readWhole(pdf)) };
  } catch (error) {
    // Whatever else it throws is about the file as well: it was given nothing else.
    return { outcome: error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken' };
  }
}

/** Points of the largest image that memory is taken for: a page in poster size at 300 dots an inch has 100 million. */
const maxImageSize = 100_000_000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

interface PageText {
  readonly number: number;
  readonly text: string;
  readonly rawAnnotations: readonly RawAnnotation[];
  readonly isDamaged: boolean;
}

interface PdfPageView extends PageText {
  readonly annotations: readonly PdfAnnotation[];
  /** Undefined if there was no time to look. */
  readonly imageShare: number | undefined;
}

async function readPages(
  pdf: Pdf,
  { fromPage, pagesMax, charactersMax, pageCharactersMax }: PdfTextRequest,
): Promise<readonly PageText[]> {
  const pages: PageText[] = [];
  let characters = 0;
  for (let number = fromPage; number <= pdf.numPages && pages.length < pagesMax; number += 1) {
    const page = await readPage(pdf, number, pageCharactersMax);
    const length = page.text.length + countCharacters(page.rawAnnotations);
    if (pages.length > 0 && characters + length > charactersMax) break;
    pages.push(page);
    characters += length;
  }
  return pages;
}

/** Reads a page. A damaged page leaves the others readable. */
async function readPage(pdf: Pdf, number: number, charactersMax: number): Promise<PageText> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
      .join('')
      .trim()
      .slice(0, charactersMax);
    const rawAnnotations: readonly RawAnnotation[] = await page.getAnnotations({ intent: 'any' });
    page.cleanup();
    return { number, text, rawAnnotations, isDamaged: false };
  } catch {
    return { number, text: '', rawAnnotations: [], isDamaged: true };
  }
}

const countCharacters = (annotations: readonly RawAnnotation[]): number =>
  annotations.reduce(
    (sum, { contentsObj, fieldValue }) =>
      sum + (contentsObj?.str?.length ?? 0) + (fieldValue === null ? 0 : String(fieldValue ?? '').length),
    0,
  );

async function readDrawings(pdf: Pdf, pages: readonly PageText[], deadline: number): Promise<readonly PdfPageView[]> {
  const views: PdfPageView[] = [];
  for (const page of pages) {
    const drawing = page.isDamaged ? undefined : await readInTime(() => readPageDrawing(pdf, page.number), deadline);
    const annotations = listAnnotations(page.number, page.rawAnnotations, drawing?.drawnTexts ?? new Map());
    views.push({ ...page, annotations, imageShare: drawing?.imageShare });
  }
  return views;
}

/** Returns undefined once the time is over, or for a page that cannot be drawn. */
async function readInTime<Result>(read: () => Promise<Result>, deadline: number): Promise<Result | undefined> {
  const remainingMs = deadline - performance.now();
  if (remainingMs <= 0) return undefined;
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), remainingMs);
  const result = await Promise.race([read().catch(() => undefined), timeout]);
  clearTimeout(timer);
  return result;
}

async function readPageDrawing(pdf: Pdf, number: number): Promise<PageDrawing> {
  const { OPS } = await getResolvedPDFJS();
  const page = await pdf.getPage(number);
  const steps = await page.getOperatorList();
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = page.view;
  const drawing = readDrawing(steps, OPS, Math.abs((maxX - minX) * (maxY - minY)));
  page.cleanup();
  return drawing;
}

/** Part of a page from which on an image counts as the page itself. */
const mostOfPage = 0.5;

function toContent(pages: number, views: readonly PdfPageView[], request: PdfTextRequest) {
  const all = views.flatMap((view) => view.annotations);
  const listNumbers = (isListed: (view: PdfPageView) => boolean) => views.filter(isListed).map(({ number }) => number);
  const hasImages = ({ imageShare = 0 }: PdfPageView) => imageShare > 0;
  const isBlank = (view: PdfPageView) => view.text === '' && !view.isDamaged;
  return {
    pages,
    lastPage: Math.min(request.fromPage - 1, pages) + views.length,
    text: views
      .map(({ text }) => text)
      .join('\n\n')
      .trim(),
    ...limitAnnotations(
      all.filter((annotation) => !isEmptyField(annotation)),
      request,
    ),
    emptyFields: all.filter(isEmptyField).flatMap(({ name }) => name ?? []),
    scannedPages: listNumbers((view) => isBlank(view) && hasImages(view)),
    imagePages: listNumbers((view) => view.text !== '' && (view.imageShare ?? 0) >= mostOfPage),
    emptyPages: listNumbers((view) => isBlank(view) && !hasImages(view) && view.annotations.length === 0),
    unseenPages: listNumbers((view) => view.imageShare === undefined && !view.isDamaged),
    unreadPages: listNumbers((view) => view.isDamaged),
  };
}

const isEmptyField = ({ kind, text }: PdfAnnotation): boolean => kind === 'form field' && text === undefined;

function limitAnnotations(
  annotations: readonly PdfAnnotation[],
  { annotationsMax, annotationCharactersMax }: PdfTextRequest,
): Pick<PdfContent, 'annotations' | 'omittedCount'> {
  const listed: PdfAnnotation[] = [];
  let characters = 0;
  for (const annotation of annotations.slice(0, annotationsMax)) {
    characters += JSON.stringify(annotation).length;
    if (listed.length > 0 && characters > annotationCharactersMax) break;
    listed.push(annotation);
  }
  return { annotations: listed, omittedCount: annotations.length - listed.length };
}

/** Reads what is said of the file as a whole. */
async function readWhole(pdf: Pdf): Promise<Pick<PdfContent, 'attachments' | 'hasXmlForm' | 'hasSignature'>> {
  const attachments = await pdf.getAttachments().catch(() => null);
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const hasFlag = (name: string) =>
    name in info && Object.entries(info).some(([key, value]) => key === name && value === true);
  return {
    attachments: [...(attachments ?? new Map<string, { readonly filename?: string }>())].map(
      ([key, { filename }]) => filename ?? key,
    ),
    hasXmlForm: hasFlag('IsXFAPresent') && !hasFlag('IsAcroFormPresent'),
    hasSignature: hasFlag('IsSignaturesPresent'),
  };
}
