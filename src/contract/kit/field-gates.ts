import type { FieldGate } from './gate.ts';
import { each } from './shapes.ts';

/**
 * Gate of each field of a writing operation that is stricter than the operation's own: an approval if
 * a rule reads the field, or if it decides where money, mail or freight goes. Every field is listed, so that a new one isn't
 * forgotten; a field that isn't listed needs an approval.
 */
type FieldGates = Readonly<Record<string, FieldGate>>;

const withAudit = <const Name extends string>(...names: readonly Name[]) => each('audit', ...names);
const withConfirmation = <const Name extends string>(...names: readonly Name[]) => each('confirm', ...names);
const withApproval = <const Name extends string>(...names: readonly Name[]) => each('approve', ...names);

const account: FieldGates = {
  ...withApproval('bankName', 'bankAddress', 'accountName', 'accountNumber', 'abaAch', 'wire', 'swiftCode'),
  ...withApproval('eftInstitution', 'eftTransit', 'clabe', 'currency', 'paymentTermId'),
};
const addresses = withApproval('corporateAddress', 'billingAddress');
/**
 * At creation they are what is created; a later change makes another party of it. By its client key a party is named here
 * and paid by other systems.
 */
const renaming = withApproval('name', 'type', 'key');

const carrier: FieldGates = {
  ...withAudit('key', 'website', 'statusReason', 'notes', 'trucks', 'trailers', 'drivers'),
  ...withApproval('email', 'phone', 'dbaName', 'equipments', 'isHazmat', 'tsaApproved', 'isFactoringPreferred'),
  ...addresses,
  ...withApproval('mcNumber', 'dotNumber', 'scac', 'einNumber', 'ffNumber', 'mxNumber', 'rfcNumber', 'iataCode'),
  ...withApproval('currency', 'paymentTermId', 'goldenCarrierId', 'powerUnits'),
  ...withApproval('insuranceCompany', 'insuranceAgent', 'insuranceAgentPhone'),
  ...withApproval('insuranceAuthorityDate', 'insuranceExpirationDate'),
  ...withApproval('insuranceAutoLiabilityLimit', 'insuranceCargoLiabilityLimit', 'insuranceGeneralLiabilityLimit'),
  ...withApproval('rating', 'reviewType', 'operatingAbility', 'ratingDate', 'reviewDate', 'inFmcsa'),
  ...withApproval('usDriverInspections', 'usDriverInspectionsOos', 'usDriverInspectionsOosPct'),
  ...withApproval('usVehicleInspections', 'usVehicleInspectionsOos', 'usVehicleInspectionsOosPct'),
};

/** Other systems write to, pay and call by their client key. At creation it names a new record; later it makes another of it. */
const rekeyed = withApproval('key');

/** A new contact without an e-mail or a phone number leads nobody anywhere. */
const newContactInfo = { contactInfo: { members: each('audit', 'name', 'title'), others: 'approve' } } as const;

const carrierContact: FieldGates = { ...withAudit('name', 'key'), ...withApproval('contactInfo', 'contactTypes') };

const carrierFactor: FieldGates = {
  ...withAudit('key'),
  ...withApproval('companyName', 'email', 'phoneNumber', 'phoneExtension', 'fax'),
  ...withApproval('addressLine1', 'addressLine2', 'city', 'state', 'country', 'zipCode'),
  ...account,
};

/** Fields on the brokerage's own papers, such as the remittance address of its invoices. */
const company: FieldGates = {
  ...withAudit('key'),
  ...withApproval('addressLine1', 'addressLine2', 'city', 'country', 'fax', 'invoiceOnly', 'invoiceVerbiage'),
  ...withApproval('primaryContactName', 'primaryContactEmail', 'primaryContactPhone'),
};

const customer: FieldGates = {
  ...withAudit('key', 'website', 'leadSource', 'naics', 'groupId', 'serviceTier', 'industry'),
  ...withAudit('annualRevenue', 'annualSpend', 'spendType', 'numberOfEmployees', 'defaultMode', 'defaultShowNotes'),
  ...withAudit('notes', 'defaultInternalNotes', 'defaultCarrierNotes', 'defaultExternalNotes'),
  ...withAudit('deactivationNotes', 'deactivationReason'),
  // Who it is in other systems, the books among them.
  ...withApproval('externalId', 'qboCustomerId'),
  ...withApproval('phoneNumber', 'dbaName', 'ein', 'duns', 'autoAcceptTender', 'deactivationDate'),
  ...withApproval('creditLimit', 'creditUsageWarning', 'freeCreditReq', 'paymentTerm', 'currency'),
  ...withApproval('defaultMargin', 'minMargin', 'maxMargin'),
  ...addresses,
};

