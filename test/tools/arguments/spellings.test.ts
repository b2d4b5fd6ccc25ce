import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseAppointment, parseMoment } from '../../../tools/arguments/appointment-words.ts';
import { parseDateRange } from '../../../tools/arguments/date-words.ts';
import { parseDocumentType } from '../../../tools/arguments/document-words.ts';
import { parseStateArgument } from '../../../tools/arguments/states.ts';
import { parseMinutes, parsePercent, parsePounds } from '../../../tools/arguments/measure-input.ts';
import { matchEquipment } from '../../../tools/arguments/equipment-words.ts';
import { matchTerms } from '../../../tools/arguments/parties/payment-terms.ts';
import { parseEmail, parseEmails } from '../../../tools/arguments/parties/email-input.ts';
import { equipment } from '../../../src/domain/freight/equipment.ts';
import { parseCents } from '../../../tools/arguments/money-input.ts';
import { tools } from '../../../tools/index.ts';
import { isDeep } from '../../support/depth.ts';
import { type LoadDesk, startLoadDesk } from '../../mcp/support/load-desk.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';

/** Friday, 9 o'clock in Chicago. */
const asking = { askedAt: '2026-11-20T15:00:00.000Z', timeZone: 'America/Chicago' };

type SpellingRow = readonly [typed: string, meaning: unknown];

/** Functions that the tools read each kind of word with. */
const readers: Readonly<Record<string, (typed: string) => unknown>> = {
  moment: (text) => {
    const { date, time } = parseMoment(asking, { name: 'it', text, lean: 'future' });
    return time === null ? date : `${date} ${time}`;
  },
  window: (text) => {
    const { start, end } = parseAppointment(asking, { name: 'it', text, lean: 'future' });
    return [start.date, start.time, end?.date === start.date ? '' : end?.date, end?.time].filter(Boolean).join(' ');
  },
  period: (text) => {
    const range = parseDateRange(asking, { name: 'it', text, lean: 'past' }, undefined);
    return `${range?.from} to ${range?.to ?? 'now'}`;
  },
  cents: (text) => parseCents(text, 'it'),
  pounds: (text) => parsePounds(text, 'it'),
  minutes: (text) => parseMinutes(text, 'it'),
  percent: (text) => parsePercent(text, 'it'),
  email: (text) => parseEmail(text, 'it'),
  emails: (text) => parseEmails(text, 'it').join(' '),
  equipment: (text) => matchEquipment(equipment, text).record?.name ?? refuse(text),
  terms: (text) => getOnly(matchTerms(paymentTerms, text))?.name ?? refuse(text),
  paper: (text) => parseDocumentType('it', text),
  state: (text) => parseStateArgument('it', text),
};

/** The terms of a brokerage, one of which states its days beside its name only. */
const paymentTerms = [
  { id: '1', name: 'Net 15', days: 15, quickPayFee: null },
  { id: '2', name: 'Net 30', days: 30, quickPayFee: null },
  { id: '3', name: '2/10 Net 30', days: 30, quickPayFee: null },
  { id: '4', name: 'Standard', days: 45, quickPayFee: null },
  { id: '5', name: 'Quick Pay 2 days', days: 2, quickPayFee: 0.025 },
  { id: '6', name: 'Net 60', days: 60, quickPayFee: null },
  { id: '7', name: '1% 10 net 60', days: 60, quickPayFee: null },
  { id: '8', name: 'Due on receipt', days: 0, quickPayFee: null },
];

const getOnly = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

function refuse(text: string): never {
  throw new Error(`it: ${text} is refused with what there is, such as the names of the list`);
}

