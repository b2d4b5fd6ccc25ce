import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MailMessage } from './message.ts';

/** A way to send mail: a mail server or a folder. */
export interface Mailer {
  /** Address that mail comes from. */
  readonly from: string;
  /** Returns the recipients that were refused while others were accepted; rejects when no recipient was accepted. */
  deliver(message: MailMessage, signal: AbortSignal): Promise<readonly string[]>;
}

/** No server will accept this mail, however often it is tried. */
export class MailRefused extends Error {}

/** Creates the mailer that is used without a mail server: every mail becomes a file that a mail program opens. */
export function createOutboxMailer(folder: string, from: string): Mailer {
  return {
    from,
    async deliver({ id, source }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${id}.eml`);
      const partial = `${file}.part`;
      await writeFile(partial, source, { mode: 0o600, flush: true });
      await rename(partial, file);
      return [];
    },
  };
}
