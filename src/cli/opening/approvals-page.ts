import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { v7 } from 'uuid';
import { listApprovals } from '../../mcp/approvals/approvals.ts';
import { createApprovalsPage } from '../../mcp/approvals-page/page.ts';
import { chooseDeskZone } from '../../mcp/run/desk-zone.ts';
import { toLocalOrigin, type PageOptions } from '../../mcp/approvals-page/page-options.ts';
import { formatAddress } from '../../store/shown-address.ts';
import type { Config } from '../config.ts';
import { getMemoryUrl } from './desk-api.ts';
import { listenOnLoopback } from './loopback.ts';
import type { PageDesk, RunningPage } from './running-page.ts';

type Home = Pick<Config, 'home' | 'databaseUrl' | 'userName' | 'timeZone' | 'commandText' | 'signIn'>;

/** Serves the approvals page to browsers of this machine on a port of its own. */
export async function serveApprovalsPage(home: Home, desk: PageDesk): Promise<RunningPage> {
  let port = 0;
  const parts = createPage(home, desk, { origin: () => toLocalOrigin(port) });
  const { page } = parts;
  const listening = await listenOnLoopback(async (request) => page.fetch(request));
  ({ port } = listening);
  const running = announce(home, { ...parts, port }, desk);
  return {
    ...running,
    async close() {
      await running.close();
      await listening.close();
    },
  };
}

/**
 * Serves the approvals page on a port of this machine that the process listens on anyway. `deskPath` is where the process
 * serves the desk page.
 */
export function mountApprovalsPage(home: Home, desk: PageDesk, port: number, deskPath?: string): RunningPage {
  return announce(home, { ...createPage(home, desk, { origin: () => toLocalOrigin(port), deskPath }), port }, desk);
}

/** Opens the approvals page at the address of a server at which people sign in. */
export function openPageAt(home: Home, desk: PageDesk, where: Where): RunningPage {
  const { page, countPending } = createPage(home, desk, where);
  return { origin: where.origin(), fetch: async (request) => page.fetch(request), countPending, close: async () => {} };
}

type Where = Pick<PageOptions, 'origin' | 'deskPath'> & Partial<Pick<PageOptions, 'issued' | 'commandText'>>;

function createPage(home: Home, desk: PageDesk, where: Where) {
  const { userName, timeZone, commandText, signIn } = home;
  const instance = randomUUID();
  // The API, which knows the organization's zone, is not asked here.
  const zone = chooseDeskZone(timeZone, undefined);
  const page = createApprovalsPage({
    ...desk,
    records: desk.records && { ...desk.records, timeZone: zone },
    newId: () => v7(),
    commandText,
    user: userName,
    needsOwner: signIn !== undefined,
    timeZone: zone,
    instance,
    // People who sign in sit elsewhere: they are shown no path of this machine.
    ...(where.issued === undefined && { memoryAddress: formatAddress(getMemoryUrl(home)) }),
    ...where,
  });
  const countPending = async () => (await listApprovals(desk, { status: 'pending', limit: pendingMax })).length;
  return { page, instance, countPending };
}

/** As many as the page lists. */
const pendingMax = 500;

interface Announced {
  readonly page: ReturnType<typeof createApprovalsPage>;
  readonly instance: string;
  readonly port: number;
  readonly countPending: RunningPage['countPending'];
}

/** Leaves a note where the page is, for `approvals open`. */
function announce({ home }: Home, { page, instance, port, countPending }: Announced, { log }: PageDesk): RunningPage {
  const note = getNoteFile(home, port);
  mkdirSync(path.dirname(note), { recursive: true, mode: 0o700 });
  writeFileSync(note, instance, { mode: 0o600 });
  const origin = toLocalOrigin(port);
  log('debug', 'The approvals page is open.', { address: `${origin}/approvals` });
  return {
    origin,
    fetch: async (request) => page.fetch(request),
    countPending,
    close: async () => rmSync(note, { force: true }),
  };
}

const getNotesFolder = (home: string): string => path.join(home, 'approvals-pages');
const getNoteFile = (home: string, port: number): string => path.join(getNotesFolder(home), String(port));

/** Finds a page that another process of this data folder serves, and removes the notes of processes that have ended. */
export async function findApprovalsPage(home: string): Promise<string | undefined> {
  for (const [port, instance] of readNotes(home)) {
    const origin = toLocalOrigin(port);
    if (await isServedBy(origin, instance)) return origin;
    rmSync(getNoteFile(home, port), { force: true });
  }
  return undefined;
}

function readNotes(home: string): readonly (readonly [port: number, instance: string])[] {
  try {
    const names = readdirSync(getNotesFolder(home)).filter((name) => /^\d{1,5}$/.test(name));
    return names.map((name) => [Number(name), readFileSync(path.join(getNotesFolder(home), name), 'utf8')]);
  } catch {
    // There is no note, or its process takes it away at this moment.
    return [];
  }
}

const answersWithinMs = 2000;

async function isServedBy(origin: string, instance: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/approvals/alive`, { signal: AbortSignal.timeout(answersWithinMs) });
    return (await answer.text()) === instance;
  } catch {
    return false;
  }
}

/** Returns the address of a link. Its token stands behind the #, which browsers send to no server. */
export const formatLinkAddress = (origin: string, token: string): string => `${origin}/approvals/sign-in#link=${token}`;
