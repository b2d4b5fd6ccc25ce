import { printDaysBetween } from '../../domain/kit/dates.ts';
import type { MeasureTable } from '../kit/measure.ts';
import { missingHistory, podMissingThen } from '../kit/then.ts';

const ofShipment = { subject: 'service', fact: 'shipment' } as const;
const byPickup = { ...ofShipment, day: 'f.pickup_day', mayLackDay: true } as const;
const byDelivery = { ...byPickup, day: 'f.delivery_day' } as const;
/** Stops, each once; the shipment's day decides for all of them. */
const ofVisit = { ...byDelivery, fact: 'visit', day: 's.delivery_day' } as const;
const delivered = { ...ofShipment, mayLackDay: true, day: 'day(f.delivered_at)', where: 'f.is_delivered = 1' } as const;
const due = 'f.is_canceled = 0 and f.pickup_day <= $today';
const noArrival = 'no window or no arrival on record';

export const serviceMeasures: MeasureTable = [
  {
    ...byPickup,
    name: 'on_time_pickup',
    title: 'On-time pickup %',
    words: ['OTP', 'pickup on time', 'on time pick up'],
    definition:
      'Shipments whose truck came to the first pickup by the end of its window, over those where both are known, by pickup day up to today.',
    unit: 'percent',
    where: due,
    sum: 'f.on_time_pickup',
    per: '1',
    unknown: noArrival,
  },
  {
    ...byDelivery,
    name: 'on_time_delivery',
    title: 'On-time delivery %',
    words: ['OTD', 'on time', 'delivery on time', 'service level', 'on-time performance'],
    definition:
      'Delivered shipments whose truck came to the final drop by the end of its window, over those where both are known, by delivery day.',
    unit: 'percent',
    where: 'f.is_delivered = 1',
    sum: 'f.on_time_delivery',
    per: '1',
    unknown: noArrival,
  },
  {
    ...byPickup,
    name: 'late_pickups',
    title: 'Late pickups',
    words: ['missed pickups', 'pickups late'],
    definition: 'Shipments picked up after the end of the window of their first pickup, by pickup day up to today.',
    unit: 'count',
    where: due,
    sum: '1 - f.on_time_pickup',
    unknown: noArrival,
  },
  {
    ...byDelivery,
    name: 'late_deliveries',
    title: 'Late deliveries',
    words: ['late loads', 'service failures', 'deliveries late', 'missed deliveries'],
    definition: 'Delivered shipments that reached their final drop after the end of its window, by delivery day.',
    unit: 'count',
    where: 'f.is_delivered = 1',
    sum: '1 - f.on_time_delivery',
    unknown: noArrival,
  },
  {
    ...byDelivery,
    name: 'hours_late',
    title: 'Hours late',
    words: ['how late', 'average delay', 'lateness', 'delay'],
    definition:
      'Hours after the end of the window at the final drop, on average over the late deliveries, by delivery day.',
    unit: 'hours',
    where: 'f.is_delivered = 1 and f.on_time_delivery = 0',
    sum: 'f.delivery_late_minutes / 60.0',
    per: '1',
  },
  {
    ...ofVisit,
    name: 'dwell',
    title: 'Dwell (hours per stop)',
    words: ['dwell time', 'detention time', 'waiting time', 'time at dock', 'loading time'],
    definition:
      'Hours from arrival to departure, over the stops where both are known, dropped trailers left out, by delivery day of the shipment.',
    unit: 'hours',
    where: 's.is_canceled = 0 and f.dwell_minutes is not null',
    sum: 'f.dwell_minutes / 60.0',
    per: '1',
  },
  {
    ...ofVisit,
    name: 'on_time_stops',
    title: 'On-time arrivals %',
    words: ['on time at stops', 'on time by facility', 'on time at facilities', 'arrivals on time', 'OTA'],
    definition:
      'Stops of delivered shipments, pickups and drops, whose truck came by the end of the window, over those where both are known, by delivery day of the shipment.',
    unit: 'percent',
    where: 's.is_delivered = 1',
    sum: 'f.late_minutes <= 0',
    per: '1',
    unknown: noArrival,
  },
  {
    ...ofVisit,
    name: 'late_stops',
    title: 'Late arrivals',
    words: ['late at stops', 'late by facility', 'late arrivals at facilities', 'stops late'],
    definition:
      'Stops of delivered shipments, pickups and drops, whose truck came after the end of the window, by delivery day of the shipment.',
    unit: 'count',
    where: 's.is_delivered = 1',
    sum: 'f.late_minutes > 0',
    unknown: noArrival,
  },
  {
    ...byDelivery,
    fact: 'haul',
    name: 'transit_time',
    title: 'Transit time (hours)',
    words: ['transit', 'time in transit', 'transit days', 'driving time'],
    definition:
      'Hours from the first departure to the last arrival, on average over hauls where both are known, by delivery day.',
    unit: 'hours',
    where: 'f.is_delivered = 1',
    sum: 'f.transit_minutes / 60.0',
    per: '1',
    unknown: 'no departure or no arrival on record',
  },
  {
    ...byPickup,
    name: 'lead_time',
    title: 'Lead time (days)',
    words: ['notice', 'how far ahead', 'booking window', 'days before pickup'],
    definition: 'Days from when the shipment was entered to its pickup, on average, by pickup day; canceled left out.',
    unit: 'days',
    where: 'f.is_canceled = 0',
    sum: printDaysBetween('day(f.created_at)', 'f.pickup_day'),
    per: '1',
  },
  {
    ...byPickup,
    name: 'time_to_cover',
    title: 'Time to cover (hours)',
    words: ['coverage time', 'time to book', 'hours to cover', 'how fast do we cover'],
    definition:
      'Hours from when the shipment was entered to its first booked carrier, on average over those that were booked, by pickup day.',
    unit: 'hours',
    where: 'f.is_canceled = 0 and f.booked_at is not null',
    sum: `(${printDaysBetween('f.created_at', 'f.booked_at')}) * 24`,
    per: '1',
  },
  {
    ...delivered,
    name: 'days_to_pod',
    title: 'Days from delivery to POD',
    words: ['POD time', 'proof of delivery turnaround', 'days to proof of delivery', 'days to get pods'],
    definition:
      'Days from delivery to the first uploaded POD, on average over delivered shipments that have one, by day of delivery.',
    unit: 'days',
    sum: `case when f.pod_at is not null then ${printDaysBetween('day(f.delivered_at)', 'day(f.pod_at)')} end`,
    per: '1',
    unknown: 'no POD yet',
  },
  {
    ...delivered,
    name: 'days_to_invoice',
    title: 'Days from delivery to invoice',
    words: ['billing lag', 'invoicing time', 'how fast do we bill', 'billing speed'],
    definition:
      'Days from delivery to the first invoice, on average over delivered shipments that are invoiced, by day of delivery.',
    unit: 'days',
    sum: printDaysBetween('day(f.delivered_at)', 'f.invoiced_day'),
    per: '1',
    unknown: 'not invoiced yet',
  },
  {
    ...delivered,
    name: 'days_to_cash',
    title: 'Days from delivery to cash',
    words: ['delivery to cash', 'cash cycle', 'cash conversion', 'days until paid after delivery'],
    definition:
      'Days from delivery to the last payment, on average over delivered shipments whose invoices owe nothing, by day of delivery.',
    unit: 'days',
    sum: printDaysBetween('day(f.delivered_at)', 'f.paid_day'),
    per: '1',
    unknown: 'not paid yet',
  },
  {
    ...ofShipment,
    day: null,
    history: { where: podMissingThen, lacks: missingHistory.freight },
    name: 'missing_pods',
    title: 'Missing PODs',
    words: ['PODs outstanding', 'no proof of delivery', 'missing paperwork', 'pod missing'],
    definition: 'Delivered shipments without an uploaded POD, now; one that is only announced is missing.',
    unit: 'count',
    where: "f.is_delivered = 1 and f.pod in ('missing', 'upload_pending')",
    sum: '1',
  },
];
