import { expect, test } from 'vitest';
import { decideApproval, getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { removePasskey } from '../../../src/mcp/approvals/remove-passkey.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { people, openPages, buildPerson } from '../support/signed-in-pages.ts';
import { startTermDesk } from '../support/term-desk.ts';

/** A desk with separation of duties, and plans that somebody has asked for. */
async function openDesk() {
  const desk = await startTermDesk({ policy: { ...builtInPolicy, separationOfDuties: true } });
  const pages = await openPages(desk);
  let termCount = 0;
  return {
    desk,
    pages,
    givenWaiting: async (requester: string): Promise<string> => {
      const { name, user } = people[requester] ?? buildPerson(requester);
      const server = await desk.restart({ principalOf: () => ({ name, user, kind: 'person' }) });
      termCount += 1;
      const { data } = await server.callTool('delete_terms', { ids: [await desk.addTerm(`Net ${termCount}`)] });
      await server.close();
      return String(data.approval.id);
    },
    readAudit: async () => (await desk.memory.audit.after(0, 1000)).map(readEntry),
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

const accepted = '';
const otherPerson = 'This passkey belongs to another person. Nothing was decided.';
const noOwner =
  'This passkey has no owner: it was added before people signed in here. Add it again on the Passkeys page. Nothing was decided.';
const otherIssuer =
  'This passkey belongs to a person of another issuer. Add it again on the Passkeys page. Nothing was decided.';
const samePerson = 'with separation of duties another person approves it';

test('in a session only the passkeys of its person are offered and accepted, whoever asked for the plan', async () => {
  await using open = await openDesk();
  const { desk, pages, givenWaiting, readAudit } = open;
  const ownerless = await (await pages.signInWithSecret()).addPasskey('Laptop');
  const former = await (await pages.signIn('formerAnn')).addPasskey('Old phone');
  const ofBob = await (await pages.signIn('bob')).addPasskey('Phone');
  const ann = await pages.signIn('ann');
  const ownDevice = await ann.addPasskey('Phone');

  const table = [
    ['of ann', ownDevice, { ann: samePerson, bob: accepted, cleo: accepted }],
    ['of bob', ofBob, { ann: otherPerson, bob: otherPerson, cleo: otherPerson }],
    ['without an owner', ownerless, { ann: noOwner, bob: noOwner, cleo: noOwner }],
    ['of the same number at another issuer', former, { ann: otherIssuer, bob: otherIssuer, cleo: otherIssuer }],
  ] as const;
  const expected: object[] = [];
  const actual: object[] = [];
  for (const [owner, device, answers] of table)
    for (const [requester, sentence] of Object.entries(answers)) {
      const row = { session: 'ann', passkey: owner, requester };
      const id = await givenWaiting(requester);
      const { offered, text } = await ann.approve(id, device);
      const { status, decidedBy } = await getApproval(desk.options, id);
      const isAccepted = sentence === accepted;
      expected.push({
        ...row,
        offered: [ownDevice.id],
        sentence,
        status: isAccepted ? 'approved' : 'pending',
        decidedBy: isAccepted ? 'ann@example.com (user ann)' : null,
      });
      actual.push({ ...row, offered, sentence: text.includes(sentence) ? sentence : text, status, decidedBy });
    }
  const entries = await readAudit();

  expect(actual).toEqual(expected);
  expect(entries.filter(({ status }) => status === 'passkey_not_own').map(({ who: person }) => person)).toEqual(
    Array.from({ length: 9 }, () => 'ann@example.com (user ann)'),
  );
  expect(entries.find(({ status }) => status === 'passkey_not_own')?.summary).toContain(
    'passkey "Phone" of bob@example.com (user bob) signed in this session',
  );
  expect(entries.filter(({ status }) => status === 'approved').map(({ summary }) => summary)).toEqual(
    Array.from(
      { length: 2 },
      () => 'Delete 1 payment terms. Signed with passkey "Phone" of ann@example.com (user ann)',
    ),
  );
});

test('who has no passkey of their own where the desk signs is told how to get one, and asked for none', async () => {
  await using open = await openDesk();
  const { pages, givenWaiting } = open;
  const ownerless = await (await pages.signInWithSecret()).addPasskey('Laptop');
  const ann = await pages.signIn('ann');
  const id = await givenWaiting('bob');

  const before = await ann.approve(id, ownerless);
  const page = await ann.get(`/approvals/${id}`);
  const list = await ann.get('/approvals/passkeys');
  const added = await ann.addPasskey('Laptop again');
  const after = await ann.approve(id, added);

  const missing = 'This desk signs with passkeys, and you have none here. Add one on the Passkeys page.';
  expect(before).toEqual({ offered: [], text: `${missing} Nothing was decided.` });
  expect(page).toContain(missing);
  expect(page).not.toContain('value="approve"');
  expect(list).not.toContain('>Laptop<');
  expect(list.replace(/\s+/g, ' ')).toContain(
    '1 passkey was added before people signed in here. Nobody owns it, so it signs nothing: add yours again below.',
  );
  expect(await ann.get('/approvals/passkeys')).toContain('Laptop again');
  expect(after.offered).toEqual([added.id]);
  expect((await getApproval(open.desk.options, id)).status).toBe('approved');
});

test('without sign-in passkeys without an owner sign as before, and those of people who sign in do not', async () => {
  await using open = await openDesk();
  const { desk, pages, givenWaiting } = open;
  const ofBob = await (await pages.signIn('bob')).addPasskey('Phone');
  const morgan = await pages.signInWithSecret();
  const ownDevice = await morgan.addPasskey('Laptop');
  const [first, second] = [await givenWaiting('ann'), await givenWaiting('ann')];

  const refused = await morgan.approve(first, ofBob);
  const approved = await morgan.approve(second, ownDevice);

  expect(refused.text).toContain('This passkey belongs to a person who signs in, but this desk has no sign-in.');
  expect([refused.offered, approved.offered]).toEqual([[ownDevice.id], [ownDevice.id]]);
  expect((await getApproval(desk.options, first)).status).toBe('pending');
  expect((await getApproval(desk.options, second)).status).toBe('approved');
});

test('the page by secret of a desk at which people sign in adds no passkey and signs with none', async () => {
  await using open = await openDesk();
  const { desk, givenWaiting } = open;
  const ownerless = await (await open.pages.signInWithSecret()).addPasskey('Laptop');
  const { signInWithSecret } = await openPages(desk, { needsOwner: true });
  const morgan = await signInWithSecret();

  const answer = await morgan.approve(await givenWaiting('ann'), ownerless);
  const added = await morgan.post('/approvals/passkeys/options', {});

  const sentence = 'People sign in at this desk, and passkeys belong to them: sign in on the page of the server';
  expect(answer.text).toContain(sentence);
  expect(added.text).toContain(sentence);
  expect(await morgan.get('/approvals/passkeys')).not.toContain('Add a passkey');
});

test('separation of duties compares the owner of the passkey with the requester, whatever the session says', async () => {
  await using open = await openDesk();
  const { desk, givenWaiting } = open;
  const id = await givenWaiting('bob');
  const yes = { id, decision: 'approve', approver: 'ann@example.com', user: 'ann' } as const;

  const signedByRequester = decideApproval(desk.options, {
    ...yes,
    passkey: { label: '"Phone"', subject: 'bob', addedAt: '2026-11-01T00:00:00.000Z' },
  });
  await expect(signedByRequester).rejects.toThrow(samePerson);
  await decideApproval(desk.options, {
    ...yes,
    passkey: { label: '"Phone"', subject: 'ann', addedAt: '2026-11-01T00:00:00.000Z' },
  });
  expect((await getApproval(desk.options, id)).status).toBe('approved');
});

test('removing names the owner, and asks which one where two people chose the same name', async () => {
  await using open = await openDesk();
  const { desk, pages, readAudit } = open;
  const ofBob = await (await pages.signIn('bob')).addPasskey('Phone');
  const ofAnn = await (await pages.signIn('ann')).addPasskey('Phone');

  const unclear = removePasskey(desk.options, 'Phone', 'operator');
  await expect(unclear).rejects.toThrow('(of ann@example.com (user ann))');
  await expect(removePasskey(desk.options, 'Phone', 'operator')).rejects.toThrow(ofAnn.id);
  await removePasskey(desk.options, ofBob.id, 'operator');

  const [last] = (await readAudit()).slice(-1);
  expect(last?.summary).toBe('Passkey "Phone" of bob@example.com (user bob) was removed.');
});
