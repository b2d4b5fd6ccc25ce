import { fieldError, type WaybillError } from '../../errors.ts';
import { type Lifecycle, type StatusOf, statusesOf } from '../kit/lifecycle.ts';

/** A document waits for its file; `upload` is the file arriving with the announced content type, in time. */
export const documentLifecycle = {
  PENDING_UPLOAD: { upload: 'UPLOADED' },
  UPLOADED: {},
} as const satisfies Lifecycle;

export type DocumentStatus = StatusOf<typeof documentLifecycle>;

export const documentStatuses = statusesOf(documentLifecycle);

/** The types that responses show. */
export const publicDocumentTypes = [
  'INVOICE',
  'BILL_OF_LADING',
  'RATE_CON',
  'PROOF_OF_DELIVERY',
  'CERTIFICATE_OF_INSURANCE',
  'W9',
  'CARRIER_INVOICE',
  'LUMPER_RECEIPT',
  'DETENTION',
  'DELIVERY_ORDER',
  'LOAD_TENDER',
  'HOUSE_AIRWAY_BILL',
  'MASTER_AIRWAY_BILL',
  'QUOTE',
  'OTHER',
] as const;
export type PublicDocumentType = (typeof publicDocumentTypes)[number];

/** Accepted as well, kept as given, and shown as OTHER. */
const internalDocumentTypes = [
  'CARRIER_AGREEMENT',
  'CARRIER_AUTHORITY',
  'CARRIER_PACKET',
  'NOTICE_OF_ASSIGNMENT',
  'VOIDED_CHECK',
  'BANK_LETTER',
  'AIR_WAYBILL',
  'DANGEROUS_GOODS_DECLARATION',
  'SECURITY_SCREENING',
  'CUSTOMS_DOCUMENT',
  'CUSTOMER_AGREEMENT',
  'CREDIT_APPLICATION',
  'RATE_AGREEMENT',
  'SCALE_TICKET',
  'FUEL_RECEIPT',
  'TOLL_RECEIPT',
  'RECEIPT',
  'PACKING_LIST',
  'COMMERCIAL_INVOICE',
  'CLAIM',
  'PHOTO',
  'ALERT',
  'LOGO',
] as const;

export const documentTypes = [...publicDocumentTypes, ...internalDocumentTypes] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Papers by which bills are approved, customers invoiced, carriers vetted or payees paid. */
const decisiveTypes: ReadonlySet<string> = new Set<DocumentType>([
  'INVOICE',
  'RATE_CON',
  'PROOF_OF_DELIVERY',
  'CERTIFICATE_OF_INSURANCE',
  'W9',
  'CARRIER_INVOICE',
  'LUMPER_RECEIPT',
  'DETENTION',
  'CARRIER_AGREEMENT',
  'CARRIER_AUTHORITY',
  'CARRIER_PACKET',
  'NOTICE_OF_ASSIGNMENT',
  'VOIDED_CHECK',
  'BANK_LETTER',
  'CUSTOMER_AGREEMENT',
  'CREDIT_APPLICATION',
  'RATE_AGREEMENT',
]);

export const isDecisiveDocument = (type: string): boolean => decisiveTypes.has(type);

const shown: ReadonlySet<string> = new Set(publicDocumentTypes);

export function shownDocumentType(type: DocumentType): PublicDocumentType {
  // Membership in the set is membership in the public list.
  return shown.has(type) ? (type as PublicDocumentType) : 'OTHER';
}

/** Tags that tie a document to a record; their values are uuids once stored. */
export const documentLinkTags = [
  'shipmentId',
  'orderId',
  'loadId',
  'serviceId',
  'carrierId',
  'customerId',
  'billId',
  'invoiceId',
] as const;
export type DocumentLinkTag = (typeof documentLinkTags)[number];

const megabyte = 1024 * 1024;
export const documentBytesMax = 100 * megabyte;

interface LargeFile {
  /** The argument or field that stands for the file. */
  readonly field: string;
  /** Shown as it is: a name that others have chosen comes quoted. */
  readonly name: string;
  /** Undefined where its end was not waited for. */
  readonly bytes?: number | undefined;
  readonly bytesMax?: number;
}

/** Creates the refusal of a file above the limit, which names the file and the argument that stands for it. */
export function buildTooLargeError({ field, name, bytes, bytesMax = documentBytesMax }: LargeFile): WaybillError {
  const size = bytes === undefined ? 'more' : `${bytes} bytes, more`;
  const limit = bytesMax % megabyte === 0 ? `${bytesMax / megabyte} MB` : `${bytesMax} bytes`;
  return fieldError('PAYLOAD_TOO_LARGE', field, `${name} has ${size} than the ${limit} that a file may have`);
}

/** How long an upload address lives. */
export const uploadLifetimeMs = 15 * 60 * 1000;
