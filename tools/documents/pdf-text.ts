import { getDocumentProxy } from 'unpdf';

/** What of a PDF is wanted, and how much of it at most. */
export interface PdfAsked {
  readonly bytes: Uint8Array;
  /** From 1. */
  readonly fromPage: number;
  readonly pagesMax: number;
  /** Of several pages together: one that would go beyond is left to the next reading. */
  readonly charactersMax: number;
  /** Of a single page. */
  readonly pageCharactersMax: number;
}

export type PdfText =
  | { readonly outcome: 'text'; readonly pages: number; readonly lastPage: number; readonly text: string }
  | { readonly outcome: 'locked' | 'broken' };

/** The text of some pages. Only the worker calls it: a hostile file may take all the time and memory there is. */
export async function pdfText(asked: PdfAsked): Promise<PdfText> {
  try {
    const pdf = await getDocumentProxy(asked.bytes, { verbosity: 0, stopAtErrors: false });
    const texts = await textsOf(pdf, asked);
    const lastPage = Math.min(asked.fromPage - 1, pdf.numPages) + texts.length;
    return { outcome: 'text', pages: pdf.numPages, lastPage, text: texts.join('\n\n').trim() };
  } catch (error) {
    // Whatever else it throws is about the file as well: it was given nothing else.
    return { outcome: error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken' };
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function textsOf(
  pdf: Pdf,
  { fromPage, pagesMax, charactersMax, pageCharactersMax }: PdfAsked,
): Promise<readonly string[]> {
  const texts: string[] = [];
  let characters = 0;
  for (let number = fromPage; number <= pdf.numPages && texts.length < pagesMax; number += 1) {
    const text = (await textOfPage(pdf, number)).slice(0, pageCharactersMax);
    if (texts.length > 0 && characters + text.length > charactersMax) break;
    texts.push(text);
    characters += text.length;
  }
  return texts;
}

async function textOfPage(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    .join('')
    .trim();
}
