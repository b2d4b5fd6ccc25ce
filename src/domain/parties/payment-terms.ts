/** Payment terms as people write them. */
export interface StatedTerms {
  /** Days until the whole amount is due. */
  readonly days: number;
  /** Percent that may be deducted when paid within so many days: 2 within 10 of "2/10 net 30". */
  readonly discount?: { readonly percent: number; readonly days: number };
}

const net = /^(?:net|n)[ -/]{0,2}(\d{1,3})(?: ?d(?:ays?)?)?$/;
const bare = /^(\d{1,3}) ?(?:d|days?)(?: net)?$/;
const discounted =
  /^(\d{1,2}(?:\.\d{1,2})?) ?(?:%? ?(?:\/|in|-) ?|% )(\d{1,3})(?: days?)?,? ?(?:net|n)?[ -/]{0,2}(\d{1,3})(?: ?days?)?$/;
const atOnce =
  /^(?:due (?:up)?on receipt|upon receipt|on receipt|cod|c\.o\.d\.?|cash on delivery|immediate(?:ly)?|due now)$/;

/** Reads "NET30", "net 30 days", "N30", "30 days", "2/10 net 30" and "due on receipt"; undefined for any other text. */
export function parsePaymentTerms(text: string): StatedTerms | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '');
  if (atOnce.test(words)) return { days: 0 };
  const days = (net.exec(words) ?? bare.exec(words))?.[1];
  if (days !== undefined) return { days: Number(days) };
  const [, percent, within, due] = discounted.exec(words) ?? [];
  if (percent === undefined) return undefined;
  return { days: Number(due), discount: { percent: Number(percent), days: Number(within) } };
}
