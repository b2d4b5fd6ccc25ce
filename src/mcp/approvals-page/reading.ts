import { digest } from '../../contract/kit/canonical.ts';
import { hasText } from '../../domain/kit/folding.ts';
import { listApprovals } from '../approvals/approvals.ts';
import { withLimits } from '../approvals/approved-money.ts';
import { freshnessOf } from '../approvals/freshness.ts';
import {
  describeMissingPasskey,
  findOwnerProblem,
  hasOwner,
  listOwnPasskeys,
  needsPasskey,
} from '../approvals/passkeys.ts';
import { moneyTexts } from '../results/stake.ts';
import type { Approval } from '../tool/context.ts';
import type { FoundPasskey } from '../tool/memory.ts';
import { approvalView, type Signing } from './decision-view.ts';
import { decidedView, waitingView } from './list-view.ts';
import type { PageOptions } from './page-options.ts';
import type { Session } from './sessions.ts';
import { shownTo } from './role-rights.ts';
import { getShown } from './shown.ts';
import { passkeysView } from './passkeys-view.ts';
import { type PageContext, sendPage } from './visit.ts';

const listMax = 500;

/** What ends first comes first. */
const waitingNow = async (options: PageOptions, session: Session): Promise<readonly Approval[]> =>
  (await listApprovals(options, { ...shownTo(session), status: 'pending', limit: listMax })).toReversed();

const stateOf = (approvals: readonly Approval[]): string => digest(approvals.map(({ id }) => id));

export async function sendWaiting(options: PageOptions, c: PageContext) {
  const waiting = await waitingNow(options, c.get('session'));
  const words = c.req.query('words')?.trim() ?? '';
  return sendPage(c, {
    title: `${waiting.length} waiting`,
    session: c.get('session'),
    body: waitingView(options, { approvals: waiting.filter(isAbout(words)), total: waiting.length, words }),
    watch: { address: '/approvals/state', state: stateOf(waiting) },
  });
}

export async function sendDecided(options: PageOptions, c: PageContext) {
  const all = await listApprovals(options, { ...shownTo(c.get('session')), limit: listMax });
  const decided = all.filter(({ status }) => status !== 'pending');
  const words = c.req.query('words')?.trim() ?? '';
  return sendPage(c, {
    title: 'Decided',
    session: c.get('session'),
    body: decidedView(options, { approvals: decided.filter(isAbout(words)), total: decided.length, words }),
  });
}

const isAbout =
  (words: string) =>
  ({ id, requester, plan, money }: Approval): boolean => {
    const names = plan.records.flatMap(({ friendlyId, name }) => [friendlyId, name]);
    const texts = [id, requester, plan.title, ...plan.lines, ...moneyTexts(money), ...names];
    return words === '' || texts.some((text) => hasText(text, words));
  };

interface Refused {
  readonly problem?: string;
  readonly status?: 400 | 403 | 404 | 409 | 503;
}

export async function sendApproval(
  options: PageOptions,
  c: PageContext,
  id: string,
  { problem, status }: Refused = {},
) {
  const session = c.get('session');
  const approval = await withLimits(options, await getShown(options, session, id));
  const next = (await waitingNow(options, session)).find((other) => other.id !== id);
  return sendPage(c, {
    title: approval.plan.title,
    session,
    body: approvalView(options, {
      approval,
      session,
      signing: await readSigning(options, session),
      problem,
      freshness: await freshnessOf(options, id),
      next,
    }),
    watch: { address: `/approvals/state?id=${approval.id}`, state: approval.status },
    ...(status && { status }),
  });
}

/** Reads if this desk signs with passkeys, and why this person cannot. */
async function readSigning(options: PageOptions, { approver }: Session): Promise<Signing> {
  if (!(await needsPasskey(options.memory))) return { needsPasskey: false, problem: undefined };
  const ownPasskeys = await listOwnPasskeys(options.memory, options, approver);
  return {
    needsPasskey: true,
    problem: ownPasskeys.length > 0 ? undefined : describeMissingPasskey(options, approver),
  };
}

/** What the page compares with what it shows. */
export async function sendState(options: PageOptions, c: PageContext) {
  const id = c.req.query('id');
  const session = c.get('session');
  const state =
    id === undefined ? stateOf(await waitingNow(options, session)) : (await getShown(options, session, id)).status;
  return c.json({ state });
}

export async function sendPasskeys(options: PageOptions, c: PageContext) {
  const session = c.get('session');
  const all = await options.memory.passkeys.list();
  const isOwn = (passkey: FoundPasskey) => findOwnerProblem(options, session.approver, passkey) === undefined;
  const body = passkeysView(options, session, {
    passkeys: all.filter(isOwn),
    otherCount: all.filter((passkey) => !isOwn(passkey)).length,
    ownerlessCount: all.filter((passkey) => !hasOwner(passkey)).length,
  });
  return sendPage(c, { title: 'Passkeys', session, body });
}
