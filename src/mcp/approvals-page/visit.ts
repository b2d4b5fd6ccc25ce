import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { commandOf, WaybillError } from '../../errors.ts';
import { pageOf, problemBox } from './layout.ts';
import type { Markup } from './markup.ts';
import type { PageOptions } from './page-options.ts';
import { hasFormToken, lastsMs, type Session, type Sessions } from './sessions.ts';

export interface PageEnv {
  Variables: { readonly session: Session };
}

export type PageContext = Context<PageEnv>;

/** Cookies know no ports: pages of several processes have one each. */
const cookieName = ({ port }: PageOptions): string => `waybill_approvals_${port()}`;

export const cookieOf = (options: PageOptions, c: Context): string | undefined => getCookie(c, cookieName(options));

export function startSession(
  options: PageOptions,
  c: Context,
  sessions: Sessions,
  approver: Session['approver'],
): void {
  sessions.end(cookieOf(options, c));
  setCookie(c, cookieName(options), sessions.start(approver), {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/approvals',
    maxAge: lastsMs / 1000,
  });
}

export function endSession(options: PageOptions, c: Context, sessions: Sessions): void {
  sessions.end(cookieOf(options, c));
  deleteCookie(c, cookieName(options), { path: '/approvals' });
}

/** The fields of a form, and the values of a field that stands there several times. */
export interface SentForm {
  text(name: string): string;
  all(name: string): readonly string[];
}

export async function readForm(c: Context): Promise<SentForm> {
  const sent = await c.req.parseBody({ all: true });
  const all = (name: string) => [sent[name] ?? []].flat().filter((value) => typeof value === 'string');
  return { all, text: (name) => all(name)[0] ?? '' };
}

/** A form of this very session: another site may make a browser send one, but does not know what stands in it. */
export async function readOwnForm(c: PageContext): Promise<SentForm> {
  const form = await readForm(c);
  if (hasFormToken(c.get('session'), form.text('token'))) return form;
  throw new WaybillError('REFUSED', 'This form is of another session. Nothing was done: load the page again.');
}

/** What a person is told: the sentence, and the command that helps. */
export function problemText(error: WaybillError, { commandText }: Pick<PageOptions, 'commandText'>): string {
  const command = commandOf(error);
  return command === undefined
    ? error.message
    : `${error.message} In a terminal, ${commandText(command.words)} ${command.does}.`;
}

export const statusOf = ({ code }: WaybillError): 400 | 403 | 404 | 409 => {
  switch (code) {
    case 'APPROVAL_UNKNOWN':
    case 'NOT_FOUND':
      return 404;
    case 'CONFLICT':
    case 'RECORD_CHANGED':
    case 'APPROVAL_EXPIRED':
      return 409;
    case 'BAD_REQUEST':
      return 400;
    default:
      return 403;
  }
};

interface Sent {
  readonly title: string;
  readonly body: Markup;
  readonly session?: Session | undefined;
  readonly watch?: Parameters<typeof pageOf>[0]['watch'];
  readonly status?: 200 | 400 | 401 | 403 | 404 | 409 | 500;
}

export const sendPage = (c: Context, { status = 200, session, ...frame }: Sent) =>
  c.html(pageOf({ ...frame, session }), status);

export const sendProblem = (c: Context, problem: string, status: Sent['status'], session?: Session) =>
  sendPage(c, { title: 'Not done', body: problemBox(problem), session, ...(status && { status }) });
