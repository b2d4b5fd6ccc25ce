import { type ApiOrganization, readOrganization } from './api-organization.ts';

/** What the API's answers tell of its time. */
export interface ApiTime {
  /** How far its present is ahead of this machine's. */
  readonly aheadMs: number;
  /** What it names as the IANA zone of its civil dates; not checked. */
  readonly timeZone: string | undefined;
}

export interface ApiClock {
  observe(headers: Headers): void;
  /** Undefined before the first answer. */
  time(): ApiTime | undefined;
  /** Undefined before the first answer, and for an API that does not say. */
  organization(): ApiOrganization | undefined;
}

/** Closer than this the clocks are taken for the same: an answer tells whole seconds, and takes time to arrive. */
const sameWithinMs = 5000;

export function createApiClock(now: () => number): ApiClock {
  let noted: ApiTime | undefined;
  let organization: ApiOrganization | undefined;
  return {
    observe(headers) {
      organization = readOrganization(headers) ?? organization;
      const there = Date.parse(headers.get('date') ?? '');
      const known = noted?.aheadMs ?? 0;
      const aheadMs = Number.isNaN(there) ? known : there - now();
      noted = {
        aheadMs: Math.abs(aheadMs - known) < sameWithinMs ? known : aheadMs,
        timeZone: headers.get('x-time-zone') ?? noted?.timeZone,
      };
    },
    time: () => noted,
    organization: () => organization,
  };
}
