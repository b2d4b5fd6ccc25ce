import type { ApiClient } from '../../client/client.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { Recorder } from './allowed-calls.ts';
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
  for (const address of addressesIn(data))
    await note(`Gave out the download address of ${documentAt(address) ?? 'a file'}.`);
}

function* addressesIn(value: unknown): Generator<string, void, undefined> {
  if (Array.isArray(value)) {
    for (const item of value) yield* addressesIn(item);
  } else if (isPlainRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (name === 'downloadUrl' && typeof member === 'string') yield member;
      else yield* addressesIn(member);
    }
  }
}
