import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Mailer, MailRefused } from './mailer.ts';
import type { MailMessage } from './message.ts';

export interface SmtpOptions {
  /** `smtp://` (with STARTTLS where the server offers it) or `smtps://`, with name and password if needed. */
  readonly url: string;
  readonly from: string;
  /** Until the server is ready for a mail, however slowly it responds. */
  readonly deadlineMs?: number;
  /** Time that a mail still has to be handed over once the process stops. */
  readonly graceMs?: number;
  /** Time for which a server may look into a mail before it says that it took it; who hangs up sooner sends it again. */
  readonly acceptanceMs?: number;
}

const silenceMs = 30_000;
const usualAcceptanceMs = 10 * 60_000;

/** Creates a mailer that sends each mail over its own connection, so that a broken connection affects only one mail. */
export function createSmtpMailer({
  url,
  from,
  deadlineMs = 120_000,
  graceMs = 2000,
  acceptanceMs = usualAcceptanceMs,
}: SmtpOptions): Mailer {
  const { connection: options, credentials } = parseConnection(new URL(url));
  return {
    from,
    async deliver(message, signal) {
      const connection = new SMTPConnection(options);
      const limit = watch(connection, { deadlineMs, graceMs, acceptanceMs, signal });
      try {
        await Promise.race([openSession(connection, credentials), limit.broken]);
        limit.handOver();
        return await Promise.race([sendMessage(connection, message), limit.broken]);
      } finally {
        limit.release();
        connection.close();
      }
    },
  };
}

interface SmtpCredentials {
  readonly user: string;
  readonly pass: string;
}

function parseConnection(url: URL): { connection: SMTPConnection.Options; credentials: SmtpCredentials | undefined } {
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const credentials =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  return {
    credentials,
    connection: {
      host,
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      // A password is never sent where others could read it.
      requireTLS: !secure && credentials !== undefined && !isLoopback(host),
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: usualAcceptanceMs,
      dnsTimeout: silenceMs,
    },
  };
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

async function openSession(connection: SMTPConnection, credentials: SmtpCredentials | undefined): Promise<void> {
  await runStep((done) => connection.connect(done));
  if (credentials) await runStep((done) => connection.login({ credentials }, done));
}

async function sendMessage(
  connection: SMTPConnection,
  { from, recipients, source }: MailMessage,
): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  connection.send({ from, to: [...recipients] }, source, (error, info) => {
    if (error) reject(toRefusal(error));
    else resolve(info.rejected);
  });
  const refused = await promise;
  connection.quit();
  return refused;
}

function runStep(run: (done: (error: Error | null | undefined) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/**
 * Converts an error to a final refusal if it is one: a reply from 500 on to the sender, recipients or content. A person
 * can correct the cause of other errors.
 */
function toRefusal(error: SMTPConnection.SMTPError): Error {
  const isFinal = (error.responseCode ?? 0) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
  return isFinal ? new MailRefused(error.message, { cause: error }) : error;
}

interface DeliveryLimits {
  readonly deadlineMs: number;
  readonly graceMs: number;
  readonly acceptanceMs: number;
  readonly signal: AbortSignal;
}

/** Rejects when the connection breaks, takes too long, or the process has to go before the mail is handed over. */
function watch(connection: SMTPConnection, { deadlineMs, graceMs, acceptanceMs, signal }: DeliveryLimits) {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const startTimeout = (ms: number) =>
    setTimeout(() => reject(new Error(`The mail server took longer than ${ms / 1000} s.`)), ms);
  const timers = [startTimeout(deadlineMs)];
  const clear = () => {
    for (const timer of timers.splice(0)) clearTimeout(timer);
  };
  const stop = () => {
    timers.push(setTimeout(() => reject(new Error('The service was stopped.')), graceMs));
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  connection.on('error', reject);
  return {
    broken,
    /** Marks the handover. From now on the server may have the mail, so its reply is awaited. */
    handOver() {
      clear();
      signal.removeEventListener('abort', stop);
      timers.push(startTimeout(acceptanceMs));
    },
    release() {
      clear();
      signal.removeEventListener('abort', stop);
      // Late errors of a connection that is closed now have no effect.
      broken.catch(() => {});
    },
  };
}
