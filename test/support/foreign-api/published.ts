const list = (names: string): readonly string[] => names.split(' ');

/** Filter fields of version 1.0.0 by collection; every collection also takes `and`, `or`, `not` and `deletedAt`. */
export const publishedFilters: Readonly<Record<string, readonly string[]>> = {
  shipments: list('id customerId customerRepId key status createdAt updatedAt deliveredAt'),
  quotes: list('id customerId carrierId assigneeId status side amount expiresAt createdAt updatedAt'),
  loads: list('id shipmentId status mode createdAt deliveredAt'),
  services: list('id shipmentId vendorId serviceType status scheduledDate completedDate createdAt'),
  documents: list('id type status fileName contentType extension createdAt updatedAt'),
  stops: list('shipperLocationId postalCode updatedAt'),
  invoices: list(
    'id orderId shipmentId customerId status invoiceDate dueDate createdAt amount amountOwed overdue factored',
  ),
  payments: list('id customerId invoiceId shipmentId paymentDate createdAt paymentMethodType totalAmount reference'),
  creditMemos: list(
    'id customerId sourcePaymentGroupId status memoDate createdAt amount remainingBalance hasRemainingBalance',
  ),
  bills: list(
    'id loadCarrierId vendedServiceId carrierId vendorId loadId shipmentId status entityType invoiceDate dueDate createdAt amount overdue',
  ),
  billPayments: list(
    'id carrierId vendorId carrierFactorId recipientType paymentMethodType paymentDate createdAt totalAmount reference',
  ),
  carriers: list(
    'id key friendlyId name dbaName email phone website status statusReason type mcNumber dotNumber scac einNumber ffNumber mxNumber rfcNumber iataCode currency rating operatingAbility insuranceCompany isHazmat tsaApproved isFactoringPreferred inFmcsa trucks trailers drivers powerUnits goldenCarrierId paymentTermId ratingDate insuranceExpirationDate createdAt updatedAt',
  ),
  carrierFactors: list(
    'id key companyName email phoneNumber phoneExtension fax city state country zipCode bankName currency paymentTermId createdAt updatedAt',
  ),
  carrierPaymentMethods: list(
    'id carrierId carrierFactorId paymentTermId paymentRecipientType paymentMethodType status email companyName bankName currency isPreferred createdAt updatedAt',
  ),
  customers: list(
    'id key name friendlyId website phoneNumber naics ein duns leadSource status serviceTier industry annualRevenue annualSpend spendType deactivationReason currency numberOfEmployees defaultMode createdAt updatedAt closedAt deactivationDate',
  ),
  locations: list('id customerId key name notes internalNotes isAppointmentRequired createdAt updatedAt'),
  vendors: list(
    'id key friendlyId name email phone notes taxId status currency paymentTermId deletedById createdAt updatedAt',
  ),
  users: list('id email name phone datUsername mcpUsername status roles key avatarId createdAt updatedAt'),
};

/** Response fields of this service that neither version publishes, by the id of their schema. */
export const addedFields: Readonly<Record<string, readonly string[]>> = {
  Shipment: list('friendlyId customerId billingStatus currency pickUpDate deliveryDate deletedAt deletedBy'),
  Order: list('friendlyId quoteId shipmentId shipmentKey currency deletedAt deletedBy'),
  OrderSummary: list('friendlyId'),
  Stop: list('key orderId orderIds loadIds timeZone windowAtArrival deletedAt deletedBy'),
  Charge: list('chargeCodeId total'),
  Quote: list('friendlyId currency deletedAt deletedBy'),
  LoadSummary: list('friendlyId'),
  ServiceSummary: list('friendlyId'),
  Load: list('friendlyId equipment currency deletedAt deletedBy'),
  LoadCarrier: list('loadId currency removalReason removalReasonText deletedAt'),
  Service: list('friendlyId currency deletedAt deletedBy'),
  Document: list('deletedAt deletedBy'),
  CarrierReference: list('friendlyId'),
  VendorReference: list('deletedAt'),
  CarrierFactorReference: list('bankName deletedAt'),
  Invoice: list('deletedAt deletedBy'),
  Payment: list('friendlyId deletedAt deletedBy'),
  CreditMemo: list('friendlyId carrier vendor deletedAt deletedBy'),
  Bill: list('deletedAt deletedBy'),
  BillPayment: list('friendlyId deletedAt deletedBy'),
  Carrier: list('deletedBy'),
  CarrierFactor: list('deletedBy'),
  Customer: list('deletedBy'),
  Location: list('deletedBy'),
  User: list('deletedBy'),
  ReceivablesAging: list('currency bucketTotals otherCurrencies'),
  PayablesAging: list('currency bucketTotals otherCurrencies'),
};
