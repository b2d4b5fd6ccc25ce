import type { MailSettings } from './mail-settings.ts';
import { createOutboxMailer, type Mailer } from './mailer.ts';
import type { SmtpOptions } from './smtp.ts';

/** Opens the mailer that the settings name. The protocol is loaded only if a mail server is configured. */
export async function openMailer(
  { smtpUrl, from, outbox }: MailSettings,
  limits: Pick<SmtpOptions, 'deadlineMs' | 'acceptanceMs'> = {},
): Promise<Mailer> {
  if (smtpUrl === undefined) return createOutboxMailer(outbox, from);
  return (await import('./smtp.ts')).createSmtpMailer({ url: smtpUrl, from, ...limits });
}
