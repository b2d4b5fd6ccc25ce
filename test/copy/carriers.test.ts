import { expect, test } from 'vitest';
import { collect } from '../../src/client/paginate.ts';
import { signal, startCopied } from './copied.ts';

test('carriers in the copy run what they run, live where they live and are insured as their files say', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);

  const rows =
    await copy.read(`select friendly_id, type, status, equipments, city, state, postal_code, market, latitude,
    longitude, operating_ability, in_fmcsa, rating, auto_liability_cents, cargo_liability_cents
    from carrier order by friendly_id`);
  const { items } = await collect(copied.api.carriers.filter, { pageSize: 250 }, { itemsMax: 10_000 });

  const toCents = (amount: number | null | undefined) => (amount ? Math.round(amount * 100) : null);
  const files = items.map(({ corporateAddress: home, ...carrier }) => ({
    friendly_id: carrier.friendlyId,
    type: carrier.type,
    status: carrier.status,
    equipments: carrier.equipments.join(', '),
    city: home?.city ?? null,
    state: home?.state ?? null,
    postal_code: home?.zipCode ?? null,
    market: home?.market ?? null,
    latitude: home?.latitude ?? null,
    longitude: home?.longitude ?? null,
    operating_ability: carrier.operatingAbility ?? null,
    in_fmcsa: carrier.inFmcsa === undefined || carrier.inFmcsa === null ? null : Number(carrier.inFmcsa),
    rating: carrier.rating ?? null,
    auto_liability_cents: toCents(carrier.insuranceAutoLiabilityLimit),
    cargo_liability_cents: toCents(carrier.insuranceCargoLiabilityLimit),
  }));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows).toEqual(files.toSorted((first, second) => (first.friendly_id < second.friendly_id ? -1 : 1)));
});
