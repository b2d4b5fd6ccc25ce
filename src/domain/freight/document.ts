import { createFieldError, type WaybillError } from '../../errors.ts';
import { type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';

/** Lifecycle of a document. `upload` is the arrival of its file, in time and with the announced content type. */
export const documentLifecycle = {
  PENDING_UPLOAD: { upload: 'UPLOADED' },
  UPLOADED: {},
} as const satisfies Lifecycle;

export type DocumentStatus = StatusOf<typeof documentLifecycle>;

export const documentStatuses = listStatuses(documentLifecycle);

/** Document types that responses use. */
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

/** Document types that are accepted and stored, but shown as OTHER. */
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

/** Documents that decide approvals of bills, invoices, carrier vetting or payments. */
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

const publicTypes: ReadonlySet<string> = new Set(publicDocumentTypes);

export function toPublicDocumentType(type: DocumentType): PublicDocumentType {
  // Membership in the set is membership in the public list.
  return publicTypes.has(type) ? (type as PublicDocumentType) : 'OTHER';
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
  /** The argument or field that names the file. */
  readonly field: string;
  /** Shown without escaping: quote a name that comes from a record. */
  readonly name: string;
  /** Undefined if the file was not read to its end. */
  readonly bytes?: number | undefined;
  readonly bytesMax?: number;
}

/** Builds the error for a file above the limit, which names the file and its argument. */
export function buildTooLargeError({ field, name, bytes, bytesMax = documentBytesMax }: LargeFile): WaybillError {
  const size = bytes === undefined ? 'more' : `${bytes} bytes, more`;
  const limit = bytesMax % megabyte === 0 ? `${bytesMax / megabyte} MB` : `${bytesMax} bytes`;
  return createFieldError('PAYLOAD_TOO_LARGE', field, `${name} has ${size} than the ${limit} that a file may have`);
}

/** Lifetime of an upload address. */
export const uploadLifetimeMs = 15 * 60 * 1000;
