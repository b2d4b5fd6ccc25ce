import type { Invariant } from './invariant.ts';

export const freight: readonly Invariant[] = [
  {
    promise: 'a delivered shipment, and no other, has a time of delivery and every stop behind it',
    broken: `select s.id from shipment s where (s.status = 'DELIVERED') <> (s.delivered_at is not null)
      or (s.status = 'DELIVERED' and exists (select 1 from load l join load_stop x on x.load_id = l.id join stop t on t.id = x.stop_id
        where l.shipment_id = s.id and (t.actual_arrival is null or t.actual_departure is null)))`,
  },
  {
    promise: 'a truck leaves a stop after it came, and reaches the stops in their order',
    broken: `select t.id from stop t where t.actual_departure is not null and (t.actual_arrival is null or t.actual_departure < t.actual_arrival)
      union select b.id from load_stop x join stop a on a.id = x.stop_id join load_stop y on y.load_id = x.load_id and y.sequence = x.sequence + 1
        join stop b on b.id = y.stop_id where b.actual_arrival is not null and (a.actual_arrival is null or b.actual_arrival < a.actual_arrival)`,
  },
  {
    promise: 'loads show what their stops show',
    broken: `select l.id from load l
      join (select x.load_id, min(t.actual_arrival) as came, min(t.actual_departure) as went, max(t.actual_arrival) as last_came,
              sum(case when t.actual_departure is null then 1 else 0 end) as open_stops,
              sum(case when t.type = 'DROP' and t.actual_arrival is not null then 1 else 0 end) as drops_reached,
              max(x.sequence) as stops
            from load_stop x join stop t on t.id = x.stop_id group by x.load_id) p on p.load_id = l.id
      where (l.status in ('SOURCING', 'BOOKED', 'DISPATCHED', 'CANCELED') and p.came is not null)
        or (l.status = 'LOADING' and (p.came is null or p.went is not null))
        or (l.status in ('PICKED_UP', 'IN_TRANSIT') and (p.went is null or p.open_stops = 0))
        or (l.status = 'UNLOADING' and (p.drops_reached = 0 or p.open_stops = 0))
        or (l.status = 'DELIVERED' and p.open_stops > 0)`,
  },
  {
    promise: 'a load has a carrier once it is booked, and none before',
    broken: `select l.id from load l where l.status <> 'CANCELED' and (l.status = 'SOURCING') =
      exists (select 1 from load_carrier c where c.load_id = l.id and c.status = 'ACTIVE')`,
  },
  {
    // Whoever keeps a copy asks for what has changed: what a shipment costs is shown with it.
    promise: 'a shipment has changed when a service or a carrier came to it or left it, or an order of it changed',
    broken: `select s.id from shipment s join (
        select shipment_id, created_at as at from service
        union all select l.shipment_id, c.booked_at from load_carrier c join load l on l.id = c.load_id
        union all select shipment_id, updated_at from freight_order
      ) made on made.shipment_id = s.id where made.at > coalesce(s.updated_at, s.created_at)`,
  },
  {
    promise: 'shipments and orders go with their loads',
    broken: `select s.id from shipment s join load l on l.shipment_id = s.id
      where s.status <> case l.status when 'SOURCING' then 'PLANNING' else l.status end
      union select o.id from freight_order o join shipment s on s.id = o.shipment_id where o.status not in (s.status, 'DELIVERED_UNPAID')`,
  },
  {
    promise: 'what is canceled remembers what it was',
    broken: `select s.id from shipment s where (s.status = 'CANCELED') <> (s.status_before_cancel is not null) or (s.status = 'CANCELED') <> (s.canceled_at is not null)
      union select l.id from load l where (l.status = 'CANCELED') <> (l.status_before_cancel is not null)
      union select o.id from freight_order o where (o.status = 'CANCELED') <> (o.status_before_cancel is not null)`,
  },
  {
    promise: 'a shipment shows the first pickup and the last drop of its first order, and the least advanced billing',
    broken: `select s.id from shipment s join freight_order o on o.shipment_id = s.id and o.position = 0
      join order_stop x on x.order_id = o.id and x.sequence = 1 join stop a on a.id = x.stop_id
      join order_stop y on y.order_id = o.id and y.sequence = (select max(z.sequence) from order_stop z where z.order_id = o.id) join stop b on b.id = y.stop_id
      where a.type <> 'PICK' or b.type <> 'DROP' or s.pick_up_date <> a.requested_start_date or s.delivery_date <> b.requested_start_date
        or s.origin_city <> a.place_city or s.origin_state <> a.place_state or s.destination_city <> b.place_city or s.destination_state <> b.place_state
        or s.billing_status <> o.billing_status`,
  },
  {
    promise: 'every order has two stops or more, counted from one without a gap, and so has every load',
    broken: `select order_id as id from order_stop group by order_id having count(*) < 2 or min(sequence) <> 1 or max(sequence) <> count(*)
      union select load_id as id from load_stop group by load_id having count(*) < 2 or min(sequence) <> 1 or max(sequence) <> count(*)`,
  },
  {
    promise: 'a load visits every stop of the orders of its shipment',
    broken: `select t.id from order_stop x join freight_order o on o.id = x.order_id join load l on l.shipment_id = o.shipment_id join stop t on t.id = x.stop_id
      where not exists (select 1 from load_stop y where y.load_id = l.id and y.stop_id = x.stop_id)`,
  },
  {
    promise: 'a stop is placed one way only',
    broken:
      'select id from stop where (location_id is null) = (city_id is null) or postal_code is not null or airport_code is not null',
  },
  {
    promise: 'carriers are known before they are booked, and booked before the truck comes',
    broken: `select c.id from load_carrier c join carrier r on r.id = c.carrier_id where r.created_at > c.booked_at or c.dispatched_at < c.booked_at
      union select c.id from load_carrier c join load_stop x on x.load_id = c.load_id and x.sequence = 1 join stop t on t.id = x.stop_id
        where c.status = 'ACTIVE' and c.dispatched_at is not null and t.actual_arrival < c.booked_at`,
  },
  {
    promise: 'nobody in bad standing has a truck on the road',
    broken: `select c.id from load_carrier c join load l on l.id = c.load_id join carrier r on r.id = c.carrier_id
      where c.status = 'ACTIVE' and l.status in ('LOADING', 'PICKED_UP', 'IN_TRANSIT', 'UNLOADING')
        and (r.status <> 'ACTIVE' or r.insurance_expiration_date < :now)`,
  },
];

export const quotes: readonly Invariant[] = [
  {
    promise: 'a quote that became a shipment is won, and a won quote became one',
    broken: `select q.id from quote q where (q.status = 'WON') <> (q.shipment_id is not null)
      union select s.id from shipment s join quote q on q.id = s.quote_id where q.shipment_id <> s.id or q.created_at > s.created_at`,
  },
  {
    promise: 'a lost quote says why and when, an open one does not',
    broken: `select id from quote where (status = 'LOST') <> (lost_reason is not null) or (lost_reason = 'OTHER') <> (lost_reason_text is not null)
      or (status in ('QUOTED', 'REQUESTED')) = (closed_time is not null)`,
  },
  {
    promise: 'a quoted price has an amount and an end',
    broken:
      "select id from quote where status in ('QUOTED', 'WON', 'LOST') and (amount_cents is null or expires_at is null)",
  },
];
