import type { CarrierType } from '../domain/parties/party-codes.ts';
import { oneOf } from '../store/migrations/table.ts';
import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const carrierTables = {
  carrier: {
    columns: {
      ...recordColumns,
      friendly_id: 'text',
      name: 'text',
      type: oneOf<CarrierType>(),
      status: 'text',
      mc_number: 'text?',
      dot_number: 'text?',
      phone: 'text?',
      email: 'text?',
      /** Names of its equipment as the API spells them, joined into one text. */
      equipments: 'text',
      /** The city of the carrier's home address. */
      city: 'text?',
      state: 'text?',
      postal_code: 'text?',
      market: 'text?',
      latitude: 'text?',
      longitude: 'text?',
      operating_ability: 'text?',
      in_fmcsa: 'bool?',
      rating: 'text?',
      auto_liability_cents: 'cents?',
      cargo_liability_cents: 'cents?',
      currency: 'text?',
      payment_term_id: 'text?',
      insurance_expires_at: 'instant?',
    },
    primaryKey: ['id'],
    owner: 'id',
    index: [['created_at'], ['insurance_expires_at']],
  },
} as const satisfies CopiedTables;
