import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatLinkAddress, serveApprovalsPage } from '../../../src/cli/opening/approvals-page.ts';
import type { RunningPage } from '../../../src/cli/opening/running-page.ts';
import { makeApproverSecret } from '../../../src/mcp/approvals/approver.ts';
import { makePageLink } from '../../../src/mcp/approvals/page-link.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import type { TestDesk } from '../../support/desk.ts';

export interface ServedApprovalsPage extends AsyncDisposable, RunningPage {
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
  { memory, options, api, server }: Pick<TestDesk, 'memory' | 'options' | 'api' | 'server'>,
  /** Name of the API that the page works with. */
  apiName?: string,
): Promise<ServedApprovalsPage> {
  const home = mkdtempSync(path.join(tmpdir(), 'waybill-page-'));
  const { policy, now, log, newId, commandText } = options;
  const secret = (await makeApproverSecret({ memory, now, log, newId }, 'morgan')) ?? '';
  const page = await serveApprovalsPage(
    { home, userName: 'morgan', timeZone: 'America/Chicago', commandText, databaseUrl: undefined, signIn: undefined },
    {
      memory,
      policy,
      now,
      log,
      notify: undefined,
      records: { api, name: apiName, planAgain: server.planAgain },
      executor: server.pageExecutor,
    },
  );
  return {
    ...page,
    home,
    secret,
    async link(name = 'morgan') {
      const approver = { name, user: 'morgan', decides: 'everything' } as const;
      return formatLinkAddress(page.origin, await makePageLink({ memory, now, newId, log }, approver));
    },
    async audited() {
      return (await memory.audit.after(0, 1000))
        .map(readEntry)
        .map(({ status, who: person, summary }) => ({ status, who: person, summary }));
    },
    async [Symbol.asyncDispose]() {
      await page.close();
      rmSync(home, { recursive: true });
    },
  };
}