const customerContact: FieldGates = {
  ...withAudit('name', 'key'),
  ...withApproval('contactInfo', 'phoneExtension', 'isPrimary', 'contactTypes', 'notifications'),
};

const location = withAudit('name', 'isAppointmentRequired', 'key', 'notes', 'internalNotes', 'type');

/** A contact for billing is where papers go. */
const locationContact: FieldGates = {
  ...withAudit('isPrimary', 'key'),
  contactTypes: { values: { BILLING: 'approve' }, others: 'audit' },
};

const vendor: FieldGates = {
  ...withAudit('key', 'notes'),
  ...withApproval('email', 'phone', 'status', 'taxId', 'currency', 'paymentTermId', 'requiredDocuments'),
  ...addresses,
};

const vendorContact: FieldGates = { ...withAudit('key'), ...withApproval('email', 'phone', 'role', 'roles') };

const paymentTerm: FieldGates = {
  ...withAudit('description', 'key'),
  ...withApproval('days', 'quickPayFee', 'apOnly', 'doNotUse'),
};

const user: FieldGates = {
  ...withAudit('name', 'key', 'avatarId', 'teams'),
  // Who they are at load boards and carrier portals.
  ...withApproval('datUsername', 'mcpUsername'),
  // Where customers and carriers write to and call back.
  ...withApproval('email', 'phone', 'phoneExt', 'status', 'roles'),
};

const team = withAudit('name', 'key', 'users');
const savedSearch = withAudit('name', 'jsonValue', 'isPublic', 'groupId', 'key');
const document = withAudit('type', 'fileName', 'tags', 'key');
const crew = withAudit('contact', 'driverName', 'driverPhone', 'truckNumber', 'trailerNumber');

