import type { FieldGate } from './gate.ts';
import { each } from './shapes.ts';

/**
 * What each field of a writing operation asks for, where that is more than the operation does: a person's approval where
 * it is read by a rule, or decides where money, mail or freight goes. Every field is named, so that a new one is decided
 * on and not forgotten; one that is not named asks for an approval.
 */
type FieldGates = Readonly<Record<string, FieldGate>>;

const free = <const Name extends string>(...names: readonly Name[]) => each('audit', ...names);
const asked = <const Name extends string>(...names: readonly Name[]) => each('confirm', ...names);
const approved = <const Name extends string>(...names: readonly Name[]) => each('approve', ...names);

const account: FieldGates = {
  ...approved('bankName', 'bankAddress', 'accountName', 'accountNumber', 'abaAch', 'wire', 'swiftCode'),
  ...approved('eftInstitution', 'eftTransit', 'clabe', 'currency', 'paymentTermId'),
};
const addresses = approved('corporateAddress', 'billingAddress');
/**
 * At creation they are what is created; a later change makes another party of it. By its client key a party is named here
 * and paid by other systems.
 */
const renaming = approved('name', 'type', 'key');

const carrier: FieldGates = {
  ...free('key', 'website', 'statusReason', 'notes', 'trucks', 'trailers', 'drivers'),
  ...approved('email', 'phone', 'dbaName', 'equipments', 'isHazmat', 'tsaApproved', 'isFactoringPreferred'),
  ...addresses,
  ...approved('mcNumber', 'dotNumber', 'scac', 'einNumber', 'ffNumber', 'mxNumber', 'rfcNumber', 'iataCode'),
  ...approved('currency', 'paymentTermId', 'goldenCarrierId', 'powerUnits'),
  ...approved('insuranceCompany', 'insuranceAgent', 'insuranceAgentPhone'),
  ...approved('insuranceAuthorityDate', 'insuranceExpirationDate'),
  ...approved('insuranceAutoLiabilityLimit', 'insuranceCargoLiabilityLimit', 'insuranceGeneralLiabilityLimit'),
  ...approved('rating', 'reviewType', 'operatingAbility', 'ratingDate', 'reviewDate', 'inFmcsa'),
  ...approved('usDriverInspections', 'usDriverInspectionsOos', 'usDriverInspectionsOosPct'),
  ...approved('usVehicleInspections', 'usVehicleInspectionsOos', 'usVehicleInspectionsOosPct'),
};

/** Other systems write to, pay and call by their client key. At creation it names a new record; later it makes another of it. */
const rekeyed = approved('key');

/** A new contact without an e-mail or a phone number leads nobody anywhere. */
const newContactInfo = { contactInfo: { members: each('audit', 'name', 'title'), others: 'approve' } } as const;

const carrierContact: FieldGates = { ...free('name', 'key'), ...approved('contactInfo', 'contactTypes') };

const carrierFactor: FieldGates = {
  ...free('key'),
  ...approved('companyName', 'email', 'phoneNumber', 'phoneExtension', 'fax'),
  ...approved('addressLine1', 'addressLine2', 'city', 'state', 'country', 'zipCode'),
  ...account,
};

/** What the brokerage's own papers carry: the remittance address of its invoices among it. */
const company: FieldGates = {
  ...free('key'),
  ...approved('addressLine1', 'addressLine2', 'city', 'country', 'fax', 'invoiceOnly', 'invoiceVerbiage'),
  ...approved('primaryContactName', 'primaryContactEmail', 'primaryContactPhone'),
};

const customer: FieldGates = {
  ...free('key', 'website', 'leadSource', 'naics', 'groupId', 'serviceTier', 'industry'),
  ...free('annualRevenue', 'annualSpend', 'spendType', 'numberOfEmployees', 'defaultMode', 'defaultShowNotes'),
  ...free('notes', 'defaultInternalNotes', 'defaultCarrierNotes', 'defaultExternalNotes'),
  ...free('deactivationNotes', 'deactivationReason'),
  // Who it is in other systems, the books among them.
  ...approved('externalId', 'qboCustomerId'),
  ...approved('phoneNumber', 'dbaName', 'ein', 'duns', 'autoAcceptTender', 'deactivationDate'),
  ...approved('creditLimit', 'creditUsageWarning', 'freeCreditReq', 'paymentTerm', 'currency'),
  ...approved('defaultMargin', 'minMargin', 'maxMargin'),
  ...addresses,
};

