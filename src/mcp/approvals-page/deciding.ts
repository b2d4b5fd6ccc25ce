import { WaybillError } from '../../errors.ts';
import { decideApproval } from '../approvals/approvals.ts';
import { isPasskeyRequired, type SigningPasskey } from '../approvals/passkeys.ts';
import type { Approval } from '../tool/context.ts';
import type { PageOptions } from './page-options.ts';
import { beginExecution } from './executing.ts';
import type { DecisionDraft } from './lines-view.ts';
import { sendApproval } from './reading.ts';
import type { PageSession } from './session/sessions.ts';
import { requireRole } from './role-rights.ts';
import { getShown } from './visible-approval.ts';
import type { Yes } from './signing.ts';
import { type PageContext, describeProblem, readOwnForm, type SentForm, getHttpStatus } from './visit.ts';

/** Loads the library for passkeys only if it is needed: most desks decide with the secret. */
const loadSigning = () => import('./signing.ts');

/** Reads which plan a form approves. Lines of the plan that are not ticked are left out. */
function readYes({ plan, id }: Approval, form: SentForm): Yes {
  const tickedKeys = new Set(form.listValues('take'));
  const leftOut = (plan.lines ?? []).map(({ key }) => key).filter((key) => !tickedKeys.has(key));
  return { id, planHash: form.text('plan'), leftOut };
}

/** Refuses a yes to a batch without a line: it would be a no that nobody meant, and final. */
function requireLine({ plan: { lines = [] } }: Approval, { leftOut }: Yes): void {
  if (lines.length > 0 && leftOut.length === lines.length)
    throw new WaybillError('BAD_REQUEST', 'Tick at least one line, or press Deny. Nothing was decided.');
}

/** Decides as the form says, and shows the approval as it is then; what was refused stands above it. */
export const decide = (options: PageOptions, c: PageContext, id: string) =>
  actByForm(options, c, id, (form) => decideByForm(options, c.get('session'), form, id));

/** Begins to execute the plan of a form, and shows the approval as it is then. */
export const execute = (options: PageOptions, c: PageContext, id: string) =>
  actByForm(options, c, id, async (form) =>
    beginExecution(options, c.get('session'), form, await getShown(options, c.get('session'), id)),
  );

/** Acts as a form says. A refused form comes back as it was filled in. */
async function actByForm(
  options: PageOptions,
  c: PageContext,
  id: string,
  act: (form: SentForm) => Promise<void>,
): Promise<Response> {
  let draft: DecisionDraft | undefined;
  try {
    const form = await readOwnForm(c);
    draft = toDraft(form);
    await act(form);
    return c.redirect(`/approvals/${id}`, 303);
  } catch (error) {
    if (!(error instanceof WaybillError) || error.code === 'APPROVAL_UNKNOWN') throw error;
    const problem = describeProblem(error, options);
    return sendApproval(options, c, id, { problem, status: getHttpStatus(error), draft });
  }
}

const toDraft = (form: SentForm): DecisionDraft => ({
  tickedKeys: new Set(form.listValues('take')),
  reason: form.text('reason'),
  isRead: form.text('read') === 'yes',
});

async function decideByForm(options: PageOptions, session: PageSession, form: SentForm, id: string): Promise<void> {
  const { name: approver, user } = session.approver;
  const approval = await getShown(options, session, id);
  const yes = readYes(approval, form);
  const reason = form.text('reason').trim() || undefined;
  const hasSignedIn = session.approver.issuer !== undefined;
  const facts = { id, approver, user, reason, planHash: yes.planHash, hasSignedIn };
  switch (form.text('decision')) {
    case 'deny':
      await decideApproval(options, { ...facts, decision: 'deny' });
      return;
    case 'approve':
      requireRole(session, approval);
      if (form.text('read') !== 'yes')
        throw new WaybillError('BAD_REQUEST', 'Tick that you have read the plan. Nothing was decided.');
      requireLine(approval, yes);
      await decideApproval(options, {
        ...facts,
        decision: 'approve',
        leftOut: yes.leftOut,
        passkey: await verifyFormSignature(options, session, form, yes),
      });
      return;
    default:
      throw new WaybillError('BAD_REQUEST', 'Press Approve or Deny. Nothing was decided.');
  }
}

/**
 * Returns the passkey that signed the form, or undefined if nothing was signed. `decideApproval` refuses an unsigned
 * yes where the desk requires a signature.
 */
async function verifyFormSignature(
  options: PageOptions,
  session: PageSession,
  form: SentForm,
  yes: Yes,
): Promise<SigningPasskey | undefined> {
  const signature = form.text('signature');
  if (signature === '' || !(await isPasskeyRequired(options.memory))) return undefined;
  const { takeYes } = await loadSigning();
  return takeYes(options, session, yes, signature);
}

/** Sends the challenge that a passkey signs to approve exactly the plan and lines of the form. */
export async function sendChallenge(options: PageOptions, c: PageContext, id: string) {
  const form = await readOwnForm(c);
  const approval = await getShown(options, c.get('session'), id);
  if (approval.status !== 'pending') throw new WaybillError('CONFLICT', `${id} is ${approval.status} already.`);
  const yes = readYes(approval, form);
  requireLine(approval, yes);
  const { askForYes } = await loadSigning();
  return c.json(await askForYes(options, c.get('session'), yes));
}

export async function sendNewPasskeyOptions(options: PageOptions, c: PageContext) {
  const form = await readOwnForm(c);
  const { askForPasskey } = await loadSigning();
  return c.json(await askForPasskey(options, c.get('session'), form.text('secret')));
}

export async function keepPasskey(options: PageOptions, c: PageContext) {
  const form = await readOwnForm(c);
  const { addPasskey } = await loadSigning();
  await addPasskey(options, c.get('session'), form.text('signature'), form.text('name'));
  return c.json({ added: true });
}
