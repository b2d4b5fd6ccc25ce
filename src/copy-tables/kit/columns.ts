/** The columns that the own table of every collection begins with. */
export const recordColumns = { id: 'text', created_at: 'instant', updated_at: 'instant?' } as const;

/** The first pickup and the last drop, in parts and as people write them. */
export const laneColumns = {
  origin_city: 'text?',
  origin_state: 'text?',
  origin_postal_code: 'text?',
  origin_market: 'text?',
  origin_place: 'text?',
  destination_city: 'text?',
  destination_state: 'text?',
  destination_postal_code: 'text?',
  destination_market: 'text?',
  destination_place: 'text?',
  lane: 'text?',
} as const;

export const chargeColumns = {
  id: 'text',
  code: 'text',
  name: 'text',
  quantity: 'real',
  rate: 'real?',
  total_cents: 'cents',
} as const;
