import { expect, test } from 'vitest';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { undo } from '../../../tools/control/undo.ts';
import { closeQuote } from '../../../tools/freight/close_quote.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { startQuoteDesk, type QuoteDesk } from '../../mcp/support/quote-desk.ts';

const tools = [closeQuote, apiWrite, undo, runApproved];

/** Creates three priced quotes of one customer. */
async function createThree(desk: QuoteDesk) {
  const { id } = await desk.createCustomer('Acme Foods');
  const first = await desk.createPricedQuote(id, 2500);
  const second = await desk.createPricedQuote(id, 2600);
  const third = await desk.createPricedQuote(id, 2700);
  return { first, second, third };
}

test('a quote is closed with the reason that people give, once, after a person confirmed', async () => {
  await using desk = await startQuoteDesk({ tools, person: 'accept' });
  const { first: lost, second: other, third } = await createThree(desk);
  const passed = await desk.givenQuote(third.customer.id);
  const close = (quote: string, outcome: string, reason?: string) =>
    desk.callTool('close_quote', { quotes: [quote], outcome, ...(reason && { reason }) });

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
  expect(desk.shownForms).toHaveLength(3);
});

test('without a yes a quote stays open, and the plan says that closing it is for good', async () => {
  await using desk = await startQuoteDesk({ tools, person: 'decline' });
  const { first } = await createThree(desk);

  const declined = await desk.callTool('close_quote', {
    quotes: [first.friendlyId],
    outcome: 'lost',
    reason: 'too high',
  });

  const [form = ''] = desk.shownForms;
  expect(declined.text).toContain('NOT DONE');
  expect(form).toContain(`Close quote ${first.friendlyId} as lost`);
  expect(form).toContain("Can't be undone.");
  expect(form).toContain('A new request can be recorded');
  expect((await desk.api.quotes.get({ id: first.id })).status).toBe('QUOTED');
});

test('a closed quote is not opened by undo, and a raw write is no way round the question', async () => {
  await using desk = await startQuoteDesk({ tools, person: 'accept' });
  const { first, second } = await createThree(desk);
  await desk.callTool('close_quote', { quotes: [first.friendlyId], outcome: 'canceled' });

  const undone = await desk.callTool('undo', { write: first.friendlyId });
  const raw = await desk.callTool(
    'api_write',
    { operation: 'quotes.update', input: { id: second.friendlyId, status: 'PASS' } },
    'none',
  );

  expect(undone.text).toContain("this can't be undone");
  expect(raw.data.status).toBe('approval_required');
  expect(raw.data.plan).toMatchObject({
    title: `Close quote ${second.friendlyId} as passed on`,
    gate: 'confirm',
    warnings: [{ text: "Can't be undone." }],
  });
});

test('several quotes are one plan with a line for each, and a person can leave some open', async () => {
  await using desk = await startQuoteDesk({ tools });
  const { first, second, third } = await createThree(desk);
  const quotes = [first, second, third].map(({ friendlyId }) => friendlyId);

  const asked = await desk.callTool('close_quote', { quotes, outcome: 'lost', reason: 'no answer' });
  const approvalId = String(asked.data.approval?.id);
  await desk.approve(approvalId, 'morgan', [second.friendlyId]);
  const closed = await desk.callTool('run_approved', { approvalId });

  expect(asked.data.plan).toMatchObject({
    title: 'Close 3 quotes as lost',
    gate: 'approve',
    reason: "several at once that can't be undone",
    changes: [{ label: 'Reason', before: null, after: 'no response, «no answer»' }],
    warnings: [{ text: "Can't be undone." }],
  });
  expect(asked.data.plan?.lines).toHaveLength(3);
  expect(asked.data.plan?.lines?.[0]).toMatchObject({
    key: first.friendlyId,
    party: '«Acme Foods»',
    freight: '«Dallas, TX to Atlanta, GA»',
    details: '$2,500.00, good until Sat, Nov 21, 5:00 PM CST',
    verdict: 'quoted, can be closed',
  });
  expect(closed.text).toContain(`${first.friendlyId}, ${third.friendlyId} are lost: no response.`);
  expect(closed.data.results).toEqual([
    { id: first.id, friendlyId: first.friendlyId, outcome: 'LOST' },
    { id: third.id, friendlyId: third.friendlyId, outcome: 'LOST' },
    { id: second.id, friendlyId: second.friendlyId, outcome: 'left_out', reason: 'left out by morgan' },
  ]);
  expect((await desk.api.quotes.get({ id: second.id })).status).toBe('QUOTED');
});

test('each requested quote is closed, closed before, or left out with its reason', async () => {
  await using desk = await startQuoteDesk({ tools, person: 'accept' });
  const { first, second, third } = await createThree(desk);
  await desk.api.quotes.update({ id: second.id, status: 'CANCELED' });
  await desk.api.quotes.update({ id: third.id, status: 'LOST', lostReason: 'TOO_HIGH' });
  const quotes = [first, second, third].map(({ friendlyId }) => friendlyId);

  const closed = await desk.callTool('close_quote', { quotes, outcome: 'canceled' });
  const none = await desk.callTool('close_quote', { quotes, outcome: 'canceled' });
  const alone = await desk.callTool('close_quote', { quotes: [third.friendlyId], outcome: 'pass' });

  expect(closed.data.status).toBe('partial');
  expect(closed.data.results).toEqual([
    { id: first.id, friendlyId: first.friendlyId, outcome: 'CANCELED' },
    { id: second.id, friendlyId: second.friendlyId, outcome: 'CANCELED', reason: 'it was before' },
    {
      id: third.id,
      friendlyId: third.friendlyId,
      outcome: 'left_out',
      reason: 'it is lost: only an open quote can be canceled',
    },
  ]);
  expect(desk.shownForms[0]).toContain(`${third.friendlyId}: left out, it is lost`);
  expect(none.text).toContain('Nothing can be closed');
  expect(alone.text).toContain(`${third.friendlyId}: left out, it is lost: only an open quote can be passed on`);
  expect(desk.shownForms).toHaveLength(1);
});

test('a won quote that became a shipment is not lost any more, and no one is asked', async () => {
  await using desk = await startQuoteDesk({ tools, person: 'accept' });
  const { first } = await createThree(desk);
  const { shipmentKey } = await desk.api.quotes.convertToShipment({ id: first.id });

  const refused = await desk.callTool('close_quote', { quotes: [first.friendlyId], outcome: 'lost' });
  const raw = await desk.callTool('api_write', {
    operation: 'quotes.update',
    input: { id: first.id, status: 'LOST', lostReason: 'TOO_HIGH' },
  });

  for (const { text } of [refused, raw]) expect(text).toContain(`is won and became shipment ${shipmentKey}`);
  expect(desk.shownForms).toEqual([]);
});
