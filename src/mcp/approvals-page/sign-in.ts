import type { Context } from 'hono';
import { WaybillError } from '../../errors.ts';
import { auditApprover } from '../approvals/approver-audit.ts';
import { formatDecider } from '../approvals/approval-row.ts';
import { requireApproverSecret } from '../approvals/approver.ts';
import type { Approver } from '../approvals/approver-name.ts';
import { redeemPageLink } from '../approvals/page-link.ts';
import { formatPerson } from '../policy/principal-name.ts';
import type { PageOptions } from './page-options.ts';
import type { Sessions } from './session/sessions.ts';
import { signInView } from './sign-in-view.ts';
import { describeProblem, readForm, sendPage, type SentForm, startSession, getHttpStatus } from './visit.ts';

const nameMax = 100;

/** Returns the path to open after signing in: always one of this page, whatever was sent. */
export const toPagePath = (sent: string | undefined): string => {
  const isOurs = sent !== undefined && /^\/approvals(?:\/[\w-]+)?$/.test(sent) && sent !== '/approvals/sign-in';
  return isOurs ? sent : '/approvals';
};

interface SignInForm {
  readonly next: string | undefined;
  /** Name that the person gave before. */
  readonly name?: string | undefined;
  readonly problem?: string;
  readonly status?: ReturnType<typeof getHttpStatus>;
}

export async function sendSignIn(options: PageOptions, c: Context, { next, name, problem, status }: SignInForm) {
  const hasSecret = (await options.memory.approver.hash()) !== undefined;
  const body = signInView(options, { problem, next: toPagePath(next), name: name || options.user, hasSecret });
  return sendPage(c, { title: 'Sign in', body, ...(status && { status }) });
}

type Admit = (options: PageOptions, form: SentForm) => Promise<Approver>;

export const admitBySecret: Admit = async (options, form) => {
  const approver = {
    name: formatPerson(form.text('name').trim().slice(0, nameMax) || options.user),
    user: options.user,
    decides: 'everything',
  } as const;
  await requireApproverSecret(options, form.text('secret'), { who: formatDecider(approver.name, approver.user) });
  return approver;
};

export const admitByLink: Admit = (options, form) => redeemPageLink(options, form.text('link'), options.user);

/** Lets a person in, or shows the form again with the reason. */
export async function signIn(options: PageOptions, c: Context, sessions: Sessions, admit: Admit) {
  const form = await readForm(c);
  const next = form.text('next');
  try {
    const approver = await admit(options, form);
    await auditApprover(options, {
      who: formatDecider(approver.name, approver.user),
      place: 'approvals page',
      status: 'signed_in',
      summary: 'Signed in to the approvals page.',
    });
    await startSession(options, c, sessions, approver);
    return c.redirect(toPagePath(next), 303);
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    const name = form.text('name').trim().slice(0, nameMax);
    return sendSignIn(options, c, {
      next,
      name,
      problem: describeProblem(error, options),
      status: getHttpStatus(error),
    });
  }
}