const understood: Readonly<Record<keyof typeof readers, readonly SpellingRow[]>> = {
  moment: [
    ['tues', '2026-11-24'],
    ['weds 9a', '2026-11-25 09:00'],
    ['thurs', '2026-11-26'],
    ['tmrw 8a', '2026-11-21 08:00'],
    ['tmw', '2026-11-21'],
    ['11-27', '2026-11-27'],
    ['11/27', '2026-11-27'],
    ['11/27/26', '2026-11-27'],
    ['Nov 27', '2026-11-27'],
    ['27 Nov', '2026-11-27'],
    ['November 27th', '2026-11-27'],
    ['the 27th', '2026-11-27'],
    ['the 3rd', '2026-12-03'],
    ['Dec 1, 2026', '2026-12-01'],
    ['0800', '2026-11-20 08:00'],
    ['0930', '2026-11-20 09:30'],
    ['8a', '2026-11-20 08:00'],
    ['8 AM', '2026-11-20 08:00'],
    ['8:30a', '2026-11-20 08:30'],
    ['2p', '2026-11-20 14:00'],
    ['14:00', '2026-11-20 14:00'],
    ['noon', '2026-11-20 12:00'],
    ['mon noon', '2026-11-23 12:00'],
    ['in 2 hours', '2026-11-20 11:00'],
    ['in 3 days', '2026-11-23'],
    ['Monday @ 0800', '2026-11-23 08:00'],
    ['12/1 appt 0800', '2026-12-01 08:00'],
    ['5pm EST Friday', '2026-11-20 16:00'],
    ['Mon 8am CT', '2026-11-23 08:00'],
    ['EOD', '2026-11-20'],
    ['by EOD', '2026-11-20'],
    ['EOD Friday', '2026-11-20'],
    ['monday end of day', '2026-11-23'],
    ['EOM', '2026-11-30'],
    ['end of next month', '2026-12-31'],
    ['friday next week', '2026-11-27'],
    ['by Friday 5pm', '2026-11-20 17:00'],
  ],
  window: [
    ['Friday 7am-3pm', '2026-11-20 07:00 15:00'],
    ['tmrw 8-12', '2026-11-21 08:00 12:00'],
    ['by 2pm', '2026-11-20 14:00'],
    ['12/1 FCFS 7-15', '2026-12-01 07:00 15:00'],
    ['12/1 0700-1500', '2026-12-01 07:00 15:00'],
    ['Nov 27 8-12', '2026-11-27 08:00 12:00'],
    ['next tue after 10am', '2026-11-24 10:00'],
    ['tomorrow between 8am and noon', '2026-11-21 08:00 12:00'],
    ['Mon 8am - Tue 5pm', '2026-11-23 08:00 2026-11-24 17:00'],
    ['7a-3p et', '2026-11-20 06:00 14:00'],
    ['11/30-12/2', '2026-11-30 2026-12-02'],
    ['mon-wed', '2026-11-23 2026-11-25'],
  ],
  period: [
    ['yesterday', '2026-11-19 to now'],
    ['last week', '2026-11-09 to 2026-11-15'],
    ['MTD', '2026-11-01 to 2026-11-20'],
    ['QTD', '2026-10-01 to 2026-11-20'],
    ['YTD', '2026-01-01 to 2026-11-20'],
    ['this quarter', '2026-10-01 to 2026-12-31'],
    ['prior month', '2026-10-01 to 2026-10-31'],
    ['past 30 days', '2026-10-22 to 2026-11-20'],
    ['the last 90 days', '2026-08-23 to 2026-11-20'],
    ['trailing 30 days', '2026-10-22 to 2026-11-20'],
    ['Nov', '2026-11-01 to 2026-11-30'],
    ['november 2025', '2025-11-01 to 2025-11-30'],
    ['Q3', '2026-07-01 to 2026-09-30'],
    ['2025', '2025-01-01 to 2025-12-31'],
    ['11/1-11/15', '2026-11-01 to 2026-11-15'],
    ['between nov 1 and nov 15', '2026-11-01 to 2026-11-15'],
    ['since monday', '2026-11-16 to now'],
    ['week of 11/2', '2026-11-02 to 2026-11-08'],
    ['the 3rd', '2026-11-03 to now'],
  ],
  cents: [
    ['4200', 420_000],
    ['$4,200', 420_000],
    ['$ 4,200.00', 420_000],
    ['4,200.5', 420_050],
    ['5k', 500_000],
    ['5K', 500_000],
    ['$5k', 500_000],
    ['1.2k', 120_000],
    ['$1.25k', 125_000],
    ['12.34567k', 1_234_567],
    ['4200 bucks', 420_000],
    ['1,200 dollars', 120_000],
    ['5 grand', 500_000],
    ['USD 300', 30_000],
    ['5k USD', 500_000],
    ['US$ 300.50', 30_050],
    ['0', 0],
  ],
  pounds: [
    ['42000', 42_000],
    ['42k lb', 42_000],
    ['42k', 42_000],
    ['42,000#', 42_000],
    ['42,000 lbs.', 42_000],
    ['42.5k pounds', 42_500],
    ['19000 kg', 41_888],
    ['19,000kgs', 41_888],
    ['20 t', 44_092],
    ['20 tons', 40_000],
    ['20 metric tons', 44_092],
    ['42k lbs', 42_000],
    ['18,500 kg', 40_786],
    ['22.5 tons', 45_000],
    ['20 tonnes', 44_092],
    ['420 cwt', 42_000],
    ['42 k', 42_000],
  ],
  minutes: [
    ['2.5', 150],
    ['2.5 h', 150],
    ['2h30', 150],
    ['2h 30m', 150],
    ['2 hrs', 120],
    ['2:30', 150],
    ['2 hours and 15 minutes', 135],
    ['90 min', 90],
    ['an hour', 60],
    ['half an hour', 30],
    ['1 1/2 hours', 90],
  ],
  percent: [
    ['15', 15],
    ['15%', 15],
    ['12.5 percent', 12.5],
    ['8 pct', 8],
    ['0.5%', 0.5],
  ],
  email: [
    [' ap@fernhill.example ', 'ap@fernhill.example'],
    ['Jane Smith <jane@fernhill.example>', 'jane@fernhill.example'],
    ['"Smith, Jane" <jane@fernhill.example>', 'jane@fernhill.example'],
    ['Smith, Jane <jane@fernhill.example>', 'jane@fernhill.example'],
    ['<jane@fernhill.example>,', 'jane@fernhill.example'],
    ['mailto:ap@fernhill.example', 'ap@fernhill.example'],
    ['mailto:ap@fernhill.example?subject=Invoice%201', 'ap@fernhill.example'],
    ['ap@fernhill.example.', 'ap@fernhill.example'],
    ['(ap@fernhill.example);', 'ap@fernhill.example'],
    ['ap+inv@mail.fernhill.example', 'ap+inv@mail.fernhill.example'],
  ],
  emails: [
    ['ap@fernhill.example; ar@fernhill.example', 'ap@fernhill.example ar@fernhill.example'],
    ['Jane <jane@x.example>, Bo Li <bo@x.example>', 'jane@x.example bo@x.example'],
    ['a@x.example b@x.example', 'a@x.example b@x.example'],
    ['a@x.example, a@x.example', 'a@x.example'],
  ],
  equipment: [
    ["53' van", "53' Dry Van"],
    ['53ft dry', "53' Dry Van"],
    ['DV', "53' Dry Van"],
    ['V', "53' Dry Van"],
    ['van 48', "48' Dry Van"],
    ['RF', "53' Reefer"],
    ['R', "53' Reefer"],
    ['reefer 53', "53' Reefer"],
    ['53 RF', "53' Reefer"],
    ['temp controlled', "53' Reefer"],
    ['48 ft flat', "48' Flatbed"],
    ['48ft flatbed', "48' Flatbed"],
    ['FB', "48' Flatbed"],
    ['flat 48', "48' Flatbed"],
    ['SD', "53' Step Deck"],
    ['stepdeck', "53' Step Deck"],
    ['53 step', "53' Step Deck"],
    ['PO', 'Power Only'],
    ['hot shot', 'Hotshot'],
    ['low boy', 'Lowboy'],
    ['straight truck', "26' Box Truck"],
    ['box truck w/ lift gate', "26' Box Truck, Liftgate"],
    ['cargo van', 'Sprinter Van'],
    ['40hc container', "40' High Cube Container (Drayage)"],
    ['conestoga', 'Conestoga'],
  ],
  terms: [
    ['NET30', 'Net 30'],
    ['net-30', 'Net 30'],
    ['N30', 'Net 30'],
    ['n/30', 'Net 30'],
    ['30 days', 'Net 30'],
    ['net 30 days', 'Net 30'],
    ['2/10 net 30', '2/10 Net 30'],
    ['2% 10, net 30', '2/10 Net 30'],
    ['2/10 n30', '2/10 Net 30'],
    ['net 45', 'Standard'],
    ['1/10 net 60', '1% 10 net 60'],
    ['COD', 'Due on receipt'],
    ['quick pay 2 days', 'Quick Pay 2 days'],
  ],
  paper: [
    ['POD', 'PROOF_OF_DELIVERY'],
    ['signed pod', 'PROOF_OF_DELIVERY'],
    ['delivery receipt', 'PROOF_OF_DELIVERY'],
    ['BOL', 'BILL_OF_LADING'],
    ['B/L', 'BILL_OF_LADING'],
    ['COI', 'CERTIFICATE_OF_INSURANCE'],
    ['insurance certificate', 'CERTIFICATE_OF_INSURANCE'],
    ['rate con', 'RATE_CON'],
    ['Rate Confirmation', 'RATE_CON'],
    ['lumper receipt', 'LUMPER_RECEIPT'],
    ['lumper', 'LUMPER_RECEIPT'],
    ['W-9', 'W9'],
    ['w9', 'W9'],
    ['invoice', 'INVOICE'],
    ['carrier invoice', 'CARRIER_INVOICE'],
    ['NOA', 'NOTICE_OF_ASSIGNMENT'],
    ['voided check', 'VOIDED_CHECK'],
    ['scale ticket', 'SCALE_TICKET'],
    ['photos', 'PHOTO'],
    ['PROOF_OF_DELIVERY', 'PROOF_OF_DELIVERY'],
  ],
  state: [
    ['TX', 'TX'],
    ['tx', 'TX'],
    ['Texas', 'TX'],
    ['north carolina', 'NC'],
    ['Ontario', 'ON'],
    ['N.J.', 'NJ'],
  ],
};

