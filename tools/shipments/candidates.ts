import { dispatchHours } from '../../src/domain/freight/desk-exceptions.ts';
import { exceptionThresholds } from '../../src/domain/freight/shipment-exceptions.ts';
import { orderUnderWay, type WatchLimits } from '../../src/domain/shipments/watched-freight.ts';
import { todayIn } from '../../src/domain/kit/dates.ts';
import { activeAssignment } from '../../src/domain/freight/load.ts';
import { deliveredShipment, liveShipment, notCanceled } from '../../src/domain/freight/shipment.ts';
import { uninvoiced } from '../../src/domain/money/order-billing.ts';
import { matchAll } from '../../src/domain/rules/rule.ts';
import { printRule, toSql } from '../../src/domain/rules/rule-sql.ts';
import type { CollectionName } from '../../src/copy-tables/index.ts';
import { allOf, anyOf, type Condition, isEqual, isUntil } from '../copied/conditions.ts';
import type { AskedException } from './shipment-watch.ts';

/** Where an exception can be found: never fewer shipments than have it, which the rule then tells. */
export interface Candidates {
  /** On a shipment `s` of the copy. */
  readonly condition: Condition;
  /** What the condition reads, and the rule after it. */
  readonly tables: readonly CollectionName[];
}

type Finding = (limits: WatchLimits) => Candidates;

const active = toSql(liveShipment, 's');
/** Delivered and not invoiced. */
const unbilled = toSql(matchAll<'status' | 'billingStatus'>(deliveredShipment, uninvoiced), 's');

/** A stop of an order that still goes anywhere. */
const hasStop = (condition: Condition): Candidates => ({
  condition: allOf([
    active,
    {
      text: `exists (select 1 from freight_order o join order_stop st on st.order_id = o.id
        where o.shipment_id = s.id and ${printRule(orderUnderWay, 'o')} and ${condition.text})`,
      values: condition.values,
    },
  ]),
  tables: ['shipment', 'freight_order'],
});

const hasActiveCarrier = (condition: string): string =>
  `exists (select 1 from load l join load_carrier lc on lc.load_id = l.id left join carrier c on c.id = lc.carrier_id
    where l.shipment_id = s.id and ${printRule(notCanceled, 'l')} and ${printRule(activeAssignment, 'lc')} and ${condition})`;

const plain = (text: string): Condition => ({ text, values: [] });

const isNotLeft = plain('st.actual_departure is null');
const isOver: Finding = ({ now }) => hasStop(allOf([isNotLeft, isUntil('st.window_end', later(now, minutes(1)))]));

/** Where the cover of a carrier that is on the way may be too short: whatever ends up to two days after the delivery. */
const endsSoon: Finding = ({ now, timeZone }) => ({
  condition: allOf([
    active,
    {
      text: hasActiveCarrier(`(c.insurance_expires_at is null
        or substr(c.insurance_expires_at, 1, 10) <= date(max(coalesce(s.delivery_date, ''), ?), '+2 days'))`),
      values: [todayIn(timeZone, now)],
    },
  ]),
  tables: ['shipment', 'load', 'carrier'],
});

const toBill: Candidates = { condition: unbilled, tables: ['shipment', 'document'] };

const findings: Readonly<Record<AskedException, Finding>> = {
  late: isOver,
  arrived_late: isOver,
  uncovered: () => ({
    condition: allOf([
      active,
      plain(`(not exists (select 1 from load l where l.shipment_id = s.id and ${printRule(notCanceled, 'l')})
        or exists (select 1 from load l where l.shipment_id = s.id and ${printRule(notCanceled, 'l')} and not exists
          (select 1 from load_carrier lc where lc.load_id = l.id and ${printRule(activeAssignment, 'lc')})))`),
    ]),
    tables: ['shipment', 'freight_order', 'load'],
  }),
  at_risk: ({ now }) => hasStop(allOf([isNotLeft, { text: 'st.window_end >= ?', values: [later(now, -minutes(1))] }])),
  dwelling: () => hasStop(allOf([isNotLeft, plain('st.actual_arrival is not null')])),
  not_dispatched: ({ now }) => {
    const near = hasStop({ text: 'st.window_start <= ?', values: [later(now, hours(dispatchHours) + minutes(1))] });
    return {
      condition: allOf([near.condition, plain(hasActiveCarrier('lc.dispatched_at is null'))]),
      tables: [...near.tables, 'load'],
    };
  },
  insurance: endsSoon,
  no_appointment: ({ now }) =>
    hasStop(
      allOf([
        isNotLeft,
        anyOf([
          plain('st.window_start is null'),
          allOf([
            isEqual('st.window_kind', 'day'),
            isUntil('st.window_start', later(now, hours(exceptionThresholds.appointmentHours) + minutes(1))),
          ]),
        ]),
      ]),
    ),
  low_margin: ({ marginFloor }) => ({
    condition: allOf([
      anyOf([active, unbilled]),
      {
        text: `s.cost_cents <> 0 and (s.revenue_cents <= 0 or s.revenue_cents - s.cost_cents < s.revenue_cents * ?)`,
        values: [marginFloor],
      },
    ]),
    tables: ['shipment'],
  }),
  missing_pod: () => toBill,
  unbilled: () => toBill,
  // Most of what is under way has one or is near to it.
  any: () => ({
    condition: anyOf([active, unbilled]),
    tables: ['shipment', 'freight_order', 'load', 'carrier', 'document'],
  }),
};

export const candidatesFor = (kind: AskedException, limits: WatchLimits): Candidates => findings[kind](limits);

const minutes = (count: number): number => count * 60_000;
const hours = (count: number): number => minutes(60 * count);
const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();
