import * as z from 'zod';
import { prompt, typedArgument } from '../src/mcp/prompt/prompt.ts';

export const customerReview = prompt({
  name: 'customer_review',
  title: 'Weekly customer review',
  description: 'The week of one customer or of the largest ones: freight, margin, service, money',
  tools: ['get_customer', 'analyze', 'list_shipments', 'list_quotes'],
  args: z.strictObject({ customer: typedArgument('leave out for the largest of last week').optional() }),
  completes: { customer: 'customer' },
  text: ({ customer }) => ({
    task: 'Review the last week of a customer, to prepare the talk with them.',
    steps: [
      ...(customer === undefined
        ? [
            'Call analyze {measures: ["revenue", "margin", "margin_percent"], by: ["customer"], period: "last 7 days", compare: "previous", top: 5} and do the next steps for each of the five.',
          ]
        : []),
      'Call get_customer {customer}: contacts, exposure against the limit, open and overdue, notes that bind.',
      'Call analyze {measures: ["shipments", "revenue", "margin", "on_time_delivery"], by: ["lane"], filters, period: "last 7 days", compare: "previous"} with a filter by customer: the week by lane.',
      'Call list_shipments {customer, exception: "any"}: what is going wrong now.',
      'Call list_quotes {customer, from: "7 days ago", groupBy: "status"}: quoted, won, lost.',
      'Call `collections` {customer}: what they owe and since when.',
    ],
    show: 'five lines: loads, revenue and margin; lanes that lost money; what was late and why; quotes won and lost; money owed and credit left. Then what to raise in the talk.',
    wait: 'Offer the next steps and ask before anything is changed or sent.',
    never: 'put our cost or margin into words for the customer, or add up figures that no answer adds up.',
  }),
});
