import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { addOpenRoutes, sendToSignIn } from '../approvals-page/page.ts';
import { renderProblem } from '../approvals-page/layout.ts';
import { getPageCookie } from '../approvals-page/session/page-cookie.ts';
import { type PageOptions, signedOutPath } from '../approvals-page/page-options.ts';
import { refuseForeign, requireOwnHost, sendHeaders } from '../page/protection.ts';
import { toPagePath } from '../approvals-page/sign-in.ts';
import { type PageEnv, sendCookie, sendPage, getHttpStatus } from '../approvals-page/visit.ts';
import type { Issuer, SignInVisit } from '../sign-in/issuer.ts';

export interface SignInPagesOptions extends Pick<PageOptions, 'origin' | 'instance'> {
  readonly issuer: Issuer;
  /** Starts a session for the holder of the token. Throws a one-sentence error if they have no access. */
  readonly start: (token: string) => Promise<string>;
  /** Finds the approvals page of a session, or returns undefined for a cookie of another server. */
  readonly findPage: (cookie: string) => Promise<((request: Request) => Promise<Response>) | undefined>;
  readonly log: Log;
}

const callbackPath = '/approvals/callback';

/** Leads people to the issuer and back, and then to the approvals page of their organization. */
export function createSignInPages(options: SignInPagesOptions): Hono<PageEnv> {
  const pages = new Hono<PageEnv>();
  pages.use(sendHeaders, requireOwnHost(options), refuseForeign(options));
  pages.onError((error, c) => {
    if (error instanceof WaybillError && error.code === 'SERVICE_UNAVAILABLE') return sendUnavailable(c, error);
    options.log('error', 'The approvals page could not answer.', { cause: error.message });
    return sendRefusal(c, 'That did not work; the log of this server says why.', 500);
  });
  addOpenRoutes(pages, options);
  pages.get('/approvals/sign-in', (c) => redirectToIssuer(options, c));
  pages.get(callbackPath, (c) => handleReturn(options, c));
  pages.get(signedOutPath, (c) => sendPage(c, { title: 'Signed out', body: signedOutView }));
  pages.all('*', async (c) => {
    const cookie = getCookie(c, getPageCookie(options).name);
    const page = cookie === undefined ? undefined : await options.findPage(cookie);
    return page === undefined ? sendToSignIn(c) : page(c.req.raw);
  });
  return pages;
}

const signedOutView = html`<h1>You are signed out</h1>
  <p><a class="button" href="/approvals/sign-in">Sign in again</a></p>`;

function sendUnavailable(c: Context, { message, retryAfterSeconds = 1 }: WaybillError) {
  c.header('retry-after', String(retryAfterSeconds));
  return sendRefusal(c, message, 503);
}

const sendRefusal = (c: Context, problem: string, status: 400 | 403 | 404 | 409 | 500 | 503) =>
  sendPage(c, {
    title: 'Not signed in',
    body: html`${renderProblem(problem)}
      <p><a class="button" href="/approvals/sign-in">Sign in again</a></p>`,
    status,
  });

const visitMaxSeconds = 600;

/**
 * Returns the name and scope of the cookie for the visit at the issuer. The browser sends it when the person comes back
 * from the issuer's site.
 */
function getVisitCookie(options: SignInPagesOptions) {
  const { name, ...scope } = getPageCookie(options);
  return {
    name: `${name}_visit`,
    scope: { ...scope, httpOnly: true, sameSite: 'Lax', maxAge: visitMaxSeconds },
  } as const;
}

async function redirectToIssuer(options: SignInPagesOptions, c: Context) {
  const { address, visit } = await options.issuer.visit(getRedirectUrl(options));
  const { name, scope } = getVisitCookie(options);
  // Whoever reads it in this browser learns nothing without the code that comes back to it.
  setCookie(c, name, JSON.stringify({ ...visit, next: toPagePath(c.req.query('next')) }), scope);
  return c.redirect(address, 303);
}

const getRedirectUrl = ({ origin }: SignInPagesOptions): string => `${origin()}${callbackPath}`;

async function handleReturn(options: SignInPagesOptions, c: Context) {
  const { name, scope } = getVisitCookie(options);
  const visit = visitIn(getCookie(c, name));
  deleteCookie(c, name, scope);
  if (visit === undefined) return sendRefusal(c, 'You came back too late, or in another browser.', 400);
  try {
    // As the issuer was told, whatever this process thinks its address is.
    const returnUrl = new URL(new URL(c.req.url).search, getRedirectUrl(options));
    const token = await options.issuer.exchangeCode(returnUrl, visit);
    sendCookie(c, options, await options.start(token));
    return c.redirect(toPagePath(visit.next), 303);
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'SERVICE_UNAVAILABLE') return sendUnavailable(c, error);
    if (error instanceof WaybillError) return sendRefusal(c, error.message, getHttpStatus(error));
    options.log('warn', 'A person came back from the issuer without being signed in.', { cause: String(error) });
    return sendRefusal(c, 'The issuer did not sign you in.', 403);
  }
}

interface OwnVisit extends SignInVisit {
  readonly next: string;
}

function visitIn(cookie: string | undefined): OwnVisit | undefined {
  try {
    // Only the browser itself could have changed it; what it says is compared with what the issuer says.
    return cookie === undefined ? undefined : (JSON.parse(cookie) as OwnVisit);
  } catch {
    return undefined;
  }
}
