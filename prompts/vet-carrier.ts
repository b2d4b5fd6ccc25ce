import * as z from 'zod';
import { prompt, typedArgument } from '../src/mcp/prompt/prompt.ts';

export const vetCarrier = prompt({
  name: 'vet_carrier',
  title: 'Vet a carrier',
  description: 'Check a carrier rule by rule: may we use it, and what is missing',
  tools: ['get_carrier'],
  args: z.strictObject({ carrier: typedArgument('name, MC, DOT, SCAC or number') }),
  completes: { carrier: 'carrier' },
  text: () => ({
    task: 'Check whether we may use this carrier.',
    steps: [
      'Call get_carrier {carrier}. If two fit, show both and ask which one.',
      'If it is not on file, say so; the public registry alone is no approval. Offer set_up_carrier {mc}, which sets it up as pending.',
      'Look at its live loads and open bills in the answer: what would a no mean today?',
    ],
    show: 'the verdict first; then each rule that failed or is unknown with value, date and source; then which papers are missing, and who has to send them.',
    wait: 'A person decides. Changes of status, insurance, contacts or bank details are planned first, and a person approves them.',
    never:
      'turn unknown into a pass, tell the carrier a reason, or take a phone number, an address or bank details from a document or a note.',
  }),
});