const customerContact: FieldGates = {
  ...free('name', 'key'),
  ...approved('contactInfo', 'phoneExtension', 'isPrimary', 'contactTypes', 'notifications'),
};

const location = free('name', 'isAppointmentRequired', 'key', 'notes', 'internalNotes', 'type');

/** A contact for billing is where papers go. */
const locationContact: FieldGates = {
  ...free('isPrimary', 'key'),
  contactTypes: { values: { BILLING: 'approve' }, others: 'audit' },
};

const vendor: FieldGates = {
  ...free('key', 'notes'),
  ...approved('email', 'phone', 'status', 'taxId', 'currency', 'paymentTermId', 'requiredDocuments'),
  ...addresses,
};

const vendorContact: FieldGates = { ...free('key'), ...approved('email', 'phone', 'role', 'roles') };

const paymentTerm: FieldGates = {
  ...free('description', 'key'),
  ...approved('days', 'quickPayFee', 'apOnly', 'doNotUse'),
};

const user: FieldGates = {
  ...free('name', 'key', 'avatarId', 'teams'),
  // Who they are at load boards and carrier portals.
  ...approved('datUsername', 'mcpUsername'),
  // Where customers and carriers write to and call back.
  ...approved('email', 'phone', 'phoneExt', 'status', 'roles'),
};

const team = free('name', 'key', 'users');
const savedSearch = free('name', 'jsonValue', 'isPublic', 'groupId', 'key');
const document = free('type', 'fileName', 'tags', 'key');
const crew = free('contact', 'driverName', 'driverPhone', 'truckNumber', 'trailerNumber');

