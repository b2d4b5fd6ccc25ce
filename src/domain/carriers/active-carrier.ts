import type { CarrierStatus } from '../parties/party-codes.ts';
import { isAmong } from '../rules/rule.ts';

/** The brokerage works with the carrier. */
export const activeCarrier = isAmong('status', ['ACTIVE'] satisfies readonly CarrierStatus[]);

/** A carrier that is vetted before it may be booked. */
export const waitingCarrier = isAmong('status', ['PENDING'] satisfies readonly CarrierStatus[]);
