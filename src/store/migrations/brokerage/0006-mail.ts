import { oneOf, type TableDefinitions } from '../table.ts';
import { byId } from './record-columns.ts';

/** Tables of letterheads and mail. */
export const mailTables = {
  /** Letterhead of an organization's documents. Without a row they show only its name. */
  letterhead: {
    columns: {
      organization_id: 'text',
      name: 'text?',
      address: 'json?',
      phone: 'text?',
      email: 'text?',
      /** Remittance address, if it differs from the address. */
      remit_name: 'text?',
      remit_address: 'json?',
      payment_instructions: 'text?',
    },
    primaryKey: ['organization_id'],
  },
  /** Mail written in the transaction of the change that it is about, and sent by a worker afterwards. */
  mail: {
    columns: {
      id: 'text',
      organization_id: 'text',
      created_at: 'instant',
      /** Table and id of the record whose activity log says what became of the mail. */
      record_type: 'text',
      record_id: 'text',
      from_name: 'text',
      reply_to: 'text?',
      to_addresses: 'json',
      cc_addresses: 'json',
      subject: 'text',
      body: 'text',
      /** Documents by id, with the names that the files have in the mail. */
      attachments: 'json',
      status: oneOf<'QUEUED' | 'SENT' | 'FAILED'>(),
      attempts: 'int',
      next_attempt_at: 'instant',
      /** The worker that is sending it, and until when no other may. */
      lease_id: 'text?',
      leased_until: 'instant?',
      sent_at: 'instant?',
      last_error: 'text?',
    },
    primaryKey: byId,
    // The worker looks for what is due in all organizations at once.
    index: [
      ['status', 'next_attempt_at'],
      ['organization_id', 'record_id'],
    ],
  },
} as const satisfies TableDefinitions;
