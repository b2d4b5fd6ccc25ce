import MailComposer from 'nodemailer/lib/mail-composer';
import type { QueuedAttachment } from './queue.ts';

/** A mail as it goes over the wire. */
export interface MailMessage {
  readonly id: string;
  readonly from: string;
  /** All of its recipients. */
  readonly recipients: readonly string[];
  /** Headers and body, RFC 5322. */
  readonly source: Buffer;
}

export interface AttachedFile extends QueuedAttachment {
  readonly bytes: Buffer;
}

/** Content of a mail, and its recipients. Addresses and names are separate, so that neither can be read as the other. */
export interface MailContent {
  readonly id: string;
  readonly from: string;
  readonly fromName: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly replyTo?: string | null;
  readonly subject: string;
  readonly text: string;
  readonly files?: readonly AttachedFile[];
  /** ISO 8601. */
  readonly date: string;
}

/**
 * Composes the message of a mail. Every attempt has the same Message-ID. Nothing in a mail makes the composer read a file
 * or a network address.
 */
export async function composeMessage({
  id,
  from,
  fromName,
  to,
  cc = [],
  replyTo = null,
  subject,
  text,
  files = [],
  date,
}: MailContent): Promise<MailMessage> {
  const toMailbox = (address: string, name = '') => ({ address, name });
  const composer = new MailComposer({
    from: toMailbox(from, fromName),
    to: to.map((address) => toMailbox(address)),
    cc: cc.map((address) => toMailbox(address)),
    ...(replyTo === null ? {} : { replyTo: toMailbox(replyTo) }),
    subject,
    text,
    date: new Date(date),
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    attachments: files.map(({ fileName, contentType, bytes }) => ({
      filename: fileName,
      contentType,
      content: bytes,
    })),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id, from, recipients: [...new Set([...to, ...cc])], source: await composer.compile().build() };
}