/** Words with two readings, or with none. */
const refused: Readonly<Record<keyof typeof readers, readonly string[]>> = {
  moment: [
    'first thing monday',
    'tomorrow am',
    'COB Friday',
    'end of next week',
    'asap',
    '9ish',
    '12.1',
    '24/7',
    '25:00',
    '8x',
    '13a',
    'sat or sun',
    'Monday @ 8',
    'Friday midnight',
    'the 32nd',
    '2026-02-30',
    'tonight',
    'mid december',
  ],
  window: [
    '8-12',
    'Friday 7-3',
    'Friday 8am-10',
    'Tue 5pm to Mon 8am',
    'next tue after 10',
    'today by 5',
    'after Friday',
  ],
  period: ['recent', 'a while ago', 'fiscal q1', 'last business day', 'end of next week', '30 days'],
  cents: [
    '4.200,00',
    '12,34',
    'about 5k',
    '5m',
    '-5k',
    '(500)',
    '5kk',
    'k',
    '1,2k',
    '5-6k',
    '~5k',
    '4.200',
    '12.345678k',
    'CAD 500',
    'USD 5 CAD',
    '4200/mi',
    'five hundred',
    '',
    '$',
    '5k + lumper',
  ],
  email: ['ap@fernhill', 'jane', 'a@x.example; b@x.example', 'call ap@x.example', 'ap@x.example then bo', '@', ''],
  emails: ['a@x.example; Jane', 'Jane; a@x.example', 'a@b@x.example', ';'],
  equipment: ['spaceship', 'container', '53', 'tanker', ''],
  terms: ['1/10 net 30', 'net 31', 'soon', '10 net', ''],
  pounds: ['18.500 kg', '42.000 lbs', 'heavy', '42k miles', '40-44k', 'about 20 t', '', '42,00', 'full truck'],
  minutes: ['a while', '2-3 hours', 'all day', '2h75', ''],
  percent: ['0.15', '101%', '15-18%', 'fifteen', ''],
  paper: ['the paper', 'POD and BOL', '', 'contract'],
  state: ['Dallas', 'XX', ''],
};

