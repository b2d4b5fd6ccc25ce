import type { ApiClient } from '../../client/calls/api-client.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { documentText, type Recorder } from './allowed-calls.ts';
import type { FileAccess } from './files.ts';

/*
 * A file leaves as a download, as a saved file or as an address that anybody can open. Each is written into the audit
 * log, whichever tool it is and however harmless its gate.
 */

/** Writes an entry. */
type Note = (summary: string) => Promise<void>;

/** Writes the entry first: what cannot be written down does not leave. */
export function auditedDownload(note: Note, { api, documentAt }: Recorder): ApiClient['download'] {
  return async (address, downloadOptions) => {
    await note(`Downloaded ${documentAt(address) ?? 'a file'}.`);
    return api.download(address, downloadOptions);
  };
}

export function auditedFiles(note: Note, files: FileAccess): FileAccess {
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
export async function auditAddresses(note: Note, { documentAt }: Recorder, data: unknown): Promise<void> {
  for (const { address } of addressesIn(data, 'downloadUrl'))
    await note(`Gave out the download address of ${documentAt(address) ?? 'a file'}.`);
}

/** The same for what a write shows, now or once more: to send a file in the name of whoever asked is a secret too. */
export async function auditUploadAddresses(note: Note, data: unknown): Promise<void> {
  for (const { record } of addressesIn(data, 'uploadUrl'))
    await note(`Gave out the upload address of ${documentText(record)}.`);
}

interface FoundAddress {
  readonly address: string;
  /** What it is a member of. */
  readonly record: Readonly<Record<string, unknown>>;
}

function* addressesIn(value: unknown, member: 'downloadUrl' | 'uploadUrl'): Generator<FoundAddress, void, undefined> {
  if (Array.isArray(value)) {
    for (const item of value) yield* addressesIn(item, member);
  } else if (isPlainRecord(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (name === member && typeof inner === 'string') yield { address: inner, record: value };
      else yield* addressesIn(inner, member);
    }
  }
}
