import { isMailAddress } from '../../contract/kit/shapes.ts';
import { createFieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readLetterhead } from '../papers/letterhead.ts';

export interface NewMail {
  /** The record that the mail is about: its activity log shows what becomes of it. */
  readonly recordType: string;
  readonly recordId: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[] | undefined;
  readonly subject: string;
  readonly body: string;
  readonly documents: readonly Row<'document'>[];
}

export interface QueuedAttachment {
  readonly documentId: string;
  readonly fileName: string;
  readonly contentType: string;
}

/** Writes mail in the request's transaction; it is sent once that is committed. Returns the mail's id. */
export async function queueMail(ctx: ServiceContext, mail: NewMail): Promise<string> {
  const { issuer, email } = await readLetterhead(ctx);
  for (const address of [...mail.to, ...(mail.cc ?? [])]) requireAddress(address);
  const attachments: QueuedAttachment[] = mail.documents.map(
    ({ id, file_name: fileName, content_type: contentType }) => ({
      documentId: id,
      fileName,
      contentType,
    }),
  );
  const row: Row<'mail'> = {
    id: ctx.newId(),
    organization_id: ctx.organizationId,
    created_at: ctx.now,
    record_type: mail.recordType,
    record_id: mail.recordId,
    from_name: joinLines(issuer.name),
    reply_to: email !== null && isMailAddress(email) ? email : null,
    to_addresses: JSON.stringify(mail.to),
    cc_addresses: JSON.stringify(mail.cc ?? []),
    subject: joinLines(mail.subject),
    body: mail.body,
    attachments: JSON.stringify(attachments),
    status: 'QUEUED',
    attempts: 0,
    next_attempt_at: ctx.machineNow,
    lease_id: null,
    leased_until: null,
    sent_at: null,
    last_error: null,
  };
  await ctx.db.insertInto('mail').values(row).execute();
  const { recordType, recordId } = mail;
  await recordActivity(ctx, { recordType, recordId, text: `Mail to ${mail.to.join(', ')} written.` });
  return row.id;
}

function requireAddress(address: string): void {
  if (!isMailAddress(address))
    throw createFieldError('VALIDATION_ERROR', 'to', `${JSON.stringify(address)} is no address`);
}

/** Joins the lines of a header's text, because a header is one line. */
export const joinLines = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
