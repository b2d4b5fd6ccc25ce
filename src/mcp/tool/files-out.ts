import type { ApiClient } from '../../client/calls/api-client.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { describeDocument, type Recorder } from './allowed-calls.ts';
import type { FileAccess } from './files.ts';

/*
 * A file leaves as a download, as a saved file or as an address that anybody can open. Each is written into the audit
 * log, whichever tool it is and however harmless its gate.
 */

/** Writes an entry. */
type WriteNote = (summary: string) => Promise<void>;

/** Creates a download that writes its audit entry first, so that nothing leaves without a record. */
export function createAuditedDownload(note: WriteNote, { api, findDocument }: Recorder): ApiClient['download'] {
  return async (address, downloadOptions) => {
    await note(`Downloaded ${findDocument(address) ?? 'a file'}.`);
    return api.download(address, downloadOptions);
  };
}

export function createAuditedFiles(note: WriteNote, files: FileAccess): FileAccess {
  return {
    ...files,
    async save(file, chunks) {
      const saved = await files.save(file, chunks);
      await note(`Saved a file of ${saved.size} bytes as ${saved.path}.`);
      return saved;
    },
  };
}

/** Notes the addresses that a result shows. */
export async function auditAddresses(note: WriteNote, { findDocument }: Recorder, data: unknown): Promise<void> {
  for (const { address } of listFoundAddresses(data, 'downloadUrl'))
    await note(`Gave out the download address of ${findDocument(address) ?? 'a file'}.`);
}

/**
 * Records upload addresses in the result of a write, new or repeated: an address to send a file in the requester's name
 * is a secret too.
 */
export async function auditUploadAddresses(note: WriteNote, data: unknown): Promise<void> {
  for (const { record } of listFoundAddresses(data, 'uploadUrl'))
    await note(`Gave out the upload address of ${describeDocument(record)}.`);
}

interface FoundAddress {
  readonly address: string;
  /** Record that contains the address. */
  readonly record: Readonly<Record<string, unknown>>;
}

function* listFoundAddresses(
  value: unknown,
  member: 'downloadUrl' | 'uploadUrl',
): Generator<FoundAddress, void, undefined> {
  if (Array.isArray(value)) {
    for (const item of value) yield* listFoundAddresses(item, member);
  } else if (isPlainRecord(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (name === member && typeof inner === 'string') yield { address: inner, record: value };
      else yield* listFoundAddresses(inner, member);
    }
  }
}
