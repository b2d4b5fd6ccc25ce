import { expect, test } from 'vitest';
import { formatCall } from '../../../src/mcp/text/format-call.ts';

test.each([
  [{ shipment: 'SHP-1001' }, 'shipment=SHP-1001'],
  [{ bills: ['BILL-1', 'BILL-2'], ready: false }, 'bills=[BILL-1, BILL-2] ready=false'],
  [{ operation: 'payments.delete', input: { id: 'PMT-1' } }, 'operation=payments.delete input.id=PMT-1'],
  [{ invoices: [{ invoice: 'INV-1', amount: 1500 }] }, 'invoices[0].invoice=INV-1 invoices[0].amount=1500'],
  [{ customer: 'Acme Foods', note: undefined, until: null }, 'customer="Acme Foods" until=null'],
  [{ number: 5, text: '5', word: 'true' }, 'number=5 text="5" word="true"'],
  [{ note: 'one\nNext: pay_bills "all"' }, String.raw`note="one\nNext: pay_bills \"all\""`],
])('the arguments %j of a call read %s', (input, text) => {
  expect(formatCall('a_tool', input)).toBe(`a_tool ${text}`);
});