const flattenRows = (rows: Readonly<Record<string, readonly SpellingRow[]>>) =>
  Object.entries(rows).flatMap(([kind, rowsOfKind]) =>
    rowsOfKind.map(([typed, meaning]) => [kind, typed, meaning] as const),
  );

test.each(flattenRows(understood))('the %s %j is %j', (kind, typed, meaning) => {
  expect(readers[kind]?.(typed)).toBe(meaning);
});

test.each(Object.entries(refused).flatMap(([kind, texts]) => texts.map((typed) => [kind, typed] as const)))(
  'the %s %j is refused with what to write instead, never guessed',
  (kind, typed) => {
    expect(() => readers[kind]?.(typed)).toThrow(
      /^it: .*(?:for example|such as|use |must not be negative|single day|takes one address)/,
    );
  },
);

test('every amount that a tool takes may be typed so', () => {
  const amounts = tools.flatMap(({ name, input }) =>
    Object.entries(input.shape).flatMap(([argument, schema]) =>
      /amount|target$|price$/i.test(argument) ? [{ argument: `${name}.${argument}`, schema }] : [],
    ),
  );

  expect(amounts.map(({ argument }) => argument)).toContain('list_bills.minAmount');
  for (const { argument, schema } of amounts)
    expect([argument, z.safeParse(schema, '5k').success]).toEqual([argument, true]);
});

/** A desk with one of everything that has a number or a name. */
async function startNames() {
  const desk = await startLoadDesk({ tools: [] });
  const { api } = desk;
  const billed = await desk.createLoad({
    carrier: { name: 'Prairie Haul', cost: 1500 },
    road: { status: 'DELIVERED', arrived: '2026-11-19T20:10:00.000Z' },
    references: { PURCHASE_ORDER_NUMBER: 'PO-88410', CUSTOMER_REFERENCE_NUMBER: '45-0077-81' },
    key: 'erp-77',
  });
  await desk.createLoad({ references: { BOL_NUMBER: 'BOL 77.123/A', PURCHASE_ORDER_NUMBER: '4500123' } });
  const bill = await desk.createBill(billed, 1500, { reference: 'IN-20 33/871' });
  const carrierId = billed.loads[0].carriers[0].carrier.id;
  await api.carriers.update({ id: carrierId, mcNumber: 'MC-900123', dotNumber: '9000777', scac: 'PRHL' });
  await api.bills.approve({ id: bill.id });
  await api.billPayments.create({
    paymentDate: '2026-11-19',
    applications: [{ billId: bill.id, amount: 1500 }],
    reference: 'ACH-77-1203',
  });
  const { data } = await api.orders.filter({ filter: { shipmentId: { equalTo: billed.id } } });
  const orderId = data[0]?.id ?? '';
  const invoice = await api.invoices.create({
    orderId,
    invoiceDate: '2026-11-20',
    amount: 2000,
    reference: 'Acme/Inv. 70-2211',
  });
  const customerId = billed.customer.id;
  await api.payments.create({
    customerId,
    paymentDate: '2026-11-20',
    applications: [{ invoiceId: invoice.id, amount: 500 }],
    reference: 'CHK 10442',
  });
  await api.creditMemos.create({ customerId, amount: 40, memoDate: '2026-11-20', reference: 'Short/114' });
  const address = {
    line1: '1 Dock Street',
    city: 'Dallas',
    state: 'TX',
    zipCode: '75201',
    country: 'US',
    market: 'TX_DAL',
  };
  await api.locations.create({ customerId, name: 'Northside Dock', isAppointmentRequired: false, address });
  await api.customers.create({ name: 'Acme Steel', status: 'ACTIVE' });
  await api.vendors.create({ name: 'Harbor Drayage' });
  await api.carrierFactors.create({ companyName: 'Triumph Capital' });
  await api.users.create({ name: 'Dana Ruiz', email: 'dana@desk.test', status: 'ACTIVE', roles: ['AR_AP'] });
  await api.carrierContacts.create({
    carrierId,
    name: 'Luis Ortega',
    contactInfo: { name: 'Luis Ortega', email: 'luis@prairie.test', phoneNumber: '312-555-0147' },
  });
  await desk.uploadPaper(billed, 'PROOF_OF_DELIVERY');
  return desk;
}

