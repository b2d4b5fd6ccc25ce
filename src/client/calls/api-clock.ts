import { type ApiOrganization, readOrganization } from './api-organization.ts';

/** Time of the API as its responses give it. */
export interface ApiTime {
  /** Milliseconds that the API's clock is ahead of this machine's. */
  readonly aheadMs: number;
  /** IANA zone of the API's civil dates, as the API names it; not checked. */
  readonly timeZone: string | undefined;
}

/** Headers about time that the last answer had or lacked. */
export interface TimeHeaders {
  readonly Date: boolean;
  readonly 'X-Time-Zone': boolean;
}

export interface ApiClock {
  observe(headers: Headers): void;
  /** Returns the API's time; undefined before the first response. */
  time(): ApiTime | undefined;
  /** Returns which headers the last response had; undefined before the first response. */
  headers(): TimeHeaders | undefined;
  /**
   * Returns the organization that the responses name; undefined before the first response, and for an API that names
   * none.
   */
  organization(): ApiOrganization | undefined;
}

/**
 * Difference in milliseconds below which the clocks count as equal: a response names whole seconds, and takes time to
 * arrive.
 */
const sameWithinMs = 5000;

export function createApiClock(now: () => number): ApiClock {
  let noted: ApiTime | undefined;
  let organization: ApiOrganization | undefined;
  let sent: TimeHeaders | undefined;
  return {
    observe(headers) {
      organization = readOrganization(headers) ?? organization;
      const apiNowMs = Date.parse(headers.get('date') ?? '');
      const earlierAheadMs = noted?.aheadMs ?? 0;
      const aheadMs = Number.isNaN(apiNowMs) ? earlierAheadMs : apiNowMs - now();
      sent = { Date: !Number.isNaN(apiNowMs), 'X-Time-Zone': headers.has('x-time-zone') };
      noted = {
        aheadMs: Math.abs(aheadMs - earlierAheadMs) < sameWithinMs ? earlierAheadMs : aheadMs,
        timeZone: headers.get('x-time-zone') ?? noted?.timeZone,
      };
    },
    time: () => noted,
    headers: () => sent,
    organization: () => organization,
  };
}
