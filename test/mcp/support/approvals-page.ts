import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { linkAddress, serveApprovalsPage } from '../../../src/cli/opening/approvals-page.ts';
import type { RunningPage } from '../../../src/cli/opening/running-page.ts';
import { makeApproverSecret } from '../../../src/mcp/approvals/approver.ts';
import { makePageLink } from '../../../src/mcp/approvals/page-link.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import type { Desk } from './desk.ts';

export interface ServedPage extends AsyncDisposable, RunningPage {
  readonly home: string;
  /** The approver's secret. */
  readonly secret: string;
  /** The address of a link that signs in once. */
  link(name?: string): Promise<string>;
  /** Statuses and summaries of the audit log, oldest first. */
  audited(): Promise<readonly { readonly status: string; readonly who: string; readonly summary: string }[]>;
}

/** The approvals page of a desk, on a real port. */
export async function servePage(
  { memory, options, api }: Pick<Desk, 'memory' | 'options' | 'api'>,
  /** Of the API that the page works with. */
  apiName?: string,
): Promise<ServedPage> {
  const home = mkdtempSync(path.join(tmpdir(), 'waybill-page-'));
  const { policy, now, log, newId } = options;
  const secret = (await makeApproverSecret(memory)) ?? '';
  const page = await serveApprovalsPage(
    { home, userName: 'morgan', timeZone: 'America/Chicago' },
    { memory, policy, now, log, notify: undefined, records: { api, name: apiName } },
  );
  return {
    ...page,
    home,
    secret,
    async link(name = 'morgan') {
      const approver = { name, user: 'morgan', decides: 'everything' } as const;
      return linkAddress(page.origin, await makePageLink({ memory, now, newId, log }, approver));
    },
    async audited() {
      return (await memory.audit.after(0, 1000))
        .map(readEntry)
        .map(({ status, who, summary }) => ({ status, who, summary }));
    },
    async [Symbol.asyncDispose]() {
      await page.close();
      rmSync(home, { recursive: true });
    },
  };
}

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

export const hasBrowser = executablePath !== undefined;

/**
 * Names of the internet lead nowhere, so the page has to do without them; `foreign.test` is this machine. Frames of other
 * sites share a process: what they may do to one another stays ruled, and no picture waits for a process of its own.
 */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--host-resolver-rules=MAP foreign.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      '--disable-site-isolation-trials',
    ],
  });

export interface Visitor extends AsyncDisposable {
  readonly page: Page;
  /** What the browser complained about: errors of scripts, and what the page's own rules kept out. */
  readonly complaints: string[];
  readonly requests: string[];
}

/** A person with a browser profile of their own. */
export async function visit(browser: Browser, settings: Parameters<Browser['newContext']>[0] = {}): Promise<Visitor> {
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}
