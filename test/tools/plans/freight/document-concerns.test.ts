import { expect, test } from 'vitest';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { runApproved } from '../../../../tools/control/run_approved.ts';
import { type LoadDesk, startLoadDesk } from '../../../mcp/support/load-desk.ts';
import { onOneDatabase } from '../../../support/stores/databases.ts';

const tools = [apiWrite, runApproved];
const write = (desk: LoadDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });

async function createPapers(desk: LoadDesk) {
  const owner = await desk.createLoad({ customer: 'Acme Foods' });
  const other = await desk.createLoad({ customer: 'Bravo Steel' });
  for (const type of ['PROOF_OF_DELIVERY', 'BILL_OF_LADING', 'OTHER']) await desk.uploadPaper(owner, type);
  const { data } = await desk.api.documents.filter({ filter: { shipmentId: { equalTo: owner.id } } });
  const getId = (type: string) => data.find((document) => document.type === type)?.id ?? '';
  return { mine: owner, other, pod: getId('PROOF_OF_DELIVERY'), bol: getId('BILL_OF_LADING'), photo: getId('OTHER') };
}

onOneDatabase('a proof of delivery', (database) => {
  const start = () => startLoadDesk({ tools, database });

  test('is moved to another shipment with an approval that names both', async () => {
    await using desk = await start();
    const { mine: owner, other, pod } = await createPapers(desk);

    const { data } = await write(desk, 'documents.update', { id: pod, tags: { shipmentId: other.friendlyId } });

    expect(data).toMatchObject({
      status: 'approval_required',
      plan: {
        gate: 'approve',
        title: 'Change what «proof_of_delivery.pdf» proves',
        changes: expect.arrayContaining([
          {
            label: `Belongs to`,
            before: `${owner.friendlyId} «Acme Foods»`,
            after: `${other.friendlyId} «Bravo Steel»`,
          },
        ]),
        details: expect.arrayContaining(['Type: POD']),
        warnings: [{ text: 'Papers of this type decide about bills, invoices or vetting: POD.' }],
      },
    });
    expect((await desk.api.documents.get({ id: pod })).tags).toEqual({ shipmentId: owner.id });
  });

  test('is neither invented from another paper nor taken away without an approval', async () => {
    await using desk = await start();
    const { pod, bol } = await createPapers(desk);

    const answers = [
      await write(desk, 'documents.update', { id: bol, type: 'PROOF_OF_DELIVERY' }),
      await write(desk, 'documents.update', { id: bol, type: 'CERTIFICATE_OF_INSURANCE', fileName: 'x.pdf' }),
      await write(desk, 'documents.update', { id: pod, type: 'OTHER' }),
      await write(desk, 'documents.update', { id: pod, tags: null }),
      await write(desk, 'documents.update', { id: pod, tags: {} }),
    ];

    expect(answers.map(({ data }) => data.plan?.gate)).toEqual(answers.map(() => 'approve'));
    expect((await desk.api.documents.get({ id: bol })).type).toBe('BILL_OF_LADING');
  });
});

test('what proves nothing is renamed and moved at once, and so is a note on a proof that stays where it is', async () => {
  await using desk = await startLoadDesk({ tools });
  const { mine: owner, other, pod, photo } = await createPapers(desk);

  const answers = [
    await write(desk, 'documents.update', { id: photo, tags: { shipmentId: other.id } }),
    await write(desk, 'documents.update', { id: photo, type: 'PHOTO' }),
    await write(desk, 'documents.update', { id: pod, fileName: 'signed.pdf' }),
    await write(desk, 'documents.update', { id: pod, tags: { shipmentId: owner.id, page: 1 } }),
  ];

  expect(answers.map(({ data }) => data.status)).toEqual(['done', 'done', 'done', 'done']);
});

test('a paper that is moved between the yes and the run stays where it is', async () => {
  await using desk = await startLoadDesk({ tools });
  const { other, pod } = await createPapers(desk);
  const { data } = await write(desk, 'documents.update', { id: pod, tags: { shipmentId: other.id } });
  await desk.approve(data.approval.id);
  await desk.api.documents.update({ id: pod, fileName: 'another.pdf' });

  const ran = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(ran.text).toContain('NOT DONE');
});
