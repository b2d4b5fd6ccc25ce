import * as z from 'zod';
import { prompt, typedArgument } from '../src/mcp/prompt/prompt.ts';

export const coverLoad = prompt({
  name: 'cover_load',
  title: 'Cover a load',
  description: 'Vetted carriers for an open load, with what the lane cost before; then book one',
  tools: ['list_shipments', 'cover_load', 'find_carriers', 'get_carrier', 'book_carrier'],
  args: z.strictObject({
    shipment: typedArgument('number or reference; leave out to choose an uncovered one').optional(),
    maxRate: typedArgument('the most we pay, such as 2400').optional(),
  }),
  completes: { shipment: 'shipment' },
  text: ({ shipment, maxRate }) => ({
    task: 'Find a carrier for an open load.',
    steps: [
      shipment === undefined
        ? 'Call list_shipments {exception: "uncovered", sort: "pickup"} and ask which one to cover. Then cover_load {load}.'
        : `Call cover_load {load${maxRate === undefined ? '' : ', maxRate'}} with this shipment: who ran the lane, trucks nearby, what it cost, the target buy.`,
      'Only when it proposes fewer than three: call find_carriers {originState, destinationState, equipment} for further ones.',
      'Call get_carrier {carrier} for the three that fit best. Leave out carriers that may not be used.',
    ],
    show: `for each of the three: name, verdict with the rules that failed or are unknown, loads and average buy on the lane, phone; then a target buy${maxRate === undefined ? '' : ' not above the given maxRate'} and the margin at it.`,
    wait: 'Ask which carrier to book and at which rate; the person agrees the rate with the carrier. Then book_carrier {shipment, carrier, rate}; the person confirms that plan.',
    never:
      'tell a carrier what the customer pays, or why it failed a check. Never book a carrier that may not be used.',
  }),
});
