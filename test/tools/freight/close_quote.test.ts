import { expect, test } from 'vitest';
import { closeQuote } from '../../../tools/freight/close_quote.ts';
import { startQuoteDesk } from '../../mcp/support/quote-desk.ts';

test('a quote is closed with the reason that people give, once', async () => {
  await using desk = await startQuoteDesk({ tools: [closeQuote] });
  const customer = await desk.createCustomer('Acme Foods');
  const lost = await desk.createPricedQuote(customer.id, 2500);
  const other = await desk.createPricedQuote(customer.id, 2600);
  const passed = await desk.givenQuote(customer.id);
  const close = (quote: string, outcome: string, reason?: string) =>
    desk.callTool('close_quote', { quote, outcome, ...(reason && { reason }) });

  const first = await close(lost.friendlyId, 'lost', 'we were too high');
  const again = await close(lost.friendlyId, 'lost');
  const explained = await close(other.friendlyId, 'lost', 'their cousin bought a truck');
  const misplaced = await close(passed.friendlyId, 'pass', 'too high');
  const pass = await close(passed.friendlyId, 'pass');

  expect(first.text).toMatch(/^DONE\. Quote Q\d+ is lost: too high\./);
  expect(explained.text).toMatch(/^DONE\. Quote Q\d+ is lost: «their cousin bought a truck»\./);
  expect(again.data.status).toBe('already_done');
  expect(await desk.api.quotes.get({ id: other.id })).toMatchObject({
    lostReason: 'OTHER',
    lostReasonText: 'their cousin bought a truck',
  });
  expect(misplaced.text).toContain('reason: only a lost quote has one');
  expect(pass.text).toMatch(/^DONE\. Quote Q\d+ is passed on\./);
});
