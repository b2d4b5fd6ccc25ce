import {
  formatMailNotification,
  formatResetMail,
  type MailWords,
  type NotifiedOrganization,
} from '../../../mcp/approvals/notifications.ts';
import { type Mailer, MailRefused } from '../../../service/mail/mailer.ts';
import { openMailer } from '../../../service/mail/open-mailer.ts';
import type { Config } from '../../config.ts';
import { toOneLine } from '../../output.ts';
import type { ChannelOptions, NotificationChannel } from './channel.ts';
import { type AttemptOutcome, createSending } from './sending.ts';

/** A process that ends waits for its notifications, so no server may take long; a slower one may get a mail twice. */
const limits = { deadlineMs: 15_000, acceptanceMs: 15_000 };

/** Opens the channel to the mail addresses that the settings name; undefined where they name none. */
export function openMailChannel(
  { approvalMail: recipients, mail: settings }: Config,
  { now, log, readOrganization, ...setting }: ChannelOptions,
): NotificationChannel | undefined {
  if (recipients === undefined) return undefined;
  const sending = createSending(log);
  let mailer: Mailer | undefined;
  const send = (id: string, format: (organization: NotifiedOrganization) => MailWords): void =>
    sending.send(async () => {
      const { subject, text } = format(await readOrganization());
      const content = { id, fromName: 'Waybill', to: recipients, subject: toOneLine(subject), text, date: now() };
      return {
        id,
        async attempt(signal) {
          try {
            mailer ??= await openMailer(settings, limits);
            const { composeMessage } = await import('../../../service/mail/message.ts');
            const refused = await mailer.deliver(await composeMessage({ ...content, from: mailer.from }), signal);
            return refused.length === 0 ? null : { reason: `refused for ${refused.join(', ')}`, isFinal: true };
          } catch (error) {
            return toOutcome(error);
          }
        },
      };
    });
  return {
    name: 'mail',
    notify(notification) {
      if (notification.event === 'APPROVAL_WAITING')
        send(`${notification.approval.id}-waiting`, (desk) => formatMailNotification(notification, desk, setting));
    },
    notifyReset: (reset) =>
      send(`approver-secret-reset-${reset.at.replaceAll(/\D/g, '')}`, (desk) => formatResetMail(reset, desk, setting)),
    close: () => sending.close(),
  };
}

const toOutcome = (error: unknown): AttemptOutcome => ({
  reason: error instanceof Error ? error.message : String(error),
  isFinal: error instanceof MailRefused,
});
