import { once } from 'node:events';
import Pdf from 'pdfkit';

/** A PDF with a text on each page; a password locks it. */
export function pdfOf(pages: readonly string[], userPassword?: string): Promise<Buffer> {
  const pdf = new Pdf({ autoFirstPage: false, ...(userPassword !== undefined && { userPassword }) });
  for (const text of pages) {
    pdf.addPage();
    if (text !== '') pdf.text(text);
  }
  return readBytes(pdf);
}

/** Builds a PDF of 70 kB that takes minutes to read and little memory: each of its pages saves and restores a million times. */
export function buildSlowPdf(): Promise<Buffer> {
  const pdf = new Pdf({ autoFirstPage: false });
  const content = 'q Q '.repeat(1_000_000);
  for (let page = 0; page < slowPages; page += 1) pdf.addPage().addContent(content);
  return readBytes(pdf);
}

const slowPages = 30;

async function readBytes(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = once(pdf, 'end');
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}

/** A page whose content unpacks to so many bytes of drawing, which is what a bomb is made of. */
export function bombOf(packed: Buffer): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>',
  ];
  const head = objects.map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`).join('');
  return Buffer.concat([
    Buffer.from(`%PDF-1.4\n${head}4 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`, 'latin1'),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 5 >>\n%%EOF\n', 'latin1'),
  ]);
}
