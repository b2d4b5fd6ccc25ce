import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { commandOf, WaybillError } from '../../errors.ts';
import { pageOf, problemPage } from './layout.ts';
import type { Markup } from './markup.ts';
import { pageCookie } from './page-cookie.ts';
import type { PageOptions } from './page-options.ts';
import { hasFormToken, lastsMs, type KnownSessions, type Session, type Sessions } from './sessions.ts';

export interface PageEnv {
  Variables: { readonly session: Session };
}

type Where = Pick<PageOptions, 'origin'>;

export type PageContext = Context<PageEnv>;

export const cookieOf = (options: PageOptions, c: Context): string | undefined =>
  getCookie(c, pageCookie(options).name);

export async function startSession(
  options: PageOptions,
  c: Context,
  sessions: Sessions,
  approver: Session['approver'],
): Promise<void> {
  await sessions.end(cookieOf(options, c));
  sendCookie(c, options, await sessions.start(approver));
}

/** What names the session to this page, and to no other. */
export function sendCookie(c: Context, where: Where, secret: string): void {
  const { name, ...scope } = pageCookie(where);
  setCookie(c, name, secret, { ...scope, httpOnly: true, sameSite: 'Strict', maxAge: lastsMs / 1000 });
}

export async function endSession(options: PageOptions, c: Context, sessions: KnownSessions): Promise<void> {
  await sessions.end(cookieOf(options, c));
  const { name, ...scope } = pageCookie(options);
  deleteCookie(c, name, scope);
}

/** The fields of a form, and the values of a field that stands there several times. */
export interface SentForm {
  text(name: string): string;
  all(name: string): readonly string[];
}

export async function readForm(c: Context): Promise<SentForm> {
  const sent = await c.req.parseBody({ all: true }).catch((cause: unknown) => {
    throw new WaybillError('BAD_REQUEST', 'This is no form. Nothing was done: load the page again.', { cause });
  });
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

export const statusOf = ({ code }: WaybillError): 400 | 403 | 404 | 409 | 503 => {
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
    case 'STORE_UNAVAILABLE':
    case 'SERVICE_UNAVAILABLE':
      return 503;
    default:
      return 403;
  }
};

interface Sent {
  readonly title: string;
  readonly body: Markup;
  readonly session?: Session | undefined;
  readonly watch?: Parameters<typeof pageOf>[0]['watch'];
  readonly status?: 200 | 400 | 401 | 403 | 404 | 409 | 500 | 503;
}

export const sendPage = (c: Context, { status = 200, session, ...frame }: Sent) =>
  c.html(pageOf({ ...frame, session }), status);

export const sendProblem = (c: Context, problem: string, status: Sent['status'], session?: Session) =>
  sendPage(c, { title: 'Not done', body: problemPage(problem), session, ...(status && { status }) });
