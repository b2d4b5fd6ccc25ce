import type { AuthInfo } from '@modelcontextprotocol/server';
import { v7 } from 'uuid';
import { WaybillError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { auditApprover } from '../../../mcp/approvals/approver-audit.ts';
import type { Approver } from '../../../mcp/approvals/approver-name.ts';
import { formatDecider } from '../../../mcp/approvals/approval-row.ts';
import { createSharedSessions } from '../../../mcp/approvals-page/session/shared-sessions.ts';
import { getFilesOrigin } from '../../../mcp/http/endpoint.ts';
import { createMessageHandler, type MessageHandler } from '../../../mcp/http/message-handler.ts';
import type { Policy } from '../../../mcp/policy/policy.ts';
import { type PersonAccess, computeAccess } from '../../../mcp/policy/roles.ts';
import type { SignedInPerson } from '../../../mcp/sign-in/person.ts';
import type { ProtectedResource } from '../../../mcp/sign-in/resource.ts';
import type { Clock } from '../../clock.ts';
import { formatCommandName } from '../../command-text.ts';
import type { Config } from '../../config.ts';
import { openPageAt } from '../approvals-page.ts';
import type { Desk } from '../desk-shape.ts';
import type { PageDesk } from '../running-page.ts';
import type { ToolServer } from '../../../mcp/server/tool-server.ts';
import { startToolServers, type ToolServers } from '../tool-server.ts';

export interface ServedDeskOptions {
  /** Name of the organization in tokens; '' if they need not name one. */
  readonly organization: string;
  readonly resource: ProtectedResource;
  /** Returns the origin at which browsers reach the approvals page. */
  readonly origin: string;
  readonly now: Clock;
  readonly log: Log;
  /** True if a thread of its own fills the copy. */
  readonly hasThreads?: boolean | undefined;
}

/** The desk of one organization, for the people and programs that sign in. */
export interface ServedDesk {
  /**
   * Returns the handler for a person, with the tools of their roles only. Throws one sentence for a person without a
   * role here.
   */
  readonly handlerFor: (person: SignedInPerson) => MessageHandler;
  /** Begins a session of the approvals page, and returns the secret of its cookie. */
  readonly startSession: (token: string) => Promise<string>;
  readonly page: (request: Request) => Promise<Response>;
  readonly serveFile: Desk['serveFile'];
  readonly checkReadiness: Desk['checkReadiness'];
  /** Ends open subscriptions. */
  readonly endStreams: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openServedDesk(config: Config, options: ServedDeskOptions): Promise<ServedDesk> {
  const { resource, now, log } = options;
  const served = Promise.withResolvers<ServedPage>();
  const tools = await startToolServers(config, now, log, {
    hasThreads: options.hasThreads,
    usesFiles: false,
    filesAt: async () => getFilesOrigin(options.origin, options.organization),
    writeScope: resource.scopes.write,
    // Whoever reads it sits elsewhere: no path of this machine is told.
    commandText: formatCommandName,
    principalOf(authInfo) {
      const person = resource.getPerson(requireSignedIn(authInfo));
      const { name, subject, kind } = person;
      return { name, user: subject, kind, access: requireAccess(tools.policy, person) };
    },
    async openPage(desk) {
      const page = servePage(config, desk, options);
      served.resolve(page);
      return page;
    },
  });
  // Whatever keeps the desk from opening is said now, not at the first call.
  const desk = await tools.desk();
  await desk.page();
  const page = await served.promise;
  const handlers = createHandlers(tools, log);
  return {
    handlerFor: (person) => handlers.of(tools.serverFor(requireAccess(tools.policy, person))),
    startSession: page.startSession,
    page: page.fetch,
    serveFile: desk.serveFile,
    checkReadiness: desk.checkReadiness,
    endStreams: handlers.close,
    close: tools.close,
  };
}

/** Creates one handler for each set of roles, because each has its own tools, and its own subscriptions. */
function createHandlers(tools: ToolServers, log: Log) {
  const handlers = new Map<ToolServer, MessageHandler>();
  return {
    of(server: ToolServer): MessageHandler {
      const handler = handlers.get(server) ?? createMessageHandler(server, log);
      handlers.set(server, handler);
      return handler;
    },
    close: async () => void (await Promise.all([...handlers.values()].map((handler) => handler.close()))),
  };
}

function requireSignedIn(authInfo: AuthInfo | undefined): AuthInfo {
  if (authInfo === undefined) throw new Error('a request came this far without a token');
  return authInfo;
}

function requireAccess({ roles }: Policy, person: SignedInPerson): PersonAccess {
  const access = computeAccess(roles, person);
  if (access) return access;
  throw new WaybillError(
    'REFUSED',
    `${person.name} has no role at this desk. Its roles are ${Object.keys(roles).join(', ')}; the issuer gives them, or the policy file names who holds one.`,
  );
}

type ServedPage = ReturnType<typeof servePage>;

function servePage(config: Config, desk: PageDesk, { resource, organization, origin, now }: ServedDeskOptions) {
  const toApprover = (person: SignedInPerson): Approver | undefined => {
    const isOther = organization !== '' && person.organization !== organization;
    if (person.kind === 'program' || isOther) return undefined;
    const { approves } = requireAccess(desk.policy, person);
    return {
      name: person.name,
      user: person.subject,
      issuer: resource.issuer,
      decides: approves ? 'everything' : 'own',
    };
  };
  const sessions = createSharedSessions({
    memory: desk.memory,
    now,
    organization,
    async findApprover(token) {
      const holder = await resource.findHolder(token);
      return holder && toApprover(holder.person);
    },
  });
  return {
    ...openPageAt(config, desk, { origin: () => origin, issued: sessions, commandText: formatCommandName }),
    startSession: async (token: string): Promise<string> => {
      const holder = await resource.findHolder(token);
      const approver = holder && toApprover(holder.person);
      if (!approver) throw new WaybillError('REFUSED', 'This token is not one of a person of this desk.');
      await auditApprover(
        { ...desk, newId: () => v7() },
        {
          who: formatDecider(approver.name, approver.user),
          place: 'approvals page',
          status: 'signed_in',
          summary: 'Signed in to the approvals page.',
        },
      );
      return sessions.start(token, holder.until);
    },
  };
}
