import { html } from 'hono/html';
import { renderSecretNotice } from './secret-notice.ts';
import { formatPlanLine } from '../tool/plan.ts';
import { digest } from '../../contract/kit/canonical.ts';
import { hasText } from '../../domain/text/folding.ts';
import { parseOutcome } from '../approvals/approval-row.ts';
import { listApprovals } from '../approvals/approvals.ts';
import { addDeskFacts } from '../approvals/desk-facts.ts';
import { addOverlaps } from '../approvals/overlaps.ts';
import { checkFreshness } from '../approvals/freshness.ts';
import {
  describeMissingPasskey,
  findOwnerProblem,
  hasOwner,
  listOwnPasskeys,
  isPasskeyRequired,
} from '../approvals/passkeys.ts';
import { formatAmounts } from '../results/unexecuted-plan.ts';
import type { Approval } from '../tool/context.ts';
import type { FoundPasskey } from '../tool/memory.ts';
import { renderApproval, type Signing } from './decision-view.ts';
import { formatWatchedState, readExecution } from './executing.ts';
import type { DecisionDraft } from './lines-view.ts';
import { formatTitle } from './plan-view.ts';
import {
  type ApprovalSort,
  approvalSorts,
  renderDecidedApprovals,
  renderPendingApprovals,
  sortApprovals,
} from './list-view.ts';
import type { PageOptions } from './page-options.ts';
import type { PageSession } from './session/sessions.ts';
import { getRequesterFilter } from './role-rights.ts';
import { getShown, renderLookup } from './visible-approval.ts';
import { renderPasskeys } from './passkeys-view.ts';
import { type PageContext, sendPage } from './visit.ts';

const listMax = 500;

/** Lists the pending approvals that this person sees, the first to expire first. */
const listPending = async (options: PageOptions, session: PageSession): Promise<readonly Approval[]> =>
  sortApprovals(
    await listApprovals(options, { ...getRequesterFilter(session), status: 'pending', limit: listMax }),
    'expiry',
  );

/** Reads the order of a list from the address; anything unknown is the usual order. */
const readSort = (c: PageContext): ApprovalSort =>
  approvalSorts.find((name) => name === c.req.query('sort')) ?? 'expiry';

const hashApprovals = (approvals: readonly Approval[]): string => digest(approvals.map(({ id }) => id));

export async function sendWaiting(options: PageOptions, c: PageContext) {
  const waiting = await listPending(options, c.get('session'));
  const words = c.req.query('words')?.trim() ?? '';
  const sort = readSort(c);
  const approvals = sortApprovals(await addOverlaps(options, waiting.filter(isAbout(words))), sort);
  return sendPage(c, {
    title: `${waiting.length} pending`,
    session: c.get('session'),
    body: html`${await renderSecretNotice(options, c.get('session'))}
    ${renderPendingApprovals(
      options,
      { approvals, total: waiting.length, words, sort },
      renderLookup(options, c.get('session')),
    )}`,
    watch: { address: '/approvals/state', state: hashApprovals(waiting) },
  });
}

export async function sendDecided(options: PageOptions, c: PageContext) {
  const all = await listApprovals(options, { ...getRequesterFilter(c.get('session')), limit: listMax });
  const decided = all.filter(({ status }) => status !== 'pending');
  const words = c.req.query('words')?.trim() ?? '';
  return sendPage(c, {
    title: 'Decided',
    session: c.get('session'),
    body: renderDecidedApprovals(options, {
      approvals: decided.filter(isAbout(words)),
      total: decided.length,
      words,
      sort: 'expiry',
    }),
  });
}

const isAbout =
  (words: string) =>
  ({ id, requester, plan, money }: Approval): boolean => {
    const names = plan.records.flatMap(({ friendlyId, name }) => [friendlyId, name]);
    const texts = [
      id,
      requester,
      plan.title,
      ...(plan.lines ?? []).map(({ text }) => text),
      ...plan.changes.map(formatPlanLine),
      ...(plan.checks ?? []),
      ...plan.details,
      ...formatAmounts(money),
      ...names,
    ];
    return words === '' || texts.some((text) => hasText(text, words));
  };

interface Refused {
  readonly problem?: string;
  readonly status?: 400 | 403 | 404 | 409 | 503;
  /** What the person had filled in. */
  readonly draft?: DecisionDraft | undefined;
}

export async function sendApproval(
  options: PageOptions,
  c: PageContext,
  id: string,
  { problem, status, draft }: Refused = {},
) {
  const session = c.get('session');
  const approval = await addDeskFacts(options, await getShown(options, session, id));
  const next = (await listPending(options, session)).find((other) => other.id !== id);
  const execution = await readExecution(options, session, approval);
  // A plan that runs changes its own records, and is loaded again and again.
  const freshness = execution?.kind === 'running' ? undefined : await checkFreshness(options, id);
  return sendPage(c, {
    title: formatTitle(approval).replaceAll(/[«»]/g, ''),
    session,
    body: renderApproval(options, {
      approval,
      session,
      signing: await readSigning(options, session),
      problem,
      freshness,
      execution,
      draft,
      replacedBy: await findReplacement(options, id),
      next,
    }),
    watch: {
      address: `/approvals/state?id=${approval.id}`,
      state: formatWatchedState(approval, execution),
      isFollowed: execution?.kind === 'running',
    },
    ...(status && { status }),
  });
}

/** Finds the approval that was requested in place of one whose records had changed. */
async function findReplacement({ memory }: PageOptions, id: string): Promise<string | undefined> {
  const row = await memory.approvals.get(id);
  if (row?.isGenuine !== true || row.status !== 'void' || row.outcome === null) return undefined;
  const { approval } = parseOutcome(row.outcome).data as { readonly approval?: { readonly id?: unknown } };
  return typeof approval?.id === 'string' && approval.id !== id ? approval.id : undefined;
}

/** Reads if this desk signs with passkeys, and why this person cannot. */
async function readSigning(options: PageOptions, { approver }: PageSession): Promise<Signing> {
  if (!(await isPasskeyRequired(options.memory))) return { needsPasskey: false, problem: undefined };
  const ownPasskeys = await listOwnPasskeys(options.memory, options, approver);
  return {
    needsPasskey: true,
    problem: ownPasskeys.length > 0 ? undefined : describeMissingPasskey(options, approver),
  };
}

/** Sends the state that the page's script compares with the one it shows. */
export async function sendState(options: PageOptions, c: PageContext) {
  const id = c.req.query('id');
  const session = c.get('session');
  if (id === undefined) return c.json({ state: hashApprovals(await listPending(options, session)) });
  const approval = await getShown(options, session, id);
  return c.json({ state: formatWatchedState(approval, await readExecution(options, session, approval)) });
}

export async function sendPasskeys(options: PageOptions, c: PageContext) {
  const session = c.get('session');
  const all = await options.memory.passkeys.list();
  const isOwn = (passkey: FoundPasskey) => findOwnerProblem(options, session.approver, passkey) === undefined;
  const body = renderPasskeys(options, session, {
    passkeys: all.filter(isOwn),
    otherCount: all.filter((passkey) => !isOwn(passkey)).length,
    ownerlessCount: all.filter((passkey) => !hasOwner(passkey)).length,
  });
  return sendPage(c, { title: 'Passkeys', session, body });
}