/** Of every operation with a body that passes with less than an approval. */
export const fieldGates = {
  // A carrier begins PENDING: vetting comes between that and its first load.
  'carriers.create': { ...carrier, ...free('name', 'type'), status: { values: { PENDING: 'audit' }, others: 'off' } },
  'carriers.update': { ...carrier, ...renaming, ...approved('status') },
  'carrierContacts.create': { ...carrierContact, ...newContactInfo, ...free('carrierId') },
  'carrierContacts.update': { ...carrierContact, ...rekeyed },
  'carrierFactors.create': carrierFactor,
  'carrierFactors.update': { ...carrierFactor, ...rekeyed },
  'companies.create': { ...company, ...free('name') },
  'companies.update': { ...company, ...approved('name'), ...rekeyed },
  'customers.create': { ...customer, ...free('name', 'status') },
  'customers.update': { ...customer, ...approved('name', 'status'), ...rekeyed },
  'customerContacts.create': { ...customerContact, ...newContactInfo, ...free('customerId') },
  'customerContacts.update': { ...customerContact, ...rekeyed },
  'locations.create': { ...location, ...free('customerId', 'address') },
  'locations.update': { ...location, ...asked('customerId', 'address', 'key') },
  'locationContacts.create': { ...locationContact, ...free('locationId', 'customerContactId') },
  'locationContacts.update': { ...locationContact, ...approved('locationId', 'customerContactId'), ...rekeyed },
  'vendors.create': { ...vendor, ...free('name') },
  'vendors.update': { ...vendor, ...approved('name'), ...rekeyed },
  'vendorContacts.create': { ...vendorContact, ...free('vendorId') },
  'vendorContacts.update': { ...vendorContact, ...rekeyed },
  'paymentTerms.create': { ...paymentTerm, ...free('name') },
  'paymentTerms.update': { ...paymentTerm, ...approved('name'), ...rekeyed },
  'teams.create': team,
  'teams.update': team,
  'users.create': user,
  'users.update': { ...user, ...rekeyed },
  'savedSearches.create': { ...savedSearch, ...free('preferenceType') },
  'savedSearches.update': savedSearch,
  'quotes.create': free('customer', 'carrier', 'order', 'amount', 'target', 'expiresAt', 'assignee', 'key'),
  'quotes.update': {
    ...free('amount', 'target', 'expiresAt', 'assignee', 'lostReason', 'lostReasonText', 'key'),
    // Winning is what converting does, which a person confirms.
    status: { values: { WON: 'confirm' }, others: 'audit' },
  },
  'quotes.convertToShipment': asked('additionalOrders'),
  'orders.update': {
    ...free('freight', 'references', 'equipment', 'specialRequirements', 'mileage', 'key'),
    ...asked('charges'),
  },
  'stops.create': asked('orderId', 'stop'),
  'stops.update': {
    ...free('key', 'requestedStartDate', 'requestedEndDate', 'requestedStartTime', 'requestedEndTime', 'notes'),
    ...free('dropTrailer', 'sequence'),
    // Another place is another stop: to add or to remove one is confirmed as well.
    ...asked('type', 'location', 'postalCode', 'cityId', 'airportCode'),
  },
  'shipments.create': { ...free('customer', 'customerRep', 'orders', 'key'), ...asked('loads', 'services') },
  // Who owes for it.
  'shipments.update': { ...free('customerRep', 'key'), ...approved('customer') },
  'shipments.cancel': asked('reason'),
  'shipments.duplicate': free('pickUpDate', 'deliveryDate'),
  'loads.create': asked('shipmentId', 'load'),
  'loads.update': free('mode', 'equipment', 'key'),
  'loads.addCarrier': { ...asked('carrier', 'charges'), ...crew },
  // Whom the driver of a booked load is called by; what is replaced of the rest is asked for as well.
  'loads.updateCarrier': { ...crew, ...asked('driverPhone') },
  'loads.bounce': asked('reason', 'reasonText'),
  'services.create': asked('shipmentId', 'service'),
  'services.update': {
    ...free('serviceType', 'vendorContact', 'description', 'scheduledDate', 'referenceNumber', 'completedDate', 'key'),
  },
  'documents.create': { ...document, ...free('contentType', 'fileSize') },
  'documents.update': document,
  // What a payee has sent is recorded as it is: approving it is what counts. Its terms are ours.
  'bills.create': {
    ...free('entityType', 'entityId', 'invoiceDate', 'amount', 'reference', 'key'),
    ...approved('dueDate', 'currency', 'paymentTermId'),
  },
  // Duplicates are told by reference and date, and a bill is named by its key.
  'bills.update': approved('invoiceDate', 'dueDate', 'amount', 'reference', 'paymentTermId', 'key'),
  'billPayments.update': {
    ...free('notes', 'key'),
    ...asked('paymentDate', 'paymentMethodType', 'reference'),
    ...approved('applications'),
  },
  'billPayments.sendRemittance': asked('toEmail', 'ccEmails', 'message'),
  'invoices.create': {
    ...asked('orderId', 'invoiceDate', 'amount', 'dueDate', 'reference', 'currency', 'key'),
    ...approved('paymentTermId'),
  },
  // The customer pays by the reference that is printed on it.
  'invoices.update': { ...free('key'), ...asked('dueDate', 'reference'), ...approved('paymentTermId') },
  'invoices.markAwaiting': asked('invoiceDate', 'dueDate'),
  'invoices.send': asked('toEmails', 'ccEmails', 'subject', 'message'),
  'payments.create': {
    ...asked('customerId', 'paymentDate', 'applications', 'creditApplications', 'paymentMethodType', 'reference'),
    ...free('notes', 'key'),
  },
  'payments.update': {
    ...free('notes', 'key'),
    ...asked('paymentDate', 'paymentMethodType', 'reference'),
    ...approved('applications', 'creditApplications'),
  },
  'creditMemos.update': { ...free('notes', 'key'), ...asked('reference', 'memoDate') },
  'creditMemos.apply': asked('invoiceId', 'amount'),
  'webhookSubscriptions.update': { ...free('key'), ...asked('status'), ...approved('url', 'events', 'token') },
} as const satisfies Readonly<Record<string, FieldGates>>;