/** Lists the kind and number (else the text) of each row that `find` shows. */
async function listMatches(desk: LoadDesk, query: string) {
  const { data } = await desk.callTool('find', { query });
  if (data.error) throw new Error(JSON.stringify([query, data.error]));
  return data.rows.map(({ kind, friendlyId, what: text }: { kind: string; friendlyId: string; what: string }) =>
    `${kind} ${friendlyId || text.split(',')[0]}`.trim(),
  );
}

const expectedMatches: readonly SpellingRow[] = [
  ['PO 88410', 'shipment SHP-1001'],
  ['po#88410', 'shipment SHP-1001'],
  ['P.O. 88410', 'shipment SHP-1001'],
  ['Purchase order 88410', 'shipment SHP-1001'],
  ['#88410', 'shipment SHP-1001'],
  ['88-410', 'shipment SHP-1001'],
  ['45007781', 'shipment SHP-1001'],
  ['45-0077-81', 'shipment SHP-1001'],
  ['4500 7781', 'shipment SHP-1001'],
  ['ref 45.0077.81', 'shipment SHP-1001'],
  ['erp-77', 'shipment SHP-1001'],
  ['LD-1001', 'shipment SHP-1001'],
  ['ld 1001', 'shipment SHP-1001'],
  ['load 1001', 'shipment SHP-1001'],
  ['shp1001', 'shipment SHP-1001'],
  ['45-001-23', 'shipment SHP-1002'],
  ['bol 77123a', 'shipment SHP-1002'],
  ['b/l 77123 A', 'shipment SHP-1002'],
  ['in2033871', 'bill BILL-00001'],
  ['IN-2033-871', 'bill BILL-00001'],
  ['bill 1', 'bill BILL-00001'],
  ['702211', 'invoice INV-00001'],
  ['acme inv 702211', 'invoice INV-00001'],
  ['inv 1', 'invoice INV-00001'],
  ['check 10442', 'payment PMT-00001'],
  ['chk#10442', 'payment PMT-00001'],
  ['ck no. 10442', 'payment PMT-00001'],
  ['10442', 'payment PMT-00001'],
  ['PMT-1', 'payment PMT-00001'],
  ['ach 771203', 'bill payment BP-00001'],
  ['ACH-77-1203', 'bill payment BP-00001'],
  ['bp 1', 'bill payment BP-00001'],
  ['short 114', 'credit memo CM-00001'],
  ['CM-1', 'credit memo CM-00001'],
  ['#SHP-1001', 'shipment SHP-1001'],
  ['# INV-00001', 'invoice INV-00001'],
  ['load# 1001', 'shipment SHP-1001'],
  ['shipment no. 1001', 'shipment SHP-1001'],
  ['MC 900123', 'carrier C100001'],
  ['MC# 00900123', 'carrier C100001'],
  ['DOT 09000777', 'carrier C100001'],
  ['MC-900123', 'carrier C100001'],
  ['mc#900123', 'carrier C100001'],
  ['DOT 9000777', 'carrier C100001'],
  ['USDOT# 9000777', 'carrier C100001'],
  ['prhl', 'carrier C100001'],
  ['prairie haul', 'carrier C100001'],
  ['acme foods', 'customer A100001'],
  ['HARBOR drayage', 'vendor V100001'],
  ['harbor', 'vendor V100001'],
  ['triumph', 'factor Triumph Capital'],
  ['northside dock', 'location Northside Dock'],
  ['Dana Ruiz', 'user Dana Ruiz'],
  ['dana@desk.test', 'user Dana Ruiz'],
  ['Luis Ortega', 'carrier contact Luis Ortega'],
  ['(312) 555-0147', 'carrier contact Luis Ortega'],
  ['+1 312 555 0147', 'carrier contact Luis Ortega'],
  ['luis@prairie.test', 'carrier contact Luis Ortega'],
  ['proof_of_delivery.pdf', 'document proof_of_delivery.pdf'],
];

