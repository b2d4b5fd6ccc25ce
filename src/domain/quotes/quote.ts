import { WaybillError, type ErrorDetail } from '../../errors.ts';
import { type ActionOf, type Lifecycle, type NextOf, type StatusOf, listStatuses } from '../kit/lifecycle.ts';
import { isAmong, isNotAmong } from '../rules/rule.ts';
import { advance } from '../kit/transitions.ts';

const final = { win: 'WON', lose: 'LOST' } as const;
const open = { ...final, pass: 'PASS', cancel: 'CANCELED' } as const;
const unpriced = { quote: 'QUOTED', ...open } as const;

/**
 * A price asked for and given. The four reply and counter statuses are entered by the mail exchange with the customer,
 * never by a caller.
 */
export const quoteLifecycle = {
  DRAFT: unpriced,
  REQUESTED: unpriced,
  QUOTED: { ...open, convert: 'WON' },
  RECEIVED_REPLY: unpriced,
  SENT_REPLY: unpriced,
  RECEIVED_COUNTER: unpriced,
  SENT_COUNTER: unpriced,
  WON: { ...final, convert: 'WON' },
  LOST: final,
  PASS: final,
  CANCELED: final,
} as const satisfies Lifecycle;

export type QuoteStatus = StatusOf<typeof quoteLifecycle>;
export type QuoteAction = ActionOf<typeof quoteLifecycle>;

export const quoteStatuses = listStatuses(quoteLifecycle);
export const finalQuoteStatuses = ['WON', 'LOST', 'PASS', 'CANCELED'] as const satisfies readonly QuoteStatus[];

/** Returns false where a quote of one status doesn't get back to its former one: a quote that ended doesn't open again. */
export const canRestoreQuoteStatus = (status: unknown, former: unknown): boolean =>
  status === former || former === 'WON';

/** Quotes without a final status. */
export const openQuote = isNotAmong('status', finalQuoteStatuses);

/** The customer has a price and hasn't answered it. */
export const pricedQuote = isAmong('status', ['QUOTED'] satisfies readonly QuoteStatus[]);

export const wonQuote = isAmong('status', ['WON'] satisfies readonly QuoteStatus[]);
export const lostQuote = isAmong('status', ['LOST'] satisfies readonly QuoteStatus[]);

export const decidedQuoteStatuses = ['WON', 'LOST'] as const satisfies readonly QuoteStatus[];

/** The customer took the price or another offer: what a win rate counts. */
export const decidedQuote = isAmong('status', decidedQuoteStatuses);

export const quoteSides = ['SELL', 'BUY'] as const;
export type QuoteSide = (typeof quoteSides)[number];

export const quoteLostReasons = [
  'EXPIRED',
  'NO_REASON',
  'NO_RESPONSE',
  'TOO_HIGH',
  'TOO_SLOW',
  'TRUCK_NOT_AVAILABLE',
  'OTHER',
] as const;
export type QuoteLostReason = (typeof quoteLostReasons)[number];

/** The quote as it would be after the change, before its status moves. */
export interface QuoteInputs {
  readonly amountCents: number | null;
  readonly expiresAt: string | null;
  readonly lostReason: QuoteLostReason | null;
  readonly lostReasonText: string | null;
  readonly shipmentId: string | null;
  readonly now: Date;
}

interface Requirement extends Pick<ErrorDetail, 'field' | 'message'> {
  readonly code: 'CONFLICT' | 'VALIDATION_ERROR';
  readonly met: (inputs: QuoteInputs) => boolean;
}

const requirements = {
  notConverted: {
    code: 'CONFLICT',
    field: 'shipmentId',
    message: 'this quote already became a shipment',
    met: ({ shipmentId }) => shipmentId === null,
  },
  hasAmount: {
    code: 'VALIDATION_ERROR',
    field: 'amount',
    message: 'is needed to quote',
    met: ({ amountCents }) => amountCents !== null,
  },
  notExpired: {
    code: 'VALIDATION_ERROR',
    field: 'expiresAt',
    message: 'lies in the past; quoting again needs a new one',
    met: ({ expiresAt, now }) => expiresAt === null || Date.parse(expiresAt) > now.getTime(),
  },
  hasReason: {
    code: 'VALIDATION_ERROR',
    field: 'lostReason',
    message: 'is needed when a quote is lost',
    met: ({ lostReason }) => lostReason !== null,
  },
  explainsOther: {
    code: 'VALIDATION_ERROR',
    field: 'lostReasonText',
    message: 'is needed when lostReason is OTHER',
    met: ({ lostReason, lostReasonText }) => lostReason !== 'OTHER' || (lostReasonText ?? '').trim() !== '',
  },
} as const satisfies Record<string, Requirement>;

/** Requirements of each action in addition to the status. */
export const quoteRequires = {
  quote: ['hasAmount', 'notExpired'],
  win: [],
  lose: ['notConverted', 'hasReason', 'explainsOther'],
  pass: [],
  cancel: [],
  convert: ['notConverted'],
} as const satisfies Record<QuoteAction, readonly (keyof typeof requirements)[]>;

/** The next status; CONFLICT when the status forbids it, VALIDATION_ERROR when something is missing. */
export function moveQuote<Action extends QuoteAction>(
  status: QuoteStatus,
  action: Action,
  inputs: QuoteInputs,
): NextOf<typeof quoteLifecycle, Action> {
  const next = advance(quoteLifecycle, status, action);
  const unmet = quoteRequires[action].map((name): Requirement => requirements[name]).filter(({ met }) => !met(inputs));
  const [first] = unmet;
  if (first === undefined) return next;
  throw new WaybillError(first.code, `${first.field}: ${first.message}`, {
    details: unmet.filter(({ code }) => code === first.code).map(({ field, message }) => ({ field, message })),
  });
}
