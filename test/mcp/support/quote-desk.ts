import { convertQuote } from '../../../tools/freight/convert_quote.ts';
import { createQuote } from '../../../tools/freight/create_quote.ts';
import { listQuotes } from '../../../tools/quotes/list_quotes.ts';
import { priceQuote } from '../../../tools/quotes/price_quote.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type TestDesk, type TestDeskOptions, startDesk } from '../../support/desk.ts';

/** A Friday morning at the desk, 9 o'clock in Chicago. */
const now = '2026-11-20T15:00:00.000Z';

export interface QuoteDesk extends TestDesk {
  createCustomer(name: string, more?: Record<string, unknown>): Promise<{ id: string; friendlyId: string }>;
  createLocation(customerId: string, name: string, place?: Record<string, unknown>): Promise<string>;
  /** A quote of a customer from Dallas to Atlanta, priced when an amount is given. */
  givenQuote(customerId: string, more?: Record<string, unknown>): Promise<any>; // eslint-disable-line typescript/no-explicit-any -- each test says what it expects of it
  createPricedQuote(customerId: string, amount: number, expiresAt?: string): Promise<any>; // eslint-disable-line typescript/no-explicit-any -- as above
  listShipmentNumbers(): Promise<string[]>;
}

export async function startQuoteDesk(options: Partial<TestDeskOptions> = {}): Promise<QuoteDesk> {
  const desk = await startDesk({
    now,
    tools: [createQuote, priceQuote, convertQuote, listQuotes, runApproved],
    ...options,
  });
  const post = async (path: string, body: unknown) => {
    const answer = await desk.request('POST', path, body);
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const findCityId = async (query: string) => (await desk.api.referenceData.cities({ query })).data[0]?.id;
  const postQuote: QuoteDesk['givenQuote'] = async (customerId, more = {}) => {
    const stops = [
      { type: 'PICK', cityId: await findCityId('Dallas, TX'), requestedStartDate: '2026-11-23' },
      { type: 'DROP', cityId: await findCityId('Atlanta, GA'), requestedStartDate: '2026-11-25' },
    ];
    return post('/v1/quotes', { customer: { id: customerId }, order: { mode: 'TL', stops }, ...more });
  };
  return {
    ...desk,
    createCustomer: (name, more = {}) => post('/v1/customers', { name, status: 'ACTIVE', ...more }),
    async createLocation(customerId, name, place = {}) {
      const address = {
        line1: '1 Dock Street',
        city: 'Dallas',
        state: 'TX',
        zipCode: '75201',
        country: 'US',
        market: 'TX_DAL',
        ...place,
      };
      return (await post('/v1/locations', { customerId, name, isAppointmentRequired: false, address })).id;
    },
    givenQuote: postQuote,
    async createPricedQuote(customerId, amount, expiresAt = '2026-11-21T23:00:00.000Z') {
      const { id } = await postQuote(customerId);
      return desk.api.quotes.update({ id, amount, status: 'QUOTED', expiresAt });
    },
    async listShipmentNumbers() {
      return (await desk.api.shipments.filter()).data.map(({ friendlyId }) => friendlyId);
    },
  };
}

/** Replaces ids and hashes of a result with steady names, so that the rest can be compared. */
export function replaceIds(text: string): string {
  const names = new Map<string, string>();
  return text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      names.set(id, names.get(id) ?? `id-${names.size + 1}`);
      return names.get(id) ?? id;
    })
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'hash');
}
