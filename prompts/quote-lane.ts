import * as z from 'zod';
import { prompt, typedArgument } from '../src/mcp/prompt/prompt.ts';

export const quoteLane = prompt({
  name: 'quote_lane',
  title: 'Quote a lane',
  description: 'A price for a lane from its history, and the quote on record',
  tools: ['lane_history', 'create_quote', 'price_quote'],
  args: z.strictObject({
    origin: typedArgument('"City, ST" or ZIP'),
    destination: typedArgument('"City, ST" or ZIP'),
    equipment: typedArgument('such as reefer').optional(),
    customer: typedArgument('who asks').optional(),
    pickup: typedArgument('such as "Friday 8am"').optional(),
  }),
  completes: { origin: 'city', destination: 'city', customer: 'customer' },
  text: ({ equipment, customer }) => ({
    task: 'Price a lane for a customer.',
    steps: [
      equipment === undefined
        ? 'Call lane_history {origin, destination}.'
        : 'Call lane_history {origin, destination, equipment}.',
      customer === undefined
        ? 'Ask who the customer is, then call get_customer {customer}: credit left and notes that bind.'
        : 'Call get_customer {customer}: credit left and notes that bind.',
      'Call list_quotes {customer, status: "open"}: the same lane may be quoted already.',
      'Propose a price: the average buy of the lane plus the margin that was made on it; with fewer than five loads, say how few.',
    ],
    show: 'the buy and sell averages with the number of loads and the period, quotes won and lost, the proposed price, its margin in dollars and per cent, what the credit allows.',
    wait: 'Ask for the price, pickup, delivery and weight that are missing. Then create_quote {customer, origin, destination, pickup, delivery, equipment, weight}, and price_quote {quote, amount, target} with the price that the person gave. This sends nothing to the customer.',
    never: 'record a price that the person has not given.',
  }),
});
