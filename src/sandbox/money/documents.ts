import type { DocumentLinkTag, PublicDocumentType } from '../../domain/freight/document.ts';
import { formatInstant } from '../kit/clock.ts';
import { placeholderPdf } from '../kit/placeholder.ts';
import type { TimelineWorld } from '../parties/world.ts';

export interface DocumentDraft {
  readonly id?: string;
  readonly type: PublicDocumentType;
  readonly at: number;
  /** Name of the file without its extension. */
  readonly name: string;
  /** Name of the file as it was sent, if it isn't the name and `.pdf`. */
  readonly fileName?: string | undefined;
  readonly links: Partial<Record<DocumentLinkTag, string>>;
  /** Announced, but its file never arrived. */
  readonly isPending?: boolean;
}

/** Writes a document with the tags that link it to its records. */
export function writeDocument(world: TimelineWorld, { at, links, isPending = false, ...draft }: DocumentDraft): void {
  if (!world.isPast(at)) return;
  const id = draft.id ?? world.newId(at);
  const uploadedAt = at + 4_000;
  const isUploaded = !isPending && world.isPast(uploadedAt);
  const fileName = draft.fileName ?? `${draft.name.trim().replaceAll(/[^\w-]+/g, '_')}.pdf`;
  world.write('document', at, {
    id,
    type: draft.type,
    file_name: fileName,
    extension: fileName.slice(fileName.lastIndexOf('.') + 1),
    content_type: 'application/pdf',
    file_size: isUploaded ? placeholderPdf.byteLength : null,
    status: isUploaded ? 'UPLOADED' : 'PENDING_UPLOAD',
    tags: JSON.stringify(links),
    uploaded_at: isUploaded ? formatInstant(uploadedAt) : null,
    updated_at: isUploaded ? formatInstant(uploadedAt) : null,
  });
  for (const [name, value] of Object.entries(links)) world.write('document_tag', at, { document_id: id, name, value });
}