/** Field gates of every operation with a body whose own gate is below an approval. */
export const fieldGates = {
  // A carrier begins PENDING: vetting comes between that and its first load.
  'carriers.create': {
    ...carrier,
    ...withAudit('name', 'type'),
    status: { values: { PENDING: 'audit' }, others: 'off' },
  },
  'carriers.update': { ...carrier, ...renaming, ...withApproval('status') },
  'carrierContacts.create': { ...carrierContact, ...newContactInfo, ...withAudit('carrierId') },
  'carrierContacts.update': { ...carrierContact, ...rekeyed },
  'carrierFactors.create': carrierFactor,
  'carrierFactors.update': { ...carrierFactor, ...rekeyed },
  'companies.create': { ...company, ...withAudit('name') },
  'companies.update': { ...company, ...withApproval('name'), ...rekeyed },
  'customers.create': { ...customer, ...withAudit('name', 'status') },
  'customers.update': { ...customer, ...withApproval('name', 'status'), ...rekeyed },
  'customerContacts.create': { ...customerContact, ...newContactInfo, ...withAudit('customerId') },
  'customerContacts.update': { ...customerContact, ...rekeyed },
  'locations.create': { ...location, ...withAudit('customerId', 'address') },
  'locations.update': { ...location, ...withConfirmation('customerId', 'address', 'key') },
  'locationContacts.create': { ...locationContact, ...withAudit('locationId', 'customerContactId') },
  'locationContacts.update': { ...locationContact, ...withApproval('locationId', 'customerContactId'), ...rekeyed },
  'vendors.create': { ...vendor, ...withAudit('name') },
  'vendors.update': { ...vendor, ...withApproval('name'), ...rekeyed },
  'vendorContacts.create': { ...vendorContact, ...withAudit('vendorId') },
  'vendorContacts.update': { ...vendorContact, ...rekeyed },
  'paymentTerms.create': { ...paymentTerm, ...withAudit('name') },
  'paymentTerms.update': { ...paymentTerm, ...withApproval('name'), ...rekeyed },
  'teams.create': team,
  'teams.update': team,
  'users.create': user,
  'users.update': { ...user, ...rekeyed },
  'savedSearches.create': { ...savedSearch, ...withAudit('preferenceType') },
  'savedSearches.update': savedSearch,
  'quotes.create': withAudit('customer', 'carrier', 'order', 'amount', 'target', 'expiresAt', 'assignee', 'key'),
  'quotes.update': {
    ...withAudit('amount', 'target', 'expiresAt', 'assignee', 'lostReason', 'lostReasonText', 'key'),
    // Winning is what converting does, which a person confirms; closing can't be undone.
    status: { values: { QUOTED: 'audit' }, others: 'confirm' },
  },
  'quotes.convertToShipment': withConfirmation('additionalOrders'),
  'orders.update': {
    ...withAudit('freight', 'references', 'equipment', 'specialRequirements', 'mileage', 'key'),
    ...withConfirmation('charges'),
  },
  'stops.create': withConfirmation('orderId', 'stop'),
  'stops.update': {
    ...withAudit('key', 'requestedStartDate', 'requestedEndDate', 'requestedStartTime', 'requestedEndTime', 'notes'),
    ...withAudit('dropTrailer', 'sequence'),
    // Another place is another stop: to add or to remove one is confirmed as well.
    ...withConfirmation('type', 'location', 'postalCode', 'cityId', 'airportCode'),
  },
  'shipments.create': {
    ...withAudit('customer', 'customerRep', 'orders', 'key'),
    ...withConfirmation('loads', 'services'),
  },
  // Who owes for it.
  'shipments.update': { ...withAudit('customerRep', 'key'), ...withApproval('customer') },
  'shipments.cancel': withConfirmation('reason'),
  'shipments.duplicate': withAudit('pickUpDate', 'deliveryDate'),
  'loads.create': withConfirmation('shipmentId', 'load'),
  'loads.update': withAudit('mode', 'equipment', 'key'),
  'loads.addCarrier': { ...withConfirmation('carrier', 'charges'), ...crew },
  // Whom the driver of a booked load is called by; what is replaced of the rest is asked for as well.
  'loads.updateCarrier': { ...crew, ...withConfirmation('driverPhone') },
  'loads.bounce': withConfirmation('reason', 'reasonText'),
  'services.create': withConfirmation('shipmentId', 'service'),
  'services.update': {
    ...withAudit(
      'serviceType',
      'vendorContact',
      'description',
      'scheduledDate',
      'referenceNumber',
      'completedDate',
      'key',
    ),
  },
  'documents.create': { ...document, ...withAudit('contentType', 'fileSize') },
  'documents.update': document,
  // What a payee has sent is recorded as it is: approving it is what counts. Its terms are ours.
  'bills.create': {
    ...withAudit('entityType', 'entityId', 'invoiceDate', 'amount', 'reference', 'key'),
    ...withApproval('dueDate', 'currency', 'paymentTermId'),
  },
  // Duplicates are told by reference and date, and a bill is named by its key.
  'bills.update': withApproval('invoiceDate', 'dueDate', 'amount', 'reference', 'paymentTermId', 'key'),
  'billPayments.update': {
    ...withAudit('notes', 'key'),
    ...withConfirmation('paymentDate', 'paymentMethodType', 'reference'),
    ...withApproval('applications'),
  },
  'billPayments.sendRemittance': withConfirmation('toEmail', 'ccEmails', 'message'),
  'invoices.create': {
    ...withConfirmation('orderId', 'invoiceDate', 'amount', 'dueDate', 'reference', 'currency', 'key'),
    ...withApproval('paymentTermId'),
  },
  // The customer pays by the reference that is printed on it.
  'invoices.update': {
    ...withAudit('key'),
    ...withConfirmation('dueDate', 'reference'),
    ...withApproval('paymentTermId'),
  },
  'invoices.markAwaiting': withConfirmation('invoiceDate', 'dueDate'),
  'invoices.send': withConfirmation('toEmails', 'ccEmails', 'subject', 'message'),
  'payments.create': {
    ...withConfirmation(
      'customerId',
      'paymentDate',
      'applications',
      'creditApplications',
      'paymentMethodType',
      'reference',
    ),
    ...withAudit('notes', 'key'),
  },
  'payments.update': {
    ...withAudit('notes', 'key'),
    ...withConfirmation('paymentDate', 'paymentMethodType', 'reference'),
    ...withApproval('applications', 'creditApplications'),
  },
  'creditMemos.update': { ...withAudit('notes', 'key'), ...withConfirmation('reference', 'memoDate') },
  'creditMemos.apply': withConfirmation('invoiceId', 'amount'),
  'webhookSubscriptions.update': {
    ...withAudit('key'),
    ...withConfirmation('status'),
    ...withApproval('url', 'events', 'token'),
  },
} as const satisfies Readonly<Record<string, FieldGates>>;
