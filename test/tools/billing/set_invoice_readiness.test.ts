import { expect, test } from 'vitest';
import { setInvoiceReadiness } from '../../../tools/billing/set_invoice_readiness.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';

const start = () => startLoadDesk({ tools: [setInvoiceReadiness] });
const delivered = { road: { status: 'DELIVERED' } } as const;

test('what has its POD is released, what lacks it is left out with its reason, and both say what next', async () => {
  await using desk = await start();
  const proven = await desk.createLoad(delivered);
  await desk.uploadPaper(proven, 'PROOF_OF_DELIVERY');
  const announced = await desk.createLoad(delivered);
  await desk.uploadPaper(announced, 'PROOF_OF_DELIVERY', false);

  const { data, text } = await desk.callTool('set_invoice_readiness', {
    shipments: ['shp 1001', announced.id],
    ready: true,
    reason: 'POD came by fax',
  });

  expect(data).toMatchObject({
    status: 'partial',
    results: [
      { friendlyId: 'SHP-1001', outcome: 'READY_TO_INVOICE' },
      {
        friendlyId: 'SHP-1002',
        outcome: 'left_out',
        reason: 'POD announced only, its file never arrived',
      },
    ],
  });
  expect(text).toContain('SHP-1001 is ready to invoice, because «POD came by fax»');
  expect(data.undo).toBe(
    'They can be held back again while they are not invoiced (set_invoice_readiness shipments=[SHP-1001] ready=false).',
  );
  expect(data.nextActions.map(({ tool }: { tool: string }) => tool)).toContain('upload_document');
  const [first, second] = await Promise.all([proven, announced].map(({ id }) => desk.api.shipments.get({ id })));
  expect(first?.billingStatus).toBe('READY_TO_INVOICE');
  expect(second?.billingStatus).not.toBe('READY_TO_INVOICE');
});

test('a released shipment is held back again, and asking twice changes nothing', async () => {
  await using desk = await start();
  const load = await desk.createLoad(delivered);
  await desk.uploadPaper(load, 'PROOF_OF_DELIVERY');
  await desk.callTool('set_invoice_readiness', { shipments: ['SHP-1001'], ready: true });
  const hold = { shipments: ['SHP-1001'], ready: false };

  const onHold = await desk.callTool('set_invoice_readiness', hold);
  const again = await desk.callTool('set_invoice_readiness', hold);

  expect(onHold.data).toMatchObject({ status: 'done', results: [{ outcome: 'NOT_READY_TO_INVOICE' }] });
  expect(again.data).toMatchObject({ status: 'already_done', summary: 'Held back already: SHP-1001.' });
  expect((await desk.api.shipments.get({ id: load.id })).billingStatus).toBe('NOT_READY_TO_INVOICE');
});

test('where nothing can be released the answer says why and what is missing, and nothing is written', async () => {
  await using desk = await start();
  await desk.createLoad(delivered);
  await desk.createLoad();

  const { isError, text } = await desk.callTool('set_invoice_readiness', {
    shipments: ['SHP-1001', 'SHP-1002'],
    ready: true,
  });

  expect(isError).toBe(true);
  expect(text).toContain('Nothing can be released. SHP-1001: left out, POD missing');
  expect(text).toContain('SHP-1002: left out, not delivered yet');
  expect(text).toContain('upload_document');
  expect(desk.requests.filter((request) => request.includes('to-invoice'))).toEqual([]);
});
