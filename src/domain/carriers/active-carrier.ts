import type { CarrierStatus } from '../parties/party-codes.ts';
import { isAmong } from '../rules/rule.ts';

/** The brokerage works with the carrier. */
export const activeCarrier = isAmong('status', ['ACTIVE'] satisfies readonly CarrierStatus[]);
