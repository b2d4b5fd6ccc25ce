import { randomUUID } from 'node:crypto';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import type { Approver } from '../../../src/mcp/approvals/approver-name.ts';
import type { PasskeyRule } from '../../../src/mcp/approvals/passkeys.ts';
import { getPageCookie } from '../../../src/mcp/approvals-page/session/page-cookie.ts';
import { createApprovalsPage } from '../../../src/mcp/approvals-page/page.ts';
import { createSharedSessions } from '../../../src/mcp/approvals-page/session/shared-sessions.ts';
import { sha256 } from '../../../src/contract/kit/canonical.ts';
import { createAuthenticator, type SoftwareAuthenticator } from '../../support/sign-in/software-authenticator.ts';
import type { TestDesk } from '../../support/desk.ts';

const origin = 'http://localhost:4711';
const issuer = 'https://login.example.com';
const formerIssuer = 'https://old-login.example.com';

export const buildPerson = (subject: string, at = issuer): Approver => ({
  name: `${subject}@example.com`,
  user: subject,
  issuer: at,
  decides: 'everything',
});

export const people: Readonly<Record<string, Approver>> = {
  ann: buildPerson('ann'),
  bob: buildPerson('bob'),
  cleo: buildPerson('cleo'),
  // The same number at the issuer that the brokerage had before.
  formerAnn: buildPerson('ann', formerIssuer),
};

/** The page of a desk at which people sign in, and the one of the same desk without sign-in. */
export async function openPages(
  desk: Pick<TestDesk, 'memory' | 'options'>,
  secretPage: PasskeyRule = { needsOwner: false },
) {
  const { memory, options } = desk;
  const secret = 'the secret of the approver';
  await memory.approver.keep(sha256('THESECRETOFTHEAPPROVER'));
  const frame = { ...options, user: 'morgan', timeZone: 'UTC', instance: randomUUID(), origin: () => origin };
  const sessions = createSharedSessions({
    memory,
    now: options.now,
    organization: '',
    findApprover: async (token) => people[token],
  });
  const withSignIn = createApprovalsPage({ ...frame, needsOwner: true, issued: sessions });
  const withSecret = createApprovalsPage({ ...frame, ...secretPage });
  const visit = (page: typeof withSignIn, cookie: string) => {
    const get = async (path: string) =>
      (await page.request(`${origin}${path}`, { headers: { host: 'localhost:4711', cookie } })).text();
    const post = async (path: string, form: Readonly<Record<string, string>>) => {
      const token = readField(await get('/approvals'), 'token');
      const answer = await page.request(`${origin}${path}`, {
        method: 'POST',
        headers: { host: 'localhost:4711', origin, cookie, accept: 'application/json' },
        body: new URLSearchParams({ token, ...form }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    return {
      get,
      post,
      async addPasskey(name: string): Promise<SoftwareAuthenticator> {
        const device = createAuthenticator(origin);
        const question = await post('/approvals/passkeys/options', { secret });
        await post('/approvals/passkeys', { name, signature: device.register(JSON.parse(question.text)) });
        return device;
      },
      /** The ids that the page offers, and what it answers to a yes that this device has signed. */
      async approve(id: string, device: SoftwareAuthenticator) {
        const { plan } = await getApproval(options, id);
        const yes = { plan: plan.hash, read: 'yes', decision: 'approve' };
        const challenge = await post(`/approvals/${id}/challenge`, yes);
        const question = JSON.parse(challenge.text) as PasskeyQuestion;
        if (question.error !== undefined) return { offered: [], text: question.error };
        const answer = await post(`/approvals/${id}`, { ...yes, signature: device.sign(question) });
        return { offered: (question.allowCredentials ?? []).map((key) => key.id), text: answer.text };
      },
    };
  };
  return {
    async signIn(name: string) {
      const cookie = `${getPageCookie(frame).name}=${await sessions.start(name, '2027-01-01T00:00:00.000Z')}`;
      return visit(withSignIn, cookie);
    },
    signInWithSecret: async () => {
      const answer = await withSecret.request(`${origin}/approvals/sign-in`, {
        method: 'POST',
        headers: { host: 'localhost:4711', origin },
        body: new URLSearchParams({ secret, name: 'morgan' }),
      });
      return visit(withSecret, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
    },
  };
}

interface PasskeyQuestion {
  readonly challenge: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
  readonly error?: string;
}

const readField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
