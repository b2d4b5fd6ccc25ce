import MailComposer from 'nodemailer/lib/mail-composer';
import type { Row } from '../../store/schema.ts';
import type { QueuedAttachment } from './queue.ts';
import { readJson } from '../shared/fields.ts';

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

/**
 * Composes the message of a mail. Every attempt has the same Message-ID. Addresses and names are separate, so that
 * neither can be read as the other. Nothing in a mail makes the composer read a file or a network address.
 */
export async function composeMessage(
  mail: Row<'mail'>,
  { from, files, date }: { readonly from: string; readonly files: readonly AttachedFile[]; readonly date: string },
): Promise<MailMessage> {
  const to = parseAddresses(mail.to_addresses);
  const cc = parseAddresses(mail.cc_addresses);
  const toMailbox = (address: string, name = '') => ({ address, name });
  const composer = new MailComposer({
    from: toMailbox(from, mail.from_name),
    to: to.map((address) => toMailbox(address)),
    cc: cc.map((address) => toMailbox(address)),
    ...(mail.reply_to === null ? {} : { replyTo: toMailbox(mail.reply_to) }),
    subject: mail.subject,
    text: mail.body,
    date: new Date(date),
    messageId: `<${mail.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    attachments: files.map(({ fileName, contentType, bytes }) => ({
      filename: fileName,
      contentType,
      content: bytes,
    })),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id: mail.id, from, recipients: [...new Set([...to, ...cc])], source: await composer.compile().build() };
}

// Written by queueMail.
const parseAddresses = (json: string) => readJson<string[]>(json);
