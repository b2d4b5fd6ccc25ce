import type { CarrierStatus, CarrierType } from '../parties/party-codes.ts';
import { isAmong } from '../rules/rule.ts';

/** The brokerage works with the carrier. */
export const activeCarrier = isAmong('status', ['ACTIVE'] satisfies readonly CarrierStatus[]);

/** A carrier that is vetted before it may be booked. */
export const waitingCarrier = isAmong('status', ['PENDING'] satisfies readonly CarrierStatus[]);

/** Carriers of other types have no insurance on file. */
export const insuredCarrier = isAmong('type', ['TRUCKLOAD'] satisfies readonly CarrierType[]);
