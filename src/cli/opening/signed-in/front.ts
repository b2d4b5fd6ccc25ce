import { randomUUID } from 'node:crypto';
import {
  type PartReadiness,
  type ReadinessParts,
  type ReadinessQuestion,
  readyPart,
} from '../../../domain/kit/readiness.ts';
import { WaybillError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import type { Admitted } from '../../../mcp/http/endpoint.ts';
import { refuseMessage, refuseUnavailable } from '../../../mcp/http/refusal.ts';
import { createSignInPages } from '../../../mcp/http/sign-in-pages.ts';
import { createIssuerLine, isAwayError } from '../../../mcp/sign-in/issuer-line.ts';
import type { SignedInPerson } from '../../../mcp/sign-in/person.ts';
import { createProtectedResource, type IssuerStatus, type ProtectedResource } from '../../../mcp/sign-in/resource.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { SignIn } from '../../sign-in-file.ts';
import { joinReadiness } from '../desk-readiness.ts';
import type { HttpFront } from '../http-front.ts';
import { whenNeeded } from '../stores/when-needed.ts';
import { listDeskSettings } from '../../organizations.ts';
import { getAudience, getEndpoint, openConfiguredIssuer } from './sign-in-place.ts';
import { openServedDesk, type ServedDesk } from './served-desk.ts';

export interface FrontOptions {
  readonly signIn: SignIn;
  /** `https://waybill.example.com` */
  readonly origin: string;
  readonly now: Clock;
  readonly log: Log;
  /** True if threads of their own fill the copies. */
  readonly hasThreads?: boolean | undefined;
}

/** Opens the front for people and programs that sign in at an issuer: each desk opens with the first of its people. */
export async function openSignedInFront(config: Config, options: FrontOptions): Promise<HttpFront> {
  const { signIn, origin, log } = options;
  const url = getEndpoint(origin);
  if (signIn.assumeEmailVerified)
    log('warn', 'An e-mail counts as verified where the issuer says nothing about it ("assumeEmailVerified").', {
      issuer: signIn.issuer,
    });
  const issuer = await openConfiguredIssuer(signIn, origin);
  const line = createIssuerLine({ log, name: issuer.metadata.issuer });
  const resource = createProtectedResource({
    issuer,
    audience: getAudience(signIn, origin),
    url,
    claims: { ...signIn.claims, assumesEmailVerified: signIn.assumeEmailVerified },
    scopes: signIn.scopes,
    asksIssuer: signIn.introspection,
    line,
  });
  const desks = openDesks(config, options, resource);
  const pages = createSignInPages({
    issuer: { ...issuer, exchangeCode: (back, visit) => line.ask(() => issuer.exchangeCode(back, visit), isAwayError) },
    origin: () => origin,
    instance: randomUUID(),
    async start(token) {
      const holder = await resource.findHolder(token);
      if (holder === undefined)
        throw new WaybillError('REFUSED', 'The issuer gave a token that is not for this server.');
      return (await desks.of(holder.person)).startSession(token);
    },
    findPage: async (cookie) => (await desks.named(cookie.split('.')[0] ?? ''))?.page,
    log,
  });
  try {
    // What keeps the desk of the only organization from opening ends the start.
    await desks.named('');
  } catch (error) {
    await desks.close();
    throw error;
  }
  return {
    url: async () => origin,
    pageOrigin: async () => origin,
    origins: async () => [origin],
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    admit: (request) => admit(resource, desks, request),
    describe: resource.describe,
    async checkReadiness(question) {
      return { ...(await desks.checkReadiness(question)), issuer: toPart(resource.readIssuerStatus()) };
    },
    file: async ({ organization, token }, request) => (await desks.named(organization))?.serveFile?.(request, token),
    page: async (request) => pages.fetch(request),
    endStreams: desks.endStreams,
    async close() {
      line.close();
      await desks.close();
    },
  };
}

interface Desks {
  /** Returns the desk of a person. Throws one sentence for a person of an organization that is not served here. */
  of(person: SignedInPerson): Promise<ServedDesk>;
  named(organization: string): Promise<ServedDesk | undefined>;
  /** Checks the desks that are open, and all desks if their copies are to be filled. */
  readonly checkReadiness: (question: ReadinessQuestion) => Promise<ReadinessParts>;
  readonly endStreams: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function openDesks(
  config: Config,
  { signIn, origin, now, log, hasThreads }: FrontOptions,
  resource: ProtectedResource,
): Desks {
  const settings = listDeskSettings(config, signIn);
  const desks = new Map(
    [...settings].map(([organization, deskConfig]) => [
      organization,
      whenNeeded(() => openServedDesk(deskConfig, { organization, resource, origin, now, log, hasThreads })),
    ]),
  );
  const open = async () => (await Promise.all([...desks.values()].map(({ opened }) => opened()))).filter(isDesk);
  return {
    async of({ name, organization }) {
      const desk = desks.get(desks.has('') ? '' : (organization ?? ''));
      if (desk) return desk.get();
      throw new WaybillError(
        'REFUSED',
        organization === undefined
          ? `The token of ${name} names no organization, or several ("${signIn.claims.organization}").`
          : `The organization of ${name} is not served here.`,
      );
    },
    named: async (organization) => desks.get(organization)?.get(),
    async checkReadiness(question) {
      // With one organization what keeps its desk from opening keeps this process from being ready.
      await desks.get('')?.get();
      const readiness = new Map<string, ReadinessParts>();
      for (const [organization, desk] of desks) {
        const opened = await (question.fillsCopy ? desk.get() : desk.opened());
        if (opened) readiness.set(organization, await opened.checkReadiness(question));
      }
      return joinReadiness(readiness);
    },
    async endStreams() {
      for (const desk of await open()) await desk.endStreams();
    },
    async close() {
      for (const desk of await open()) await desk.close();
    },
  };
}

function toPart({ outage, isNeeded }: IssuerStatus): PartReadiness {
  if (outage === undefined) return readyPart;
  return { status: isNeeded ? 'unavailable' : 'degraded', reason: outage.message };
}

const isDesk = (desk: ServedDesk | undefined): desk is ServedDesk => desk !== undefined;

/** Finds the person of a token and their desk, and refuses a person without a role there. */
async function admit(resource: ProtectedResource, desks: Desks, request: Request): Promise<Admitted | Response> {
  try {
    const authInfo = await resource.authenticate(request);
    if (authInfo instanceof Response) return authInfo;
    const person = resource.getPerson(authInfo);
    const desk = await desks.of(person);
    const isTokenHeld = async () => (await resource.findHolder(authInfo.token)) !== undefined;
    return { handler: desk.handlerFor(person), authInfo, holds: isTokenHeld, name: person.name };
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    return error.code === 'REFUSED' ? refuseMessage(403, error.message) : refuseUnavailable(error);
  }
}
