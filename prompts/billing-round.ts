import * as z from 'zod';
import { prompt, typedArgument } from '../src/mcp/prompt/prompt.ts';

export const billingRound = prompt({
  name: 'billing_round',
  title: 'Billing round',
  description: 'Delivered freight without an invoice: clear what blocks it, invoice what is ready',
  tools: ['billing_queue', 'set_invoice_readiness', 'generate_invoices'],
  args: z.strictObject({ customer: typedArgument('only this one').optional() }),
  completes: { customer: 'customer' },
  text: ({ customer }) => {
    const customerArgument = customer === undefined ? '' : 'customer, ';
    return {
      task: 'Get delivered freight invoiced.',
      steps: [
        `Call billing_queue {${customerArgument}groupBy: "blocker"}: dollars and age by what blocks it.`,
        `Call billing_queue {${customerArgument}blocker: "pod_missing"}: whom to ask for proof of delivery, oldest first.`,
        `Call billing_queue {${customerArgument}blocker: "not_released"}: what only has to be released.`,
        `Call billing_queue {${customerArgument}blocker: "ready"}: what can be invoiced now.`,
        'Where an amount looks wrong call get_shipment {shipment} before it is invoiced.',
      ],
      show: 'dollars by blocker, the oldest ten, the carriers to call for papers with phone; then what is ready as a count and a sum.',
      wait: 'Ask what to release: set_invoice_readiness {shipments, ready: true}. Ask what to invoice: generate_invoices {shipments}. A person decides its plan. With email: true it mails the invoices too; ask about that separately.',
      never:
        'release a shipment without an uploaded proof of delivery, or mail an invoice that the person did not ask you to mail.',
    };
  },
});
