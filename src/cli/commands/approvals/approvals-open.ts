import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { v7 } from 'uuid';
import type { Approver } from '../../../mcp/approvals/approver-name.ts';
import { formatDecider } from '../../../mcp/approvals/approval-row.ts';
import { makePageLink } from '../../../mcp/approvals/page-link.ts';
import { formatPerson } from '../../../mcp/policy/principal-name.ts';
import { formatCommandName } from '../../command-text.ts';
import { findApprovalsPage, formatLinkAddress, serveApprovalsPage } from '../../opening/approvals-page.ts';
import { openDecider } from '../../opening/desk.ts';
import { withMemory } from '../../opening/desk-api.ts';
import { openNotifier } from '../../opening/notifications/notifier.ts';
import { readActivePolicy } from '../../opening/policy.ts';
import type { Session } from '../../session.ts';
import { requireTerminal } from '../../terminal.ts';
import { requireApprover } from './approver-secret.ts';

interface LinkFlags {
  readonly as?: string | undefined;
}

/** Opens the approvals page in the browser, or prints its link if no browser can be opened. */
export const runApprovalsOpen = (flags: LinkFlags, session: Session): Promise<void> =>
  createLink(flags, session, {
    words: 'approvals open',
    async hand(link) {
      if (await openBrowser(session, link)) session.print('The approvals page opens in your browser.');
      else printLink(session, link);
    },
  });

export const runApprovalsLink = (flags: LinkFlags, session: Session): Promise<void> =>
  createLink(flags, session, { words: 'approvals link', hand: async (link) => printLink(session, link) });

const printLink = ({ print }: Session, link: string) => print(`Open this within 2 minutes; it works once:\n${link}`);

interface Handing {
  /** Words of the command, without the program's name. */
  readonly words: string;
  readonly hand: (link: string) => Promise<void>;
}

/**
 * Makes a link for a person who knows the secret. This process serves the page if no tool server of this data folder
 * does.
 */
async function createLink(
  flags: LinkFlags,
  { config, log, now, streams, print, waitForStop }: Session,
  { words, hand }: Handing,
): Promise<void> {
  const stopped = waitForStop();
  requireTerminal(streams, formatCommandName(words));
  await withMemory(config, async (memory) => {
    const desk = { memory, policy: await readActivePolicy(config), now, newId: () => v7(), log };
    const name = formatPerson(flags.as?.trim() || config.userName);
    const approver: Approver = { name, user: config.userName, decides: 'everything' };
    await requireApprover(streams, desk, { who: formatDecider(approver.name, approver.user) });
    const running = await findApprovalsPage(config.home);
    if (running !== undefined) return hand(formatLinkAddress(running, await makePageLink(desk, approver)));
    const { records, openExecutor, close } = openDecider(config, { memory, policy: desk.policy, now, log });
    const notifier = openNotifier(config, { now, log, organization: records.api.organization });
    const executor = openExecutor(notifier.notify);
    const page = await serveApprovalsPage(config, { ...desk, notify: notifier.notify, records, executor });
    try {
      await hand(formatLinkAddress(page.origin, await makePageLink(desk, approver)));
      print('This serves the page until you press Ctrl-C.');
      await stopped;
    } finally {
      await executor?.close();
      await page.close();
      await notifier.close();
      await close();
    }
  });
}

/** Returns false if this machine has no browser or no screen. */
async function openBrowser({ env }: Session, address: string): Promise<boolean> {
  const [program, ...args] = chooseOpener(env);
  if (program === undefined) return false;
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true, env });
  child.unref();
  try {
    await once(child, 'spawn');
    return true;
  } catch {
    // There is no such program here.
    return false;
  }
}

function chooseOpener(env: Session['env']): readonly string[] {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const hasScreen = env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined;
  return hasScreen ? ['xdg-open'] : [];
}
