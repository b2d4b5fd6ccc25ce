import type { Outages } from '../../../src/service/shared/outages.ts';
import { quietOutages } from '../outages.ts';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { type DeliveryOptions, deliverNext } from '../../../src/service/mail/delivery.ts';
import { type Mailer, createOutboxMailer } from '../../../src/service/mail/mailer.ts';
import { createSmtpMailer } from '../../../src/service/mail/smtp.ts';
import { createIds } from '../../../src/service/identifiers/ids.ts';
import type { TestService } from '../service/service.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Resolves when all of a mail has come, taken or not. */
  readonly arrived: Promise<void>;
}

interface Behaviour {
  /** Response codes for the first mails; every later mail is accepted. */
  readonly answers?: readonly number[];
  /** Recipients that do not exist. */
  readonly unknown?: readonly string[];
  /** It takes no mail before this. */
  readonly until?: Promise<void>;
  /** The only name and password that it lets in; it wants one then. */
  readonly login?: { readonly user: string; readonly pass: string };
}

/** A real mail server on this machine. */
export async function startMailServer({
  answers = [],
  unknown = [],
  until,
  login,
}: Behaviour = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const pending = [...answers];
  const buildRefusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: login === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass) done(null, { user: username });
      else done(buildRefusal(535, 'wrong password'));
    },
    onRcptTo({ address }, _session, done) {
      done(unknown.includes(address) ? buildRefusal(550, 'no such mailbox') : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const answer = async () => {
        await until;
        const status = pending.shift();
        if (status !== undefined) return done(buildRefusal(status, 'try me later'));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, source: Buffer.concat(chunks).toString() });
        done();
      };
      stream.on('end', () => {
        arrive();
        void answer();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server always has an address object.
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    arrived,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface SilentServer extends AsyncDisposable {
  readonly url: string;
  /** Resolves when somebody has connected. */
  readonly connected: Promise<void>;
}

/** Takes connections and never says a word. */
export async function startSilentServer(): Promise<SilentServer> {
  const sockets: Socket[] = [];
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    resolve();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // As above.
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    connected,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const mailFrom = 'billing@vega.example';

export const createMailer = (
  url: string,
  limits: { deadlineMs?: number; graceMs?: number; acceptanceMs?: number } = {},
): Mailer => createSmtpMailer({ url, from: mailFrom, ...limits });

interface TemporaryOutbox extends Disposable {
  readonly folder: string;
  readonly mailer: Mailer;
}

export function createTemporaryOutbox(): TemporaryOutbox {
  const parent = mkdtempSync(path.join(tmpdir(), 'waybill-outbox-'));
  const folder = path.join(parent, 'outbox');
  return {
    folder,
    mailer: createOutboxMailer(folder, mailFrom),
    [Symbol.dispose]: () => rmSync(parent, { recursive: true, force: true }),
  };
}

type Delivering = Pick<TestService, 'database' | 'storage' | 'clock'>;

const buildDeliveryOptions = ({ database, storage, clock }: Delivering, mailer: Mailer): DeliveryOptions => ({
  database,
  storage,
  mailer,
  now: () => clock.now,
  newId: createIds(() => clock.now),
  outages: quietOutages,
  log: () => {},
});

/** One look of the worker. */
export const deliverOne = (
  api: Delivering,
  mailer: Mailer,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> => deliverNext(buildDeliveryOptions(api, mailer), signal);

/** The worker, until nothing is due any more. */
export async function deliverAll(api: Delivering, mailer: Mailer, outages: Outages = quietOutages): Promise<void> {
  const { signal } = new AbortController();
  while (await deliverNext({ ...buildDeliveryOptions(api, mailer), outages }, signal));
}
