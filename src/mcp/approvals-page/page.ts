import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { WaybillError } from '../../errors.ts';
import { arrivalPage } from '../page/frame.ts';
import { sharedAssets } from '../page/assets.ts';
import { approvalsAssets } from './assets.ts';
import { confirmSecretByForm, sendSecretChallenge } from './secret-confirming.ts';
import { decide, execute, keepPasskey, sendChallenge, sendNewPasskeyOptions } from './deciding.ts';
import { type PageOptions, signedOutPath } from './page-options.ts';
import { refuseForeign, requireOwnHost, sendHeaders } from '../page/protection.ts';
import { sendMissing } from './visible-approval.ts';
import { sendApproval, sendDecided, sendPasskeys, sendState, sendWaiting } from './reading.ts';
import { createSessions, type SessionLookup, type Sessions } from './session/sessions.ts';
import { admitByLink, admitBySecret, sendSignIn, signIn } from './sign-in.ts';
import {
  readSessionCookie,
  endSession,
  type PageEnv,
  describeProblem,
  type PageContext,
  readOwnForm,
  sendProblem,
  getHttpStatus,
} from './visit.ts';

const formBytesMax = 256 * 1024;

/** Creates the page on which a person reads the assistant's plans and approves or denies them. No tool can reach it. */
export function createApprovalsPage(options: PageOptions): Hono<PageEnv> {
  const localSessions = createSessions(options.now);
  const sessions = options.issued ?? localSessions;
  const page = new Hono<PageEnv>();
  page.use(sendHeaders, requireOwnHost(options), refuseForeign(options), bodyLimit({ maxSize: formBytesMax }));
  page.use(async (c, next) => {
    c.set('deskPath', options.deskPath);
    await next();
  });
  page.onError((error, c) => answerError(options, error, c));
  page.notFound((c) => sendProblem(c, 'There is no such page.', 404));
  addOpenRoutes(page, options);
  if (!options.issued) addSignIn(page, options, localSessions);
  page.use('/approvals', requireSession(options, sessions));
  page.use('/approvals/*', requireSession(options, sessions));
  addRoutes(page, options, sessions);
  return page;
}

/** Adds the routes that work without signing in. */
export function addOpenRoutes(page: Hono<PageEnv>, options: Pick<PageOptions, 'instance'>): void {
  page.get('/', (c) => c.redirect('/approvals', 303));
  page.get('/approvals/alive', (c) => c.text(options.instance));
  page.get('/approvals/assets/:name', async (c) => {
    const name = c.req.param('name');
    const assets = [approvalsAssets, sharedAssets].find((candidate) => candidate.has(name));
    if (!assets) return c.notFound();
    const { type, text } = await assets.read(name);
    return c.body(text, 200, { 'content-type': type });
  });
}

function addSignIn(page: Hono<PageEnv>, options: PageOptions, sessions: Sessions): void {
  page.get('/approvals/sign-in', (c) => sendSignIn(options, c, { next: c.req.query('next') }));
  page.post('/approvals/sign-in', (c) => signIn(options, c, sessions, admitBySecret));
  page.post('/approvals/link', (c) => signIn(options, c, sessions, admitByLink));
}

function addRoutes(page: Hono<PageEnv>, options: PageOptions, sessions: SessionLookup): void {
  page.get('/approvals', (c) => sendWaiting(options, c));
  page.get('/approvals/decided', (c) => sendDecided(options, c));
  page.get('/approvals/state', (c) => sendState(options, c));
  page.get('/approvals/passkeys', (c) => sendPasskeys(options, c));
  page.post('/approvals/passkeys/options', (c) => sendNewPasskeyOptions(options, c));
  page.post('/approvals/passkeys', (c) => keepPasskey(options, c));
  page.post('/approvals/sign-out', async (c) => {
    await readOwnForm(c);
    await endSession(options, c, sessions);
    // An issuer may still know them: they are signed in again only when they ask for it.
    return c.redirect(options.issued ? signedOutPath : '/approvals/sign-in', 303);
  });
  page.post('/approvals/secret', (c) => confirmSecretByForm(options, c));
  page.post('/approvals/secret/challenge', (c) => sendSecretChallenge(options, c));
  page.get('/approvals/:id', (c) => sendApproval(options, c, toApprovalId(c.req.param('id'))));
  page.post('/approvals/:id', (c) => decide(options, c, toApprovalId(c.req.param('id'))));
  page.post('/approvals/:id/execute', (c) => execute(options, c, toApprovalId(c.req.param('id'))));
  page.post('/approvals/:id/challenge', (c) => sendChallenge(options, c, toApprovalId(c.req.param('id'))));
}

/** Converts an id as people type it in an address. */
const toApprovalId = (typed: string): string => typed.trim().toUpperCase();

const requireSession =
  (options: PageOptions, sessions: SessionLookup): MiddlewareHandler<PageEnv> =>
  async (c, next) => {
    const isUse = c.req.path !== '/approvals/state';
    const session = await sessions.find(readSessionCookie(options, c), { isUse });
    if (session !== undefined) {
      c.set('session', session);
      return next();
    }
    return sendToSignIn(c);
  };

/** Sends a person without a session to the sign-in page. */
export function sendToSignIn(c: Context): Response | Promise<Response> {
  // A browser keeps the cookie back from who comes from another site, and gives it with the next request.
  if (c.req.header('sec-fetch-site') === 'cross-site') return c.html(arrivalPage);
  if (isScriptRequest(c)) return c.json({ error: 'You are signed out. Load the page again.' }, 401);
  return c.redirect(`/approvals/sign-in?next=${encodeURIComponent(c.req.path)}`, 303);
}

/** Returns true if the request comes from the page's script, which reads JSON. */
const isScriptRequest = (c: Context): boolean => c.req.header('accept') === 'application/json';

function answerError(options: PageOptions, error: Error, c: PageContext): Response | Promise<Response> {
  if (!(error instanceof WaybillError)) {
    options.log('error', 'The approvals page could not answer.', { cause: error.message });
    return sendProblem(c, 'That did not work; the log of this server says why.', 500);
  }
  if (error.code === 'APPROVAL_UNKNOWN' && !isScriptRequest(c)) return sendMissing(options, c, error.message);
  const problem = describeProblem(error, options);
  return isScriptRequest(c)
    ? c.json({ error: problem }, getHttpStatus(error))
    : sendProblem(c, problem, getHttpStatus(error));
}
