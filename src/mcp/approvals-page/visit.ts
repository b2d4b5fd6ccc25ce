import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { findHelpfulCommand, WaybillError } from '../../errors.ts';
import { type PageWatch, renderPage, renderProblemPage } from './layout.ts';
import type { Markup } from '../page/markup.ts';
import { getPageCookie } from './session/page-cookie.ts';
import type { PageOptions } from './page-options.ts';
import type { PageOrigin } from '../page/protection.ts';
import { hasFormToken, lastsMs, type SessionLookup, type PageSession, type Sessions } from './session/sessions.ts';

export interface PageEnv {
  Variables: {
    readonly session: PageSession;
    /** Path of the desk page of the same process, if it serves one. */
    readonly deskPath: string | undefined;
  };
}

export type PageContext = Context<PageEnv>;

export const readSessionCookie = (options: PageOptions, c: Context): string | undefined =>
  getCookie(c, getPageCookie(options).name);

export async function startSession(
  options: PageOptions,
  c: Context,
  sessions: Sessions,
  approver: PageSession['approver'],
): Promise<void> {
  await sessions.end(readSessionCookie(options, c));
  sendCookie(c, options, await sessions.start(approver));
}

/** Sends the cookie that identifies the session to this page and to no other. */
export function sendCookie(c: Context, page: PageOrigin, secret: string): void {
  const { name, ...scope } = getPageCookie(page);
  setCookie(c, name, secret, { ...scope, httpOnly: true, sameSite: 'Strict', maxAge: lastsMs / 1000 });
}

export async function endSession(options: PageOptions, c: Context, sessions: SessionLookup): Promise<void> {
  await sessions.end(readSessionCookie(options, c));
  const { name, ...scope } = getPageCookie(options);
  deleteCookie(c, name, scope);
}

/** Fields of a form, and all values of a field that occurs several times. */
export interface SentForm {
  text(name: string): string;
  listValues(name: string): readonly string[];
}

export async function readForm(c: Context): Promise<SentForm> {
  const sent = await c.req.parseBody({ all: true }).catch((cause: unknown) => {
    throw new WaybillError('BAD_REQUEST', 'This is no form. Nothing was done: load the page again.', { cause });
  });
  const listValues = (name: string) => [sent[name] ?? []].flat().filter((value) => typeof value === 'string');
  return { listValues, text: (name) => listValues(name)[0] ?? '' };
}

/** Reads a form of this session. Another site may make a browser send one, but it does not know the session's token. */
export async function readOwnForm(c: PageContext): Promise<SentForm> {
  const form = await readForm(c);
  if (hasFormToken(c.get('session'), form.text('token'))) return form;
  throw new WaybillError('REFUSED', 'This form is of another session. Nothing was done: load the page again.');
}

/** Describes an error to a person: the sentence, and the command that helps. */
export function describeProblem(error: WaybillError, { commandText }: Pick<PageOptions, 'commandText'>): string {
  const command = findHelpfulCommand(error);
  return command === undefined
    ? error.message
    : `${error.message} In a terminal, ${commandText(command.words)} ${command.does}.`;
}

export const getHttpStatus = ({ code }: WaybillError): 400 | 403 | 404 | 409 | 503 => {
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

interface PageAnswer {
  readonly title: string;
  readonly body: Markup;
  readonly session?: PageSession | undefined;
  readonly watch?: PageWatch | undefined;
  readonly status?: 200 | 400 | 401 | 403 | 404 | 409 | 500 | 503;
}

export function sendPage(c: Context, { status = 200, session, ...frame }: PageAnswer) {
  const deskPath: string | undefined = c.get('deskPath');
  return c.html(renderPage({ ...frame, session, deskPath }), status);
}

export const sendProblem = (c: Context, problem: string, status: PageAnswer['status'], session?: PageSession) =>
  sendPage(c, { title: 'Not done', body: renderProblemPage(problem), session, ...(status && { status }) });
