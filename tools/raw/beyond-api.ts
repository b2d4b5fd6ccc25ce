import { foldText } from '../../src/domain/text/folding.ts';

/** Work of a desk that the brokerage API has no operation for, and what can be done in its place. */
interface Beyond {
  /** Pattern of the folded text with which people ask for it. */
  readonly asked: RegExp;
  readonly what: string;
  readonly instead: string;
}

const rows: readonly Beyond[] = [
  {
    asked:
      /\bcheck ?-?calls?\b|\btracking (?:update|ping|link)s?\b|\bmacropoint\b|\beld\b|\bgps\b|\b(?:truck|driver) (?:position|location)s?\b|\bwhere is the (?:truck|driver)\b|\beta\b/,
    what: 'Check calls, positions of trucks and ETAs cannot be recorded or read.',
    instead: 'get_shipment shows status, arrivals and the phone of driver and dispatcher, to call them.',
  },
  {
    asked:
      /\b(?:arriv(?:al|als|ed|e)|depart(?:ure|ures|ed)?|check(?:ed)? ?-?in|check(?:ed)? ?-?out|actual (?:arrival|departure|time)s?|in and out times|mark (?:as )?(?:loaded|unloaded))\b/,
    what: 'Arrivals and departures cannot be entered: the API takes no actual times.',
    instead:
      'stops.update changes the requested window and the notes; get_shipment shows the times that are on record.',
  },
  {
    asked:
      /\bdispatch(?:ed|ing)?\b(?! (?:contact|e-?mail|phone))|\b(?:load|shipment|truck|order) status (?:update|change)|\b(?:set|change|update|mark|move)\b.*\b(?:load|shipment|truck|order)s?\b.*\bstatus\b|\b(?:set|change|update)\b.*\bstatus of (?:a |the )?(?:load|shipment|order)|\b(?:mark|set)\b.*\b(?:delivered|picked up|in transit|loaded|dispatched)\b/,
    what: 'The status of a load cannot be set: dispatched, in transit and delivered follow the truck.',
    instead:
      'loads.updateCarrier puts driver, phone, truck and trailer on the load; shipments.cancel and loads.bounce end what is planned.',
  },
  {
    asked: /\brate ?con(?:firmation)?s?\b|\bcarrier confirmation\b|\bload confirmation\b/,
    what: 'Rate confirmations are neither made nor sent nor signed.',
    instead:
      'upload_document keeps the signed one with the load, as a rate confirmation; loads.getCarrier shows the agreed charges to write it from.',
  },
  {
    asked: /\bclaims?\b|\b(?:cargo )?damages?\b|\boverages?\b|\bshortages?\b|\bos&?d\b/,
    what: 'Claims have no record of their own.',
    instead: 'upload_document keeps the papers with the shipment, as a claim; creditMemos.create credits the customer.',
  },
  {
    asked:
      /\bload ?boards?\b|\bdat\b|\btruckstop\b|\bpost(?:ing|ings)?\b.*\b(?:load|truck)s?\b|\bspot (?:market|rate)s?\b|\bmarket rates?\b/,
    what: 'Loads are not posted to load boards, and no market rates are read from them.',
    instead: 'find_carriers finds who ran a lane before; shipments.filter shows what was paid on it.',
  },
  {
    asked: /\btenders?\b|\bedi\b|\b(?:204|990|214|210)\b/,
    what: 'Tenders (EDI) are neither accepted nor declined nor answered.',
    instead: 'list_shipments status="tender pending" shows pending tenders; answer them where they came from.',
  },
  {
    asked:
      /\b(?:schedule|book|request|confirm|make)\b.*\bappointments?\b|\bappointments? (?:number|confirmation|scheduling)s?\b|\bopendock\b/,
    what: 'Appointments are not made with a facility, and have no number of their own.',
    instead: 'stops.update records the window once the dock has agreed, and the number in the notes of the stop.',
  },
  {
    asked: /\b(?:text|sms|whatsapp|call|phone)\b.*\b(?:driver|carrier|customer|dispatcher)s?\b|\b(?:sms|whatsapp)\b/,
    what: "Waybill doesn't call or text; it mails invoices and remittances only.",
    instead: 'get_carrier and get_shipment show whom to call, with the number.',
  },
  {
    asked:
      /^(?!.*\b(?:invoice|remittance|quote)s?\b).*\b(?:e-?mail|mail|message|write)\b.*\b(?:carrier|driver|customer|shipper|broker)s?\b|\bsend (?:an? )?(?:e-?mail|message)s?\b/,
    what: 'Free mail cannot be written or sent.',
    instead: 'invoices.send mails an invoice, billPayments.sendRemittance a remittance.',
  },
  {
    asked: /\b(?:fuel (?:advance|card|code)s?|comcheks?|comchecks?|efs|t-?chek|cash advances?)\b/,
    what: 'Fuel advances, Comchek and EFS codes are not issued.',
    instead: 'bills.create records a bill, and billPayments.create its payment.',
  },
  {
    asked:
      /\b(?:ach|wire|bank) (?:transfer|file|payment)s?\b|\bprint(?:ing)? checks?\b|\bmove money\b|\bnacha\b|\bpay by card\b/,
    what: 'No money is moved: payments are records of what the bank does.',
    instead: 'billPayments.create and payments.create record a payment with its reference.',
  },
  {
    asked:
      /\b(?:insurance|authority|fmcsa|safer|saferwatch|rmis|highway|carrier411) (?:monitoring|check|lookup|look up|refresh|verif\w+)\b|\b(?:fmcsa|safer|saferwatch|rmis|carrier411)\b/,
    what: 'Registries and monitoring services are not asked anew.',
    instead:
      'get_carrier checks the records, with their dates, and shows the registry data of the API for other carriers.',
  },
  {
    asked: /\b(?:task|reminder|to-?do|follow ?up|calendar)s?\b/,
    what: 'There are no tasks, reminders or calendars.',
    instead: 'customers.update keeps a note on the customer, carriers.update one on the carrier.',
  },
  {
    asked: /\b(?:e-?sign(?:ature)?s?|docusign|sign (?:a|the) (?:contract|agreement|packet))\b/,
    what: 'Nothing is signed electronically.',
    instead: 'upload_document keeps the signed paper with its record.',
  },
  {
    asked: /\b(?:temperature|reefer) (?:log|reading|set ?point|download)s?\b|\bset ?points?\b/,
    what: 'Temperatures have no field.',
    instead:
      'stops.update carries the set point in the notes of the stop, which the carrier sees; special requirements of the order say that there is a range.',
  },
  {
    asked: /\b(?:general ledger|journal entr(?:y|ies)|chart of accounts|1099s?|tax returns?|bank reconciliations?)\b/,
    what: 'There is no general ledger: accounting of that kind stays in the accounting system.',
    instead: 'bills.agingReport and invoices.agingReport show open amounts.',
  },
];

/** Lists a sentence for each thing that the query asks for and the API cannot do. */
export function listBeyondApi(query: string): readonly string[] {
  const foldedQuery = foldText(query);
  return rows
    .filter((row) => row.asked.test(foldedQuery))
    .map(({ what: limitation, instead }) => `${limitation} Instead: ${instead}`);
}
