import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { BrokerageDatabase, Queries } from '../../store/connection.ts';
import type { Log } from '../../log.ts';
import type { Row, Tables } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { DocumentStorage } from '../shared/document-storage.ts';
import { readJson } from '../shared/fields.ts';
import type { NewId } from '../identifiers/ids.ts';
import type { Outages } from '../shared/outages.ts';
import { addMs } from '../clock/request-times.ts';
import { holdOrganizationTime } from '../clock/sandbox-clock.ts';
import { type Mailer, MailRefused } from './mailer.ts';
import type { AttachedFile } from './message.ts';
import { type QueuedAttachment, joinLines } from './queue.ts';
import { computeLatestEnd } from '../../domain/kit/instants.ts';

export interface DeliveryOptions {
  readonly database: BrokerageDatabase;
  readonly storage: DocumentStorage;
  readonly mailer: Mailer;
  readonly now: () => string;
  readonly newId: NewId;
  readonly log: Log;
  readonly outages: Outages;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Longer than any delivery can take: a process that has the mail for longer is gone. */
const leaseMs = 15 * minute;
/** Waits after the first, second, ... failure; after the last one the mail has failed. */
export const retryWaitsMs = [30 * second, 2 * minute, 10 * minute, hour, 4 * hour, 12 * hour] as const;

/** Delivers the mail that has been due longest; returns whether there was one. */
export async function deliverNext(options: DeliveryOptions, signal: AbortSignal): Promise<boolean> {
  const due = await findFirstDue(options.database.reader, options.now());
  if (due === undefined) return false;
  const mail = await claimMail(options, due);
  // Another process was quicker with this one; there may be others.
  if (!mail) return true;
  const outcome = await tryDelivery(options, mail, signal);
  await recordOutcome(options, mail, outcome);
  return true;
}

const longestWaitMs = Math.max(...retryWaitsMs);

/**
 * Builds the condition that a mail is due. An attempt or lease that is too far in the future was set by a clock that
 * ran ahead, and is ignored.
 */
const isDueAt =
  (now: string) =>
  (eb: ExpressionBuilder<Tables, 'mail'>): Expression<SqlBool> =>
    eb.and([
      eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', computeLatestEnd(now, longestWaitMs))]),
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', now),
        eb('leased_until', '>', computeLatestEnd(now, leaseMs)),
      ]),
    ]);

const isDue = (db: Queries, now: string) => db.selectFrom('mail').where('status', '=', 'QUEUED').where(isDueAt(now));

async function findFirstDue(db: Queries, now: string): Promise<string | undefined> {
  const row = await isDue(db, now).select('id').orderBy('next_attempt_at').orderBy('id').limit(1).executeTakeFirst();
  return row?.id;
}

/**
 * Claims a mail. Of several processes that see the same mail exactly one gets it, because the row is claimed by its
 * current values.
 */
