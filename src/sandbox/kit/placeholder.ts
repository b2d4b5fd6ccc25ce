const text = 'Placeholder: documents of the sandbox have no content of their own.';

const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  buildStream(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
];

/** The one file behind every document that the generator made: a PDF of one page that says what it is. */
export const placeholderPdf: Uint8Array = new TextEncoder().encode(buildPdf(objects));

function buildStream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/**
 * Builds a PDF file of ASCII text, so that characters are bytes and the offsets of the cross-reference table are right.
 */
function buildPdf(parts: readonly string[]): string {
  let body = '%PDF-1.4\n';
  const offsets = parts.map((part, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${part}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${entries}`;
  return `${body}${table}trailer\n<< /Size ${parts.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}
