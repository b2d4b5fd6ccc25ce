import { formatCode } from '../../src/domain/text/code-words.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import type { Undo } from '../../src/mcp/text/undo-text.ts';
import type { QuoteRecord } from '../records/record-types.ts';

/** Describes what can be done about a quote whose former status no write leads back to. */
export const describeNoWayBack = ({ friendlyId, status }: Pick<QuoteRecord, 'friendlyId' | 'status'>): Undo => ({
  undo: `The quote can't go back to ${formatCode(status)}. Its price can be changed, or the quote closed.`,
  undoCall: `${formatCall('price_quote', { quote: friendlyId })} or ${formatCall('close_quote', { quotes: [friendlyId] })}`,
});