/** With a typing error: nothing is taken, and the closest is named. */
const closest: readonly SpellingRow[] = [
  ['SHP-1010', /Looked at shipment and load numbers.*Closest: shipment SHP-1001 /],
  ['PO 88401', /Closest: shipment SHP-1001 /],
  ['45007718', /Closest: shipment SHP-1001 /],
  ['IN-2033781', /Closest: .*bill BILL-00001 /],
  ['check 10424', /Closest: .*payment PMT-00001 /],
  ['Praire Hual', /Closest: .*carrier C100001 .*Prairie Haul/],
  ['Acme Fods Incorporated', /Closest: .*customer A100001 .*Acme Foods/],
  ['Harbour Draage', /Closest: .*vendor V100001 .*Harbor Drayage/],
  ['Triumf Capital', /Closest: .*factor .*Triumph Capital/],
  ['Danna Ruis', /Closest: .*user .*Dana Ruiz/],
  ['Northsde Dok', /Closest: .*location .*Northside Dock/],
  ['zzzz', /^Nothing matches «zzzz»\. Looked at .* documents\.$/],
];

/** Places, trucks and statuses through the tools that take them; what is asked back says so. */
const quoted: readonly (readonly [argument: string, typed: string, meaning: string])[] = [
  ['origin', 'Dallas, TX', 'Dallas, TX (city)'],
  ['origin', 'dallas tx', 'Dallas, TX (city)'],
  ['origin', 'DALLAS TEXAS', 'Dallas, TX (city)'],
  ['origin', 'salt lake city utah', 'Salt Lake City, UT (city)'],
  ['origin', 'St Louis MO', 'St. Louis, MO (city)'],
  ['origin', 'saint louis, mo', 'St. Louis, MO (city)'],
  ['origin', 'ft worth tx', 'Fort Worth, TX (city)'],
  ['origin', 'portland or', 'Portland, OR (city)'],
  ['origin', 'kansas city mo', 'Kansas City, MO (city)'],
  ['origin', 'dallas tx 75201', 'Dallas, TX, postal code 75201'],
  ['origin', '75201', 'postal code 75201'],
  ['origin', 'zip 75201', 'postal code 75201'],
  ['origin', 'northside dock', 'location Northside Dock, Dallas, TX (reference or name)'],
  ['origin', 'Portland', 'AMBIGUOUS'],
  ['origin', 'Springfield', 'AMBIGUOUS'],
  ['origin', 'Kansas City', 'AMBIGUOUS'],
  ['origin', 'Columbus', 'AMBIGUOUS'],
  ['origin', 'smallville ks', 'NOT_FOUND'],
  ['origin', 'Texas', 'NOT_FOUND'],
  ['equipment', '53 dry van', "53' Dry Van"],
  ['equipment', '53ft van', "53' Dry Van"],
  ['equipment', 'reefer', "53' Reefer (the usual one of"],
  ['equipment', 'RGN', 'RGN'],
  ['equipment', 'step deck', 'Step Deck'],
  ['equipment', 'spaceship', 'NOT_FOUND'],
  ['customer', 'acme foods', 'Acme Foods (A100001, by reference or name)'],
  ['customer', 'a100001', 'Acme Foods (A100001, by friendly id)'],
  ['customer', 'Acme', 'AMBIGUOUS'],
  ['customer', 'Acme Fods', 'NOT_FOUND'],
];

/** Ids of raw calls, with the record that they are taken for. */
const expectedRecords: readonly (readonly [operation: string, typed: string, meaning: string])[] = [
  ['bills.get', 'in 2033871', 'BILL-00001'],
  ['invoices.get', 'acme inv 702211', 'INV-00001'],
  ['payments.get', 'check 10442', 'PMT-00001'],
  ['billPayments.get', 'ach 77 1203', 'BP-00001'],
  ['creditMemos.get', 'Short/114', 'CM-00001'],
  ['loads.get', 'LD-1001', 'LD-1001'],
  ['loads.get', 'PO 88410', 'LD-1001'],
  ['orders.get', 'SHP-1002', 'ORD-1002'],
  ['shipments.get', 'ld-1001', 'SHP-1001'],
  ['carriers.get', 'mc 900123', 'C100001'],
  ['carriers.get', 'Prairie Haul', 'C100001'],
  ['vendors.get', 'harbor drayage', 'V100001'],
  ['carrierFactors.get', 'TRIUMPH CAPITAL', 'Triumph Capital'],
  ['users.get', 'dana@desk.test', 'Dana Ruiz'],
  ['locations.get', 'northside dock', 'Northside Dock'],
  ['carriers.get', 'Prarie Haul', 'Closest: C100001'],
  ['carrierFactors.get', 'Triumf Capital', 'Closest: '],
  ['customers.get', 'Acme Fods', 'Closest: A100001'],
  ['users.get', 'Dana', 'No user matches'],
];

