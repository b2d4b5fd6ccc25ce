import { bouncedAssignment, liveLoad, unusedTruck } from '../../domain/freight/load.ts';
import { activeCarrier } from '../../domain/carriers/active-carrier.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import type { MeasureTable } from '../kit/measure.ts';

const haul = { subject: 'carriers', fact: 'haul', day: 'f.pickup_day', mayLackDay: true } as const;
const buildEndsSoonSql = (alias: string) => `civil_day(${alias}.insurance_expires_at) <= $insuranceSoon`;
const noInsuranceHistory = 'earlier certificates aren’t on record';
const onTheRoad = `f.is_live = 1 and ${printRule(liveLoad, { status: 'f.load_status' })}`;
const isBounced = printRule(bouncedAssignment, 'f');
const isUnused = printRule(unusedTruck, 'f');

export const carrierMeasures: MeasureTable = [
  {
    ...haul,
    name: 'carrier_loads',
    title: 'Loads by carriers',
    words: ['loads hauled', 'loads per carrier', 'carrier volume', 'top carriers'],
    definition:
      'Loads that a carrier moves or moved, once for each carrier of a load, by pickup day; bounced ones and TONU left out.',
    unit: 'count',
    where: 'f.is_live = 1',
    sum: '1',
  },
  {
    ...haul,
    name: 'carrier_cost',
    title: 'Carrier cost',
    words: ['carrier spend', 'spend with carriers', 'agreed carrier pay'],
    definition: 'Agreed cost of carriers, TONU included, without vendors, by pickup day.',
    unit: 'money',
    sum: 'f.cost_cents',
  },
  {
    ...haul,
    name: 'carriers_used',
    title: 'Carriers used',
    words: ['active carriers', 'how many carriers', 'distinct carriers', 'number of carriers'],
    definition: 'Carriers that move or moved a load, each once, by pickup day; bounced ones and TONU left out.',
    unit: 'count',
    where: 'f.is_live = 1',
    sum: '1',
    distinct: { column: 'f.carrier_id', of: 'carrier' },
  },
  {
    ...haul,
    name: 'bounces',
    title: 'Bounces',
    words: ['fall-offs', 'carriers that bounced', 'give backs', 'bounced loads', 'carrier cancellations'],
    definition: 'Assignments that a carrier gave back or was taken off, by pickup day of the load.',
    unit: 'count',
    where: isBounced,
    sum: '1',
  },
  {
    ...haul,
    name: 'bounce_rate',
    title: 'Bounce %',
    words: ['bounce percentage', 'fall-off rate', 'carrier reliability'],
    definition: 'Bounced assignments over all assignments of carriers to loads, by pickup day of the load.',
    unit: 'percent',
    sum: `case when ${isBounced} then 1 else 0 end`,
    per: '1',
  },
  {
    ...haul,
    name: 'tonu',
    title: 'TONUs',
    words: ['truck ordered not used', 'how many tonu', 'tonu count'],
    definition: 'Trucks that were ordered and not used, by pickup day of the load.',
    unit: 'count',
    where: isUnused,
    sum: '1',
  },
  {
    ...haul,
    name: 'tonu_cost',
    title: 'TONU cost',
    words: ['cost of tonu', 'paid for trucks not used'],
    definition: 'What trucks that were ordered and not used cost, by pickup day of the load.',
    unit: 'money',
    where: isUnused,
    sum: 'f.cost_cents',
  },
  {
    ...haul,
    name: 'carrier_on_time_delivery',
    title: 'Carrier on-time delivery %',
    words: ['carrier scorecard', 'carrier on time', 'carrier performance', 'carrier service'],
    definition:
      'Delivered hauls whose last drop was reached by the end of its window, over those where both are known, by delivery day.',
    unit: 'percent',
    day: 'f.delivery_day',
    where: 'f.is_delivered = 1',
    sum: 'f.on_time_delivery',
    per: '1',
    unknown: 'no window or no arrival on record',
  },
  {
    subject: 'carriers',
    fact: 'carrier',
    day: 'day(f.created_at)',
    name: 'new_carriers',
    title: 'New carriers',
    words: ['carriers added', 'carriers onboarded', 'onboarding'],
    definition: 'Carriers, by the day they were put on record.',
    unit: 'count',
    sum: '1',
  },
  {
    subject: 'carriers',
    fact: 'carrier',
    day: null,
    noHistory: noInsuranceHistory,
    name: 'insurance_expiring',
    title: 'Carriers with insurance ending',
    words: [
      'expiring insurance',
      'COI expiring',
      'insurance about to lapse',
      'certificates expiring',
      'lapsed insurance',
    ],
    definition:
      'Active truckload carriers whose insurance ended or ends within the days of the policy (rules.insurance.soonDays, else 30), now; without a date on record left out.',
    unit: 'count',
    where: `${printRule(activeCarrier, 'f')} and f.type = 'TRUCKLOAD' and ${buildEndsSoonSql('f')}`,
    sum: '1',
  },
  {
    ...haul,
    subject: 'carriers',
    day: null,
    noHistory: noInsuranceHistory,
    name: 'insurance_at_stake',
    title: 'Exposure on ending insurance',
    words: ['insurance exposure', 'loads on expiring insurance', 'cost at stake'],
    definition:
      'Agreed cost of loads under way or to come whose carrier has insurance that ended or ends within the days of the policy, now.',
    unit: 'money',
    where: `${onTheRoad} and ${buildEndsSoonSql('c')}`,
    sum: 'f.cost_cents',
  },
];
