import type { SignedInDesk } from './signed-in-desk.ts';

/** A browser's handling of addresses and cookies, without drawing anything. */
export interface BrowserVisit {
  /** Follows what it is led to, and returns where that ends. */
  get(path: string): Promise<{ readonly status: number; readonly url: string; readonly html: string }>;
  /** Follows an address until it leads to `end`, which nobody serves, and returns that address. */
  follow(address: string, end: string): Promise<URL>;
  post(path: string, form: Readonly<Record<string, string>> | [string, string][]): Promise<Response>;
  readonly cookies: Map<string, string>;
}

const redirectsMax = 12;

export function openVisit({ origin }: Pick<SignedInDesk, 'origin'>): BrowserVisit {
  const cookies = new Map<string, string>();
  const send = async (address: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, {
      ...(body && { method: 'POST', body }),
      redirect: 'manual',
      headers: { cookie, ...(body && { origin }) },
    });
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    return answer;
  };
  const followRedirects = async (from: string, end?: string) => {
    let address = from;
    for (let step = 0; step < redirectsMax; step += 1) {
      const answer = await send(address);
      const next = answer.headers.get('location');
      if (next === null) return { address, answer };
      address = new URL(next, address).href;
      if (end !== undefined && address.startsWith(end)) return { address, answer: undefined };
    }
    throw new Error(`led on and on, at last to ${address}`);
  };
  return {
    cookies,
    async get(path) {
      const { address, answer } = await followRedirects(new URL(path, origin).href);
      if (answer === undefined) throw new Error(`led away to ${address}`);
      return { status: answer.status, url: address, html: await answer.text() };
    },
    follow: async (address, end) => new URL((await followRedirects(address, end)).address),
    post: (path, form) => send(new URL(path, origin).href, new URLSearchParams(form)),
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  if (value === '' || /max-age=0/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

/** Signs in at the issuer as somebody, and arrives at the approvals page. */
export async function signInAs(desk: Pick<SignedInDesk, 'origin' | 'issuer'>, subject: string, path = '/approvals') {
  const visit = openVisit(desk);
  desk.issuer.seat(subject);
  return { visit, arrived: await visit.get(path) };
}

/** Reads the value of a hidden field that a form of a page has to send along. */
export const readField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Presses a button on the page of an approval. */
export async function decideOnPage(visit: BrowserVisit, id: string, decision: 'approve' | 'deny'): Promise<Response> {
  const { html } = await visit.get(`/approvals/${id}`);
  const lines = [...html.matchAll(/name="take"\s+value="([^"]*)"/g)].map(([, key = '']): [string, string] => [
    'take',
    key,
  ]);
  return visit.post(`/approvals/${id}`, [
    ['token', readField(html, 'token')],
    ['plan', readField(html, 'plan')],
    ['read', 'yes'],
    ['decision', decision],
    ...lines,
  ]);
}
