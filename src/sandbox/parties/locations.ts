import type { City } from '../../domain/places/cities.ts';
import type { RowBatch, NewRow } from '../fill/batch.ts';
import { day } from '../kit/clock.ts';
import { drawSiteName } from '../kit/names.ts';
import { drawAddress, type SandboxPlace } from '../kit/places.ts';
import type { Random } from '../kit/random.ts';
import type { SandboxCustomer, CustomerLane } from './party.ts';
import type { Foundation } from './world.ts';

type DockOwner = Pick<SandboxCustomer, 'id' | 'name' | 'row'>;

/** The docks of the customers: one per customer and city, however many of its lanes begin or end there. */
export interface Locations {
  serve(owner: DockOwner, lane: Pick<CustomerLane, 'lane' | 'from' | 'to'>): CustomerLane;
  /** Returns the contact that the docks of a customer share. */
  of(customerId: string): string;
  batches(): RowBatch[];
}

const dockNotes = [
  'Check in at the guard shack; have the pickup number ready.',
  'Safety vest and closed shoes at all times.',
  'Receiving closes for lunch 12:00 to 12:30.',
  'No overnight parking.',
] as const;

export function createLocations(foundation: Foundation, random: Random): Locations {
  const { rows, newId } = foundation;
  const docks = new Map<string, SandboxPlace>();
  const contacts = new Map<string, string>();
  const locations: NewRow<'location'>[] = [];
  const links: NewRow<'location_contact'>[] = [];

  const getContactId = (customerId: string, at: number): string => {
    const contactId = contacts.get(customerId) ?? newId(at);
    contacts.set(customerId, contactId);
    return contactId;
  };

  const placeAt = (owner: DockOwner, city: City): SandboxPlace => {
    const name = `${owner.id} ${city.id}`;
    const place = docks.get(name);
    if (place) return place;
    const at = Date.parse(owner.row.created_at) + day + docks.size;
    const locationId = newId(at);
    const needsAppointment = random.drawChance(0.55);
    locations.push(
      rows.of('location', at, {
        id: locationId,
        customer_id: owner.id,
        name: drawSiteName(random, owner.name, city.name),
        is_appointment_required: Number(needsAppointment),
        notes: random.drawChance(0.4) ? random.pick(dockNotes) : null,
        address: drawAddress(random, city),
        city: city.name,
        state: city.state,
        postal_code: city.zipCode,
      }),
    );
    links.push(
      rows.of('location_contact', at, {
        location_id: locationId,
        customer_contact_id: getContactId(owner.id, Date.parse(owner.row.created_at) + 2000),
        is_primary: 1,
        contact_types: '["SHIPPING"]',
      }),
    );
    const made = { locationId, city, zipCode: city.zipCode, needsAppointment };
    docks.set(name, made);
    return made;
  };

  return {
    serve: (owner, lane) => ({ ...lane, origin: placeAt(owner, lane.from), destination: placeAt(owner, lane.to) }),
    of: (customerId) => getContactId(customerId, foundation.foundedAt),
    batches: () => [
      { table: 'location', rows: locations },
      { table: 'location_contact', rows: links },
    ],
  };
}
