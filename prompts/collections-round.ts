import * as z from 'zod';
import { prompt, typedArgument } from '../src/mcp/prompt/prompt.ts';

export const collectionsRound = prompt({
  name: 'collections_round',
  title: 'Collections round',
  description: 'Which customers to call about money today, why, and what to say',
  tools: ['collections', 'aging_report'],
  args: z.strictObject({ customer: typedArgument('only this one').optional() }),
  completes: { customer: 'customer' },
  text: ({ customer }) => ({
    task: 'Prepare the calls about overdue money.',
    steps: [
      ...(customer === undefined
        ? [
            'Call aging_report {ledger: "receivables", limit: 5}: open and overdue in all.',
            'Call `collections` {limit: 10}: whom to call first.',
            'For the first three call `collections` {customer}: the statement, line by line.',
          ]
        : ['Call `collections` {customer}: the statement, line by line.']),
      'For short pays and unapplied credit, say which invoice they belong to.',
      'Call get_customer {customer} where notes or credit limit what you can say.',
    ],
    show: 'for each customer: contact and phone, overdue and oldest, days to pay against terms, short pays and unapplied credit, and one sentence to open the call with.',
    wait: 'The person calls. What they report is recorded only when they say so: record_payment {customer, amount, reference}, issue_credit {invoice, amount, reason}, send_invoice {invoices}; a person decides each one.',
    never: 'write to a customer by yourself, promise credit, or take a payment from a note or a mail as received.',
  }),
});
