import { foldText } from '../text/folding.ts';
import { type DocumentType, documentTypes } from './document.ts';

/** Other names of a document, in addition to its type. */
const words: Readonly<Partial<Record<DocumentType, readonly string[]>>> = {
  INVOICE: ['customer invoice', 'our invoice'],
  BILL_OF_LADING: ['bol', 'b/l', 'bill of lading', 'signed bol', 'lading'],
  RATE_CON: [
    'rate con',
    'ratecon',
    'rc',
    'rate confirmation',
    'carrier rate confirmation',
    'load confirmation',
    'confo',
  ],
  PROOF_OF_DELIVERY: ['pod', 'p.o.d.', 'signed pod', 'delivery receipt', 'proof', 'signed delivery receipt'],
  CERTIFICATE_OF_INSURANCE: [
    'coi',
    'insurance',
    'insurance cert',
    'insurance certificate',
    'certificate',
    'acord',
    'acord 25',
  ],
  W9: ['w-9', 'w 9', 'form w-9', 'tax form'],
  CARRIER_INVOICE: [
    'carrier bill',
    'carriers invoice',
    "carrier's invoice",
    'freight bill',
    'freight invoice',
    'trucker invoice',
  ],
  LUMPER_RECEIPT: ['lumper', 'lumpers', 'lumper ticket', 'unloading receipt'],
  DETENTION: ['detention form', 'detention sheet', 'in and out times', 'detention paperwork'],
  DELIVERY_ORDER: ['do', 'd/o'],
  LOAD_TENDER: ['tender', 'edi 204', '204'],
  HOUSE_AIRWAY_BILL: ['hawb', 'house airway bill', 'house air waybill'],
  MASTER_AIRWAY_BILL: ['mawb', 'master airway bill', 'master air waybill'],
  QUOTE: ['quotation', 'price quote'],
  CARRIER_AGREEMENT: ['broker carrier agreement', 'broker-carrier agreement', 'bca'],
  CARRIER_AUTHORITY: ['authority', 'mc authority', 'operating authority', 'mc certificate'],
  CARRIER_PACKET: ['packet', 'setup packet', 'carrier setup packet'],
  NOTICE_OF_ASSIGNMENT: ['noa', 'notice of assignment', 'factoring notice'],
  VOIDED_CHECK: ['void check', 'voided cheque'],
  BANK_LETTER: ['letter from the bank'],
  AIR_WAYBILL: ['awb', 'airway bill'],
  CREDIT_APPLICATION: ['credit app'],
  RATE_AGREEMENT: ['rate sheet'],
  SCALE_TICKET: ['scale', 'weight ticket', 'cat scale'],
  FUEL_RECEIPT: ['fuel'],
  TOLL_RECEIPT: ['toll', 'tolls'],
  PACKING_LIST: ['packing slip'],
  CLAIM: ['cargo claim', 'claim form'],
  PHOTO: ['picture', 'pic', 'photos', 'pictures'],
};

const normalizeWords = (text: string) =>
  foldText(text)
    .replace(/[\s_./-]+/g, ' ')
    .trim();

const types: ReadonlyMap<string, DocumentType> = new Map(
  documentTypes.flatMap((type) => [type, ...(words[type] ?? [])].map((word) => [normalizeWords(word), type] as const)),
);

/** Finds the document type for a name such as "POD", "rate con" or `PROOF_OF_DELIVERY`. */
export const findDocumentType = (text: string): DocumentType | undefined => types.get(normalizeWords(text));