type NamingCall = readonly [tool: string, argument: Record<string, unknown>];

/** Lists every call with every spelling in a deep run; otherwise they take turns until each of both was there. */
function pairUp(spellings: readonly string[], listCalls: (spelling: string) => readonly NamingCall[]) {
  const calls = spellings.map(listCalls);
  if (isDeep) return calls.flat();
  const turns = Math.max(calls.length, ...calls.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => {
    const ofSpelling = calls[turn % calls.length] ?? [];
    return ofSpelling[turn % ofSpelling.length];
  }).filter((call) => call !== undefined);
}

/** Arguments that name a record, as people write its number. */
const numbered: readonly NamingCall[] = [
  ...pairUp(
    ['#SHP-1001', '# SHP-1001', 'shipment 1001', 'load# 1001', 'Load # LD-1001', 'PO# PO-88410', '(SHP-1001)'],
    (shipment) => [
      ['get_shipment', { shipment }],
      ['track_shipments', { shipments: [shipment] }],
      ['list_bills', { shipment }],
      ['generate_invoices', { shipments: [shipment] }],
      ['set_invoice_readiness', { shipments: [shipment], isReady: true }],
      ['cancel_shipment', { shipment }],
      ['restore_shipment', { shipment }],
      ['cover_load', { load: shipment }],
      ['record_bill', { shipment, carrier: 'MC# 00900123', amount: 5 }],
    ],
  ),
  ...pairUp(['#INV-00001', '# INV-00001', 'invoice 1', 'Invoice# 1'], (invoice) => [
    ['get_record', { record: invoice }],
    ['send_invoice', { invoices: [invoice] }],
    ['void_invoice', { invoice }],
    ['issue_credit', { customer: 'Acme Foods', invoice, amount: 5, reason: 'short' }],
  ]),
  ...pairUp(['#BILL-00001', 'bill# 1', 'Bill no. 1', 'BILL-00001.'], (bill) => [
    ['get_record', { record: bill }],
    ['approve_bills', { bills: [bill] }],
    ['pay_bills', { bills: [bill] }],
    ['reverse_bill', { bill, reason: 'wrong' }],
  ]),
  ...pairUp(['#BP-00001', 'bill payment 1', 'BP# 1'], (payment) => [
    ['get_record', { record: payment }],
    ['send_remittance', { payments: [payment] }],
  ]),
  ...pairUp(['mc 0900123', 'USDOT# 09000777', '#C100001', 'carrier 100001'], (carrier) => [
    ['get_carrier', { carrier }],
    ['list_bills', { carrier }],
    ['book_carrier', { shipment: '#SHP-1002', carrier, rate: 900 }],
  ]),
  ['create_shipment', { copyOf: '# SHP-1001' }],
  ['upload_document', { attachTo: '#SHP-1001', type: 'POD', fileName: 'pod.txt', text: 'signed' }],
];

const statuses: readonly (readonly [tool: string, typed: string, isRead: boolean])[] = [
  ['list_shipments', 'delivered', true],
  ['list_shipments', 'in transit', true],
  ['list_shipments', 'on hold', true],
  ['list_shipments', 'booked, in transit', true],
  ['list_shipments', 'cancelled', true],
  ['list_shipments', 'active', true],
  ['list_shipments', 'moving along', false],
  ['list_bills', 'in review', true],
  ['list_bills', 'approved to pay', true],
  ['list_bills', 'past due', true],
  ['list_bills', 'unpaid', true],
  ['list_bills', 'weird', false],
];

