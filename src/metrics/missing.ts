/** A figure that people ask for and that the API's records do not hold. */
export interface MissingFigure {
  /** Pattern of requests for it, on folded text. */
  readonly asked: RegExp;
  readonly name: string;
  readonly why: string;
  readonly instead: string;
}

export const missingFigures: readonly MissingFigure[] = [
  {
    asked:
      /\brespon[ds]\w*\b|\bturnaround on quotes?\b|\bquote (?:speed|turnaround)\b|\bhow (?:fast|quick\w*)\b.*\bquot/,
    name: 'response time of quotes',
    why: 'A quote tells when it was made, changed last and closed, not when its price was given.',
    instead: 'quotes_lost by lost_reason counts those that were lost as too slow.',
  },
  {
    asked: /\bcarrier (?:rep|sales|buyer)\w*\b|\bwho (?:covered|booked|bought)\b|\bcapacity rep\b|\bdispatchers?\b/,
    name: 'carrier rep',
    why: 'An assignment of a carrier to a load does not tell who booked it.',
    instead: 'customer_rep is the rep of the shipment, and of a quote its assignee.',
  },
  {
    asked: /\bclaims?\b|\bdamages?\b|\bos&?d\b|\bshortages?\b/,
    name: 'claims',
    why: 'Claims have no record of their own.',
    instead: 'credits are what customers were given back.',
  },
  {
    asked: /\bduplicates?\b|\bdouble bill\w*\b|\bbilled twice\b/,
    name: 'duplicate bills',
    why: 'Whether two bills are the same debt is judged pair by pair, with reasons.',
    instead: 'list_bills with the verdict duplicate shows each pair.',
  },
  {
    asked: /\btender\w*\b|\bacceptance rate\b|\brejection rate\b/,
    name: 'tender acceptance',
    why: 'Tenders and their answers have no record of their own.',
    instead: 'shipments by status shows tenders that are pending or rejected.',
  },
  {
    asked:
      /\bcommissions?\b|\bsalar\w+\b|\boverhead\b|\bebitda\b|\bnet income\b|\boperating (?:profit|income|expenses?)\b/,
    name: 'costs of the brokerage itself',
    why: 'Salaries, commissions and overhead are in the accounting system.',
    instead: 'margin is what is left before them.',
  },
  {
    asked: /\bmarket rates?\b|\bdat rates?\b|\bspot market\b|\bbenchmark\b/,
    name: 'market rates',
    why: 'No market rates are read.',
    instead: 'cost_per_mile by lane is what this desk paid.',
  },
];