function claimMail({ database, now, newId }: DeliveryOptions, id: string): Promise<Row<'mail'> | undefined> {
  const at = now();
  const lease = { lease_id: newId(), leased_until: addMs(at, leaseMs) };
  return database.transaction((tx) =>
    tx
      .updateTable('mail')
      .set((eb) => ({ ...lease, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'QUEUED')
      .where(isDueAt(at))
      .returningAll()
      .executeTakeFirst(),
  );
}

interface MailOutcome {
  /** Null when it was delivered. */
  readonly failure: string | null;
  readonly isFinal: boolean;
  /** Recipients that the server refused while it took the others. */
  readonly refused: readonly string[];
}

async function tryDelivery(options: DeliveryOptions, mail: Row<'mail'>, signal: AbortSignal): Promise<MailOutcome> {
  const { mailer, now, outages } = options;
  try {
    const files = await readAttachedFiles(options, mail);
    // Composing needs a good part of a library, and most processes never send a mail.
    const { composeMessage } = await import('./message.ts');
    const message = await composeMessage({ ...toContent(mail), from: mailer.from, files, date: now() });
    const refused = await mailer.deliver(message, signal);
    outages.noteSuccess('mail');
    return { failure: null, isFinal: true, refused };
  } catch (error) {
    if (!(error instanceof MailRefused || signal.aborted || outages.isExplained(error)))
      outages.noteFailure('mail', error);
    // Whatever went wrong is the mail's outcome, stored with it; the worker goes on to the next one.
    const text = error instanceof Error ? error.message : String(error);
    return { failure: joinLines(text).slice(0, 500), isFinal: error instanceof MailRefused, refused: [] };
  }
}

const toContent = ({ id, from_name, to_addresses, cc_addresses, reply_to, subject, body }: Row<'mail'>) => ({
  id,
  fromName: from_name,
  // Written by queueMail.
  to: readJson<string[]>(to_addresses),
  cc: readJson<string[]>(cc_addresses),
  replyTo: reply_to,
  subject,
  text: body,
});

async function readAttachedFiles({ storage }: DeliveryOptions, { attachments }: Row<'mail'>): Promise<AttachedFile[]> {
  const files: AttachedFile[] = [];
  // Written by queueMail.
  for (const attachment of readJson<QueuedAttachment[]>(attachments)) {
    const file = await storage.read(attachment.documentId);
    if (!file) throw new MailRefused(`The file ${attachment.fileName} is no longer stored.`);
    files.push({ ...attachment, bytes: Buffer.from(await new Response(file.body).arrayBuffer()) });
  }
  return files;
}

/** Writes down what became of a mail, unless the lease ran out and another process has it now. */
async function recordOutcome(options: DeliveryOptions, mail: Row<'mail'>, outcome: MailOutcome): Promise<void> {
  const { database, now, newId, log } = options;
  const at = now();
  const wait = retryWaitsMs[mail.attempts - 1];
  const willRetry = outcome.failure !== null && !outcome.isFinal && wait !== undefined;
  const status = outcome.failure === null ? 'SENT' : willRetry ? 'QUEUED' : 'FAILED';
  await database.transaction(async (tx) => {
    const sentAt = addMs(at, await holdOrganizationTime({ db: tx, kind: database.kind }, mail.organization_id));
    const { numUpdatedRows } = await tx
      .updateTable('mail')
      .set({
        status,
        lease_id: null,
        leased_until: null,
        sent_at: status === 'SENT' ? sentAt : null,
        next_attempt_at: willRetry ? addMs(at, wait) : mail.next_attempt_at,
        last_error: outcome.failure ?? formatRefused(outcome),
      })
      .where('id', '=', mail.id)
      .where('lease_id', '=', mail.lease_id)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0 || willRetry) return;
    const scope = {
      db: tx,
      organizationId: mail.organization_id,
      clientId: 'mail',
      now: sentAt,
      newId: () => newId(sentAt),
    };
    await recordActivity(scope, {
      recordType: mail.record_type,
      recordId: mail.record_id,
      text: describeOutcome(mail, outcome),
    });
  });
  if (outcome.failure === null) return;
  const facts = { mailId: mail.id, attempts: mail.attempts, cause: outcome.failure };
  // That none can be handed over is said once for all of them.
  if (willRetry) log('debug', 'A mail could not be sent and will be tried again.', facts);
  else log('warn', 'A mail could not be sent.', facts);
}

const formatRefused = ({ refused }: MailOutcome) =>
  refused.length === 0 ? null : `Refused for ${refused.join(', ')}.`;

function describeOutcome(mail: Row<'mail'>, outcome: MailOutcome): string {
  // Written by queueMail.
  const to = readJson<string[]>(mail.to_addresses).join(', ');
  if (outcome.failure !== null) return `Mail to ${to} could not be sent: ${outcome.failure}`;
  return [`Mail to ${to} sent.`, formatRefused(outcome)].filter((text) => text !== null).join(' ');
}
