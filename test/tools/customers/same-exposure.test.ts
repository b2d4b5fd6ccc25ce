import { expect, test } from 'vitest';
import { getCustomer } from '../../../tools/customers/get_customer.ts';
import { createQuote } from '../../../tools/freight/create_quote.ts';
import { agingReport } from '../../../tools/ledger/aging_report.ts';
import { isDeep } from '../../support/depth.ts';
import { startDesk } from '../../support/desk.ts';
import { fillCopy } from '../../support/fill-copy.ts';

interface OverCredit {
  readonly friendlyId: string;
  readonly exposure: number;
  readonly open: number;
  readonly unbilled: number;
  readonly booked: number;
  readonly limit: number;
}

test('a customer, the report of those over credit and the plan of new freight show the same exposure', async () => {
  await using desk = await startDesk({ seed: 'small', tools: [getCustomer, agingReport, createQuote] });
  await fillCopy(desk, 'aging_report', { ledger: 'receivables', overCredit: true });
  const { data } = await desk.callTool('aging_report', { ledger: 'receivables', overCredit: true, limit: 250 });
  const over: readonly OverCredit[] = data.rows;
  expect(over.length).toBeGreaterThan(0);

  for (const { friendlyId: customer, exposure, open, unbilled, booked, limit } of over.slice(0, isDeep ? 250 : 3)) {
    const answer = await desk.callTool('get_customer', { customer });
    expect(answer.data.exposure[0]).toMatchObject({
      openInvoices: open,
      deliveredNotInvoiced: unbilled,
      booked,
      total: exposure,
      limit,
      standing: 'over',
    });
    const [line = 'no exposure'] = /Exposure: .*OVER THE LIMIT/.exec(answer.text) ?? [];
    const formsBefore = desk.shownForms.length;
    await desk.callTool('create_quote', { customer, ...chicagoToDallas }, 'decline');
    expect(desk.shownForms.slice(formsBefore).join('\n')).toContain(line);
  }
});

const chicagoToDallas = {
  origin: 'Chicago, IL',
  destination: 'Dallas, TX',
  pickup: '2026-11-25',
  amount: 1800,
};
