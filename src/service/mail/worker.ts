import { startWorker, type Worker } from '../shared/worker.ts';
import { type DeliveryOptions, deliverNext } from './delivery.ts';
import type { MailSettings } from './mail-settings.ts';
import type { Mailer } from './mailer.ts';
import { openMailer } from './open-mailer.ts';

const everyMs = 5000;

/** Sends the mail of the store beside the requests, as the settings say. */
export function startMailWorker(options: Omit<DeliveryOptions, 'mailer'>, settings: MailSettings): Worker {
  let mailer: Mailer | undefined;
  return startWorker({
    name: 'Sending mail',
    everyMs,
    log: options.log,
    outages: options.outages,
    async work(signal) {
      mailer ??= await openMailer(settings);
      return deliverNext({ ...options, mailer }, signal);
    },
  });
}
