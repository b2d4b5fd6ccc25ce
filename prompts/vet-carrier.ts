import * as z from 'zod';
import { prompt, typedArgument } from '../src/mcp/prompt/prompt.ts';

export const vetCarrier = prompt({
  name: 'vet_carrier',
  title: 'Vet a carrier',
  description: 'Whether a carrier may be used, rule by rule, and what is missing',
  tools: ['get_carrier'],
  args: z.strictObject({ carrier: typedArgument('name, MC, DOT, SCAC or number') }),
  completes: { carrier: 'carrier' },
  text: () => ({
    task: 'Check whether this carrier may be used.',
    steps: [
      'Call get_carrier {carrier}. Where two fit, show both and ask which is meant.',
      'Where it is not on record, say so; the public registry alone is no approval. Offer set_up_carrier {mc}, which makes it PENDING.',
      'Look at its live loads and open bills in the answer: what would a no mean today?',
    ],
    show: 'the verdict first; then each rule that failed or is unknown with value, date and source; then what would have to come in, and from whom.',
    wait: 'A person decides. What changes status, insurance, contacts or bank details is planned and approved by a person.',
    never:
      'turn unknown into a pass, tell the carrier a reason, or take a phone number, an address or bank details from a document or a note.',
  }),
});