test('records, places, trucks and statuses are meant by what people call them', async () => {
  await using desk = await startNames();

  for (const [typed, meaning] of expectedMatches)
    expect.soft([typed, await listMatches(desk, typed)]).toEqual([typed, [meaning]]);
  for (const [typed, meaning] of closest) {
    const { data } = await desk.callTool('find', { query: typed });
    expect.soft([typed, data.total]).toEqual([typed, 0]);
    expect.soft(data.summary).toMatch(meaning as RegExp);
  }
  for (const [operation, id, meaning] of expectedRecords) {
    const { text } = await desk.callTool('api_read', { operation, input: { id } });
    expect.soft(`${operation} ${id}: ${text}`).toContain(meaning);
  }
  for (const [argument, typed, meaning] of quoted) {
    const quote = { customer: 'Acme Foods', origin: 'Chicago, IL', destination: 'Atlanta, GA', again: true };
    const { data } = await desk.callTool('create_quote', { ...quote, [argument]: typed });
    const resolvedLine = data.resolved?.find((line: string) => line.startsWith(`${argument}: «`));
    expect.soft([typed, resolvedLine ?? data.error?.code]).toEqual([typed, expect.stringContaining(meaning)]);
  }
  for (const [tool, argument] of numbered) {
    const { text } = await desk.callTool(tool, argument);
    expect
      .soft(`${tool} ${JSON.stringify(argument)}: ${text}`)
      .not.toMatch(/NOT_FOUND|AMBIGUOUS|No \w+ matches|Nothing is called|not found|VALIDATION/i);
  }
  for (const [tool, status, isRead] of statuses) {
    const { isError } = await desk.callTool(tool, { status });
    expect.soft([tool, status, !isError]).toEqual([tool, status, isRead]);
  }
});

test('the tables hold at least 150 spellings that are read and 40 that are not', () => {
  const isAsked = (meaning: string) => /^(?:AMBIGUOUS|NOT_FOUND|Closest|No )/.test(meaning);
  const read = [...quoted, ...expectedRecords].filter(([, , meaning]) => !isAsked(meaning)).length;

  expect(flattenRows(understood).length + expectedMatches.length + read).toBeGreaterThanOrEqual(150);
  expect(Object.values(refused).flat().length + closest.length).toBeGreaterThanOrEqual(40);
});

const listRefusedFields = ({ data }: CallAnswer): string[] =>
  data.error.details?.map(({ field }: { field: string }) => field) ?? [];

test('all bad arguments of one call are named in one answer', async () => {
  await using desk = await startNames();
  const quote = {
    customer: 'Nobody',
    origin: 'Chicago, IL',
    destination: 'Atlanta, GA',
    pickup: 'first thing monday',
    weight: 'heavy',
    amount: 'about 5k',
    equipment: 'spaceship',
  };
  const bills = { carrier: 'Nobody', from: 'recent', minAmount: '5m', status: 'weird' };
  const raw = {
    operation: 'bills.create',
    input: { load: 'LD-9999', carrier: 'Prairie Haul', invoiceDate: 'recent', amount: '5m', colour: 1 },
  };

  const answers = [
    await desk.callTool('create_quote', quote),
    await desk.callTool('list_bills', bills),
    await desk.callTool('api_write', raw),
  ];

  for (const [index, words] of [
    ['Nobody', 'first thing monday', 'heavy', 'amount', 'spaceship'],
    ['Nobody', 'recent', 'minAmount', 'status'],
    ['LD-9999', 'recent', 'input.amount', 'input.colour'],
  ].entries())
    for (const word of words) expect(answers[index]?.text).toContain(word);
  expect(answers.map(({ isError }) => isError)).toEqual([true, true, true]);
  expect(await desk.api.quotes.filter({})).toMatchObject({ data: [] });
  expect(answers.map(listRefusedFields)).toBeDefined();
});

test('the input of a raw write is read as people write it, and the plan says what it was taken for', async () => {
  await using desk = await startNames();
  const write = (operation: string, input: object) => desk.callTool('api_write', { operation, input });

  const customer = await write('customers.update', { id: 'acme steel', creditLimit: '50k', minMargin: '12%' });
  const bill = await write('bills.create', {
    load: 'LD-1001',
    carrier: 'Prairie Haul',
    invoiceDate: 'yesterday',
    amount: '$1.2k',
  });
  const carrier = await write('carriers.update', {
    id: 'mc 0900123',
    dotNumber: '09000777',
    email: 'Al <al@x.example>',
  });
  const paper = await write('documents.create', { type: 'lumper receipt', fileName: 'lumper.pdf' });
  const place = await desk.callTool('api_read', {
    operation: 'loads.getCarrier',
    input: { loadId: 'LD-1001', carrierId: 'mc 900123' },
  });

  expect(customer.text).toContain('Credit limit: 50,000.00 (from «50k»).');
  expect(customer.text).toContain('Min margin: 12 % (from «12%»).');
  expect(bill.text).toContain('«Prairie Haul» (C100001) on LD-1001');
  expect(bill.text).toMatch(/Amount: \$1,200\.00 \(from «\$1\.2k»\)\./);
  expect(bill.text).toContain('Invoice date: Nov 19, 2026 (from «yesterday»).');
  expect(carrier.text).toContain('DOT number: 9000777 (from «09000777»).');
  expect(carrier.text).toContain('Email: al@x.example (from «Al <al@x.example>»).');
  expect(paper.data.record.type).toBe('LUMPER_RECEIPT');
  expect(place.text).toContain('«Prairie Haul» (C100001) on LD-1001');
});
