// Generated from the contract: `npm run list-types` writes it after a change of an operation or a schema.

/** The flat input of an operation, the same with defaults as its handler gets it, and the body of its response. */
export interface OperationTypes<Input, Output, Parsed = Input> {
  readonly input: Input;
  readonly parsed: Parsed;
  readonly output: Output;
}

/** One record in a path; without `by`, an id is tried first, then a client key. */
export interface RecordId {
  readonly id: string;
  readonly by?: 'id' | 'key' | undefined;
}

export interface RequiredEnumFilter<Word> {
  readonly equalTo?: Word | undefined;
  readonly notEqualTo?: Word | undefined;
  readonly in?: readonly Word[] | undefined;
  readonly notIn?: readonly Word[] | undefined;
}

export interface EnumFilter<Word> extends RequiredEnumFilter<Word> {
  readonly isNull?: boolean | undefined;
}

export interface EnumArrayFilter<Word> {
  readonly includes?: Word | undefined;
  readonly notIncludes?: Word | undefined;
  readonly contains?: Word | undefined;
  readonly containsAll?: readonly Word[] | undefined;
  readonly containsAny?: readonly Word[] | undefined;
  readonly isNull?: boolean | undefined;
}

export type AddedLoadCarrier = {
  readonly loadId: string;
  readonly loadCarrierId: string;
  readonly loadCarrier: LoadCarrier;
};

export type Address = {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly country: string;
  readonly market: string;
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly isAirportOrAirbase: boolean | null;
  readonly isConstructionOrUtilitySite: boolean | null;
  readonly isSmartyValidated: boolean | null;
  readonly obeysDst: boolean | null;
  readonly cityId: string | null;
};

export type AddressInput = {
  readonly line1: string;
  readonly line2?: string | null | undefined;
  readonly city: string;
  readonly state?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
  readonly country: string;
  readonly market: string;
  readonly latitude?: string | null | undefined;
  readonly longitude?: string | null | undefined;
  readonly isAirportOrAirbase: boolean;
  readonly isConstructionOrUtilitySite: boolean;
  readonly isSmartyValidated: boolean;
  readonly obeysDst: boolean;
  readonly cityId?: string | null | undefined;
};

export type UnparsedAddressInput = {
  readonly line1: string;
  readonly line2?: string | null | undefined;
  readonly city: string;
  readonly state?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
  readonly country: string;
  readonly market: string;
  readonly latitude?: string | null | undefined;
  readonly longitude?: string | null | undefined;
  readonly isAirportOrAirbase?: boolean | undefined;
  readonly isConstructionOrUtilitySite?: boolean | undefined;
  readonly isSmartyValidated?: boolean | undefined;
  readonly obeysDst?: boolean | undefined;
  readonly cityId?: string | null | undefined;
};

export type AddressPatch = {
  readonly line1?: string | undefined;
  readonly line2?: string | null | undefined;
  readonly city?: string | undefined;
  readonly state?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
  readonly country?: string | undefined;
  readonly market?: string | undefined;
  readonly latitude?: string | null | undefined;
  readonly longitude?: string | null | undefined;
  readonly isAirportOrAirbase?: boolean | undefined;
  readonly isConstructionOrUtilitySite?: boolean | undefined;
  readonly isSmartyValidated?: boolean | undefined;
  readonly obeysDst?: boolean | undefined;
  readonly cityId?: string | null | undefined;
};

export type AgingTotals = {
  readonly current: number;
  readonly days1to30: number;
  readonly days31to60: number;
  readonly days61to90: number;
  readonly over90: number;
  readonly total: number;
};

export type ApplyCredit = {
  readonly invoiceId: string;
  readonly amount: number;
};

export type ApplyCreditResult = {
  readonly application: CreditMemoApplication;
  readonly creditMemo: CreditMemo;
};

export type AvailableCredits = {
  readonly availableCredits: readonly {
    readonly id: string;
    readonly reference: string | null;
    readonly remainingBalance: number;
    readonly currency: string;
    readonly memoDate: string;
    readonly notes: string | null;
  }[];
  readonly totalAvailable: number;
};

export type BatchApprove = {
  readonly billIds: readonly string[];
};

export type BatchApproveResult = {
  readonly approved: readonly {
    readonly billId: string;
    readonly status: 'AWAITING_INVOICE' | 'IN_REVIEW' | 'APPROVED_TO_PAY' | 'PAID' | (string & {});
  }[];
  readonly failed: readonly {
    readonly billId: string;
    readonly error: string;
  }[];
};

export type BatchGenerate = {
  readonly orderIds?: readonly string[] | undefined;
  readonly shipmentIds?: readonly string[] | undefined;
  readonly sendEmail: boolean;
  readonly emailConfig?:
    | {
      readonly ccEmails?: readonly string[] | undefined;
      readonly groupByCustomer: boolean;
    }
    | undefined;
};

export type UnparsedBatchGenerate = {
  readonly orderIds?: readonly string[] | undefined;
  readonly shipmentIds?: readonly string[] | undefined;
  readonly sendEmail?: boolean | undefined;
  readonly emailConfig?:
    | {
      readonly ccEmails?: readonly string[] | undefined;
      readonly groupByCustomer?: boolean | undefined;
    }
    | undefined;
};

export type BatchGenerateResult = {
  readonly generated: readonly {
    readonly orderId: string;
    readonly shipmentId: string;
    readonly invoiceId: string;
    readonly documentId: string;
    readonly friendlyId?: string | undefined;
    readonly amount?: number | undefined;
    readonly currency?: string | undefined;
    readonly mailedTo?: readonly string[] | undefined;
    readonly notMailed?: string | null | undefined;
  }[];
  readonly failed: readonly {
    readonly orderId: string | null;
    readonly shipmentId: string | null;
    readonly error: string;
  }[];
  readonly emailsSent: number;
};

export type Bill = {
  readonly id: string;
  readonly friendlyId: string;
  readonly key: string | null;
  readonly entityType: 'CARRIER' | 'VENDOR';
  readonly loadCarrierId: string | null;
  readonly vendedServiceId: string | null;
  readonly carrier: CarrierReference | null;
  readonly vendor: VendorReference | null;
  readonly loadId: string | null;
  readonly loadKey: string | null;
  readonly shipmentId: string | null;
  readonly shipmentKey: string | null;
  readonly status: 'AWAITING_INVOICE' | 'IN_REVIEW' | 'APPROVED_TO_PAY' | 'PAID' | (string & {});
  readonly invoiceDate: string | null;
  readonly dueDate: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly amountPaid: number;
  readonly amountOwed: number;
  readonly payments: readonly BillPaymentApplied[];
  readonly paymentTerm: PaymentTermReference | null;
  readonly carrierFactor: CarrierFactorReference | null;
  readonly factorJobId: string | null;
  readonly factorStatus: string | null;
  readonly qboId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type BillFilter = {
  readonly id?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly entityType?: EnumFilter<'CARRIER' | 'VENDOR'> | undefined;
  readonly loadCarrierId?: UuidFilter | undefined;
  readonly vendedServiceId?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly vendorId?: UuidFilter | undefined;
  readonly carrierFactorId?: UuidFilter | undefined;
  readonly loadId?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly invoiceId?: UuidFilter | undefined;
  readonly status?: EnumFilter<'AWAITING_INVOICE' | 'IN_REVIEW' | 'APPROVED_TO_PAY' | 'PAID'> | undefined;
  readonly invoiceDate?: DateFilter | undefined;
  readonly dueDate?: DateFilter | undefined;
  readonly amount?: FloatFilter | undefined;
  readonly amountOwed?: FloatFilter | undefined;
  readonly currency?: StringFilter | undefined;
  readonly reference?: StringFilter | undefined;
  readonly overdue?: boolean | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly BillFilter[] | undefined;
  readonly or?: readonly BillFilter[] | undefined;
  readonly not?: BillFilter | undefined;
};

export type BillForPayment = {
  readonly id: string;
  readonly friendlyId: string;
  readonly entityType: 'CARRIER' | 'VENDOR';
  readonly carrier?: CarrierReference | undefined;
  readonly vendor?: VendorReference | undefined;
  readonly amount: number;
  readonly invoiceDate: string | null;
  readonly dueDate: string | null;
  readonly openBalance: number;
  readonly isOverdue: boolean | null;
  readonly amountPaid: number;
  readonly shipmentId: string | null;
  readonly shipmentFriendlyId: string | null;
};

export type BillInput = {
  readonly entityType: 'CARRIER' | 'VENDOR';
  readonly entityId: string;
  readonly invoiceDate: string;
  readonly amount: number;
  readonly dueDate?: string | undefined;
  readonly reference?: string | undefined;
  readonly currency?:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | undefined;
  readonly paymentTermId?: string | undefined;
  readonly key?: string | undefined;
};

export type BillPatch = {
  readonly invoiceDate?: string | null | undefined;
  readonly dueDate?: string | null | undefined;
  readonly amount?: number | undefined;
  readonly reference?: string | null | undefined;
  readonly paymentTermId?: string | undefined;
  readonly key?: string | null | undefined;
};

export type BillPayment = {
  readonly id: string;
  readonly friendlyId: string;
  readonly key: string | null;
  readonly recipientType: 'CARRIER' | 'VENDOR';
  readonly carrier: CarrierReference | null;
  readonly vendor: VendorReference | null;
  readonly carrierFactor: CarrierFactorReference | null;
  readonly paymentDate: string;
  readonly paymentMethodType:
    | 'ACH_WIRE'
    | 'CHECK'
    | 'CREDIT_CARD'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'VENMO'
    | null;
  readonly reference: string | null;
  readonly notes: string | null;
  readonly currency: string;
  readonly totalAmount: number;
  readonly overpayment: number | null;
  readonly overpaymentCreditMemoId: string | null;
  readonly applications: readonly BillPaymentApplication[];
  readonly qboId: string | null;
  readonly syncStatus: 'pending' | 'synced' | 'error' | null;
  readonly syncError: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type BillPaymentApplication = {
  readonly id: string;
  readonly billId: string;
  readonly billFriendlyId: string | null;
  readonly amount: number;
  readonly loadCarrierId: string | null;
  readonly vendedServiceId: string | null;
  readonly shipmentId: string | null;
  readonly shipmentFriendlyId: string | null;
};

export type BillPaymentApplicationChange = {
  readonly id?: string | undefined;
  readonly billId?: string | undefined;
  readonly amount?: number | undefined;
  readonly delete?: boolean | undefined;
};

export type BillPaymentApplications = {
  readonly data: readonly BillPaymentApplication[];
  readonly totalAmount: number;
};

export type BillPaymentApplied = {
  readonly id: string;
  readonly paymentGroupId: string;
  readonly amount: number;
  readonly paymentDate: string;
  readonly reference: string | null;
};

export type BillPaymentFilter = {
  readonly id?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly recipientType?: EnumFilter<'CARRIER' | 'VENDOR'> | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly vendorId?: UuidFilter | undefined;
  readonly carrierFactorId?: UuidFilter | undefined;
  readonly billId?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly invoiceId?: UuidFilter | undefined;
  readonly paymentMethodType?:
    | EnumFilter<'ACH_WIRE' | 'CHECK' | 'CREDIT_CARD' | 'EFT_DIRECT_DEPOSIT' | 'E_TRANSFER' | 'VENMO'>
    | undefined;
  readonly paymentDate?: DateFilter | undefined;
  readonly totalAmount?: FloatFilter | undefined;
  readonly currency?: StringFilter | undefined;
  readonly reference?: StringFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly BillPaymentFilter[] | undefined;
  readonly or?: readonly BillPaymentFilter[] | undefined;
  readonly not?: BillPaymentFilter | undefined;
};

export type BillPaymentInput = {
  readonly paymentDate: string;
  readonly applications: readonly {
    readonly billId: string;
    readonly amount: number;
  }[];
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'CHECK'
    | 'CREDIT_CARD'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'VENMO'
    | undefined;
  readonly carrierFactorId?: string | undefined;
  readonly reference?: string | undefined;
  readonly notes?: string | undefined;
  readonly key?: string | undefined;
  readonly allowOverpayment: boolean;
};

export type UnparsedBillPaymentInput = {
  readonly paymentDate: string;
  readonly applications: readonly {
    readonly billId: string;
    readonly amount: number;
  }[];
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'CHECK'
    | 'CREDIT_CARD'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'VENMO'
    | 'ach_wire'
    | 'check'
    | 'credit_card'
    | 'eft_direct_deposit'
    | 'e_transfer'
    | 'venmo'
    | undefined;
  readonly carrierFactorId?: string | undefined;
  readonly reference?: string | undefined;
  readonly notes?: string | undefined;
  readonly key?: string | undefined;
  readonly allowOverpayment?: boolean | undefined;
};

export type BillPaymentPatch = {
  readonly paymentDate?: string | undefined;
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'CHECK'
    | 'CREDIT_CARD'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'VENMO'
    | undefined;
  readonly reference?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly applications?: readonly BillPaymentApplicationChange[] | undefined;
  readonly key?: string | null | undefined;
};

export type UnparsedBillPaymentPatch = {
  readonly paymentDate?: string | undefined;
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'CHECK'
    | 'CREDIT_CARD'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'VENMO'
    | 'ach_wire'
    | 'check'
    | 'credit_card'
    | 'eft_direct_deposit'
    | 'e_transfer'
    | 'venmo'
    | undefined;
  readonly reference?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly applications?: readonly BillPaymentApplicationChange[] | undefined;
  readonly key?: string | null | undefined;
};

export type BillPaymentsApplied = {
  readonly data: readonly BillPaymentApplied[];
  readonly totalPaid: number;
  readonly openBalance: number;
};

export type BillsForPayment = {
  readonly bills: readonly BillForPayment[];
  readonly totalOutstanding: number;
  readonly carrier?: CarrierReference | undefined;
  readonly vendor?: VendorReference | undefined;
  readonly carrierFactor?:
    | {
      readonly id: string;
      readonly companyName: string;
      readonly bankName: string | null;
    }
    | undefined;
};

export type BoolCriterion = {
  readonly operator: 'TRUE' | 'FALSE';
};

export type BoolFilter = {
  readonly equalTo?: boolean | undefined;
  readonly notEqualTo?: boolean | undefined;
  readonly isNull?: boolean | undefined;
};

export type BounceInput = {
  readonly reason?:
    | 'TONU'
    | 'BOUNCED'
    | 'RATE_DISPUTE'
    | 'EQUIPMENT_ISSUE'
    | 'DRIVER_ISSUE'
    | 'TIMING_ISSUE'
    | 'OTHER'
    | undefined;
  readonly reasonText?: string | undefined;
};

export type BulkExportLine = {
  readonly type: 'start' | 'record' | 'collection' | 'end';
  readonly format?: number | undefined;
  readonly at?: string | undefined;
  readonly collection?:
    | 'customers'
    | 'carriers'
    | 'vendors'
    | 'carrierFactors'
    | 'users'
    | 'locations'
    | 'quotes'
    | 'documents'
    | 'billPayments'
    | 'creditMemos'
    | 'payments'
    | 'invoices'
    | 'bills'
    | 'services'
    | 'loads'
    | 'orders'
    | 'shipments'
    | undefined;
  readonly record?: ExportedShipment | Readonly<Record<string, unknown>> | undefined;
  readonly records?: number | undefined;
};

export type CancelShipment = {
  readonly reason?: string | undefined;
};

export type Carrier = {
  readonly object: 'CARRIER';
  readonly id: string;
  readonly friendlyId: string;
  readonly key: string | null;
  readonly type: 'TRUCKLOAD' | 'AIR' | 'CARTAGE' | 'LINEHAUL' | 'LTL' | 'OCEAN' | 'RAIL';
  readonly name: string;
  readonly status: string;
  readonly dbaName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  readonly statusReason: string | null;
  readonly notes: string | null;
  readonly corporateAddress: Address | null;
  readonly billingAddress: Address | null;
  readonly mcNumber: string | null;
  readonly dotNumber: string | null;
  readonly scac: string | null;
  readonly einNumber: string | null;
  readonly ffNumber: string | null;
  readonly mxNumber: string | null;
  readonly rfcNumber: string | null;
  readonly iataCode: string | null;
  readonly equipments: readonly ('CONTAINER' | 'FLATBED' | 'POWER_ONLY' | 'REEFER' | 'SPECIALIZED' | 'TANKER' | 'VAN')[];
  readonly isHazmat: boolean | null;
  readonly tsaApproved: boolean | null;
  readonly isFactoringPreferred: boolean | null;
  readonly trucks: number | null;
  readonly trailers: number | null;
  readonly drivers: number | null;
  readonly powerUnits: number | null;
  readonly currency: string | null;
  readonly paymentTerm: PaymentTermReference | null;
  readonly goldenCarrierId: string | null;
  readonly insuranceCompany?: string | null | undefined;
  readonly insuranceAgent?: string | null | undefined;
  readonly insuranceAgentPhone?: string | null | undefined;
  readonly insuranceAuthorityDate?: string | null | undefined;
  readonly insuranceExpirationDate?: string | null | undefined;
  readonly insuranceAutoLiabilityLimit?: number | null | undefined;
  readonly insuranceCargoLiabilityLimit?: number | null | undefined;
  readonly insuranceGeneralLiabilityLimit?: number | null | undefined;
  readonly rating?: string | null | undefined;
  readonly reviewType?: string | null | undefined;
  readonly operatingAbility?: string | null | undefined;
  readonly ratingDate?: string | null | undefined;
  readonly reviewDate?: string | null | undefined;
  readonly inFmcsa?: boolean | null | undefined;
  readonly usDriverInspections?: number | null | undefined;
  readonly usDriverInspectionsOos?: number | null | undefined;
  readonly usVehicleInspections?: number | null | undefined;
  readonly usVehicleInspectionsOos?: number | null | undefined;
  readonly usDriverInspectionsOosPct?: number | null | undefined;
  readonly usVehicleInspectionsOosPct?: number | null | undefined;
  readonly paymentMethods: readonly EmbeddedCarrierPaymentMethod[];
  readonly contacts: readonly EmbeddedCarrierContact[];
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type CarrierContact = {
  readonly object: 'CARRIER_CONTACT';
  readonly id: string;
  readonly carrier: CarrierReference | null;
  readonly name: string;
  readonly contactInfo: ContactInfo;
  readonly contactTypes:
    | readonly (
      | 'ACCOUNTING'
      | 'AFTER_HOURS'
      | 'CENSUS'
      | 'CLAIMS'
      | 'DISPATCH'
      | 'DRIVER'
      | 'EMERGENCY'
      | 'MANAGER'
      | 'OWNER')[]
    | null;
  readonly invitedUser: UserReference | null;
  readonly deletedBy: UserReference | null;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt?: string | null | undefined;
  readonly deletedAt: string | null;
};

export type CarrierContactFilter = {
  readonly id?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly invitedUserId?: UuidFilter | undefined;
  readonly deletedById?: UuidFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly email?: StringFilter | undefined;
  readonly phoneNumber?: StringFilter | undefined;
  readonly contactTypes?:
    | EnumArrayFilter<
      | 'ACCOUNTING'
      | 'AFTER_HOURS'
      | 'CENSUS'
      | 'CLAIMS'
      | 'DISPATCH'
      | 'DRIVER'
      | 'EMERGENCY'
      | 'MANAGER'
      | 'OWNER'>
    | undefined;
  readonly key?: KeyFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly CarrierContactFilter[] | undefined;
  readonly or?: readonly CarrierContactFilter[] | undefined;
  readonly not?: CarrierContactFilter | undefined;
};

export type CarrierContactInput = {
  readonly carrierId: string;
  readonly name: string;
  readonly contactInfo: ContactInfoInput;
  readonly contactTypes?:
    | readonly (
      | 'ACCOUNTING'
      | 'AFTER_HOURS'
      | 'CENSUS'
      | 'CLAIMS'
      | 'DISPATCH'
      | 'DRIVER'
      | 'EMERGENCY'
      | 'MANAGER'
      | 'OWNER')[]
    | undefined;
  readonly key?: string | undefined;
};

export type CarrierContactPatch = {
  readonly name?: string | undefined;
  readonly contactInfo?: ContactInfoPatch | undefined;
  readonly contactTypes?:
    | readonly (
      | 'ACCOUNTING'
      | 'AFTER_HOURS'
      | 'CENSUS'
      | 'CLAIMS'
      | 'DISPATCH'
      | 'DRIVER'
      | 'EMERGENCY'
      | 'MANAGER'
      | 'OWNER')[]
    | null
    | undefined;
  readonly key?: string | null | undefined;
};

export type CarrierFactor = {
  readonly id: string;
  readonly companyName: string;
  readonly key: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly phoneExtension: string | null;
  readonly fax: string | null;
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
  readonly zipCode: string | null;
  readonly bankName: string | null;
  readonly bankAddress: string | null;
  readonly accountName: string | null;
  readonly accountNumber: string | null;
  readonly abaAch: string | null;
  readonly wire: string | null;
  readonly swiftCode: string | null;
  readonly eftInstitution: string | null;
  readonly eftTransit: string | null;
  readonly clabe: string | null;
  readonly currency: string | null;
  readonly paymentTerm: PaymentTermReference | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type CarrierFactorFilter = {
  readonly id?: UuidFilter | undefined;
  readonly paymentTermId?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly companyName?: StringFilter | undefined;
  readonly email?: StringFilter | undefined;
  readonly phoneNumber?: StringFilter | undefined;
  readonly phoneExtension?: StringFilter | undefined;
  readonly fax?: StringFilter | undefined;
  readonly city?: StringFilter | undefined;
  readonly state?: StringFilter | undefined;
  readonly country?: StringFilter | undefined;
  readonly zipCode?: StringFilter | undefined;
  readonly bankName?: StringFilter | undefined;
  readonly currency?: StringFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly CarrierFactorFilter[] | undefined;
  readonly or?: readonly CarrierFactorFilter[] | undefined;
  readonly not?: CarrierFactorFilter | undefined;
};

export type CarrierFactorInput = {
  readonly companyName: string;
  readonly key?: string | undefined;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly phoneExtension?: string | undefined;
  readonly fax?: string | undefined;
  readonly addressLine1?: string | undefined;
  readonly addressLine2?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly country?: string | undefined;
  readonly zipCode?: string | undefined;
  readonly bankName?: string | undefined;
  readonly bankAddress?: string | undefined;
  readonly accountName?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly abaAch?: string | undefined;
  readonly wire?: string | undefined;
  readonly swiftCode?: string | undefined;
  readonly eftInstitution?: string | undefined;
  readonly eftTransit?: string | undefined;
  readonly clabe?: string | undefined;
  readonly currency?: string | undefined;
  readonly paymentTermId?: string | undefined;
};

export type CarrierFactorPatch = {
  readonly companyName?: string | undefined;
  readonly key?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly phoneExtension?: string | null | undefined;
  readonly fax?: string | null | undefined;
  readonly addressLine1?: string | null | undefined;
  readonly addressLine2?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly bankAddress?: string | null | undefined;
  readonly accountName?: string | null | undefined;
  readonly accountNumber?: string | null | undefined;
  readonly abaAch?: string | null | undefined;
  readonly wire?: string | null | undefined;
  readonly swiftCode?: string | null | undefined;
  readonly eftInstitution?: string | null | undefined;
  readonly eftTransit?: string | null | undefined;
  readonly clabe?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly paymentTermId?: string | null | undefined;
};

export type CarrierFactorReference = {
  readonly id: string;
  readonly key: string | null;
  readonly companyName: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly currency: string | null;
  readonly bankName: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type CarrierFilter = {
  readonly id?: UuidFilter | undefined;
  readonly goldenCarrierId?: UuidFilter | undefined;
  readonly paymentTermId?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly dbaName?: StringFilter | undefined;
  readonly email?: StringFilter | undefined;
  readonly phone?: StringFilter | undefined;
  readonly website?: StringFilter | undefined;
  readonly status?: StringFilter | undefined;
  readonly statusReason?: StringFilter | undefined;
  readonly type?: StringFilter | undefined;
  readonly mcNumber?: StringFilter | undefined;
  readonly dotNumber?: StringFilter | undefined;
  readonly scac?: StringFilter | undefined;
  readonly einNumber?: StringFilter | undefined;
  readonly ffNumber?: StringFilter | undefined;
  readonly mxNumber?: StringFilter | undefined;
  readonly rfcNumber?: StringFilter | undefined;
  readonly iataCode?: StringFilter | undefined;
  readonly currency?: StringFilter | undefined;
  readonly rating?: StringFilter | undefined;
  readonly operatingAbility?: StringFilter | undefined;
  readonly insuranceCompany?: StringFilter | undefined;
  readonly isHazmat?: BoolFilter | undefined;
  readonly tsaApproved?: BoolFilter | undefined;
  readonly isFactoringPreferred?: BoolFilter | undefined;
  readonly inFmcsa?: BoolFilter | undefined;
  readonly trucks?: IntFilter | undefined;
  readonly trailers?: IntFilter | undefined;
  readonly drivers?: IntFilter | undefined;
  readonly powerUnits?: IntFilter | undefined;
  readonly ratingDate?: DateFilter | undefined;
  readonly insuranceExpirationDate?: DateTimeFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly CarrierFilter[] | undefined;
  readonly or?: readonly CarrierFilter[] | undefined;
  readonly not?: CarrierFilter | undefined;
};

export type CarrierInput = {
  readonly name: string;
  readonly type: 'TRUCKLOAD' | 'AIR' | 'CARTAGE' | 'LINEHAUL' | 'LTL' | 'OCEAN' | 'RAIL';
  readonly status?: 'PENDING' | 'ACTIVE' | 'INACTIVE' | 'DO_NOT_USE' | undefined;
  readonly equipments?:
    | readonly ('CONTAINER' | 'FLATBED' | 'POWER_ONLY' | 'REEFER' | 'SPECIALIZED' | 'TANKER' | 'VAN')[]
    | undefined;
  readonly corporateAddress?: AddressInput | undefined;
  readonly billingAddress?: AddressInput | undefined;
  readonly key?: string | undefined;
  readonly dbaName?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly website?: string | undefined;
  readonly statusReason?: string | undefined;
  readonly notes?: string | undefined;
  readonly mcNumber?: string | undefined;
  readonly dotNumber?: string | undefined;
  readonly scac?: string | undefined;
  readonly einNumber?: string | undefined;
  readonly ffNumber?: string | undefined;
  readonly mxNumber?: string | undefined;
  readonly rfcNumber?: string | undefined;
  readonly iataCode?: string | undefined;
  readonly isHazmat?: boolean | undefined;
  readonly tsaApproved?: boolean | undefined;
  readonly isFactoringPreferred?: boolean | undefined;
  readonly trucks?: number | undefined;
  readonly trailers?: number | undefined;
  readonly drivers?: number | undefined;
  readonly powerUnits?: number | undefined;
  readonly currency?:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | undefined;
  readonly paymentTermId?: string | undefined;
  readonly goldenCarrierId?: string | undefined;
  readonly insuranceCompany?: string | undefined;
  readonly insuranceAgent?: string | undefined;
  readonly insuranceAgentPhone?: string | undefined;
  readonly insuranceAuthorityDate?: string | undefined;
  readonly insuranceExpirationDate?: string | undefined;
  readonly insuranceAutoLiabilityLimit?: number | undefined;
  readonly insuranceCargoLiabilityLimit?: number | undefined;
  readonly insuranceGeneralLiabilityLimit?: number | undefined;
  readonly rating?: string | undefined;
  readonly reviewType?: string | undefined;
  readonly operatingAbility?: string | undefined;
  readonly ratingDate?: string | undefined;
  readonly reviewDate?: string | undefined;
  readonly inFmcsa?: boolean | undefined;
  readonly usDriverInspections?: number | undefined;
  readonly usDriverInspectionsOos?: number | undefined;
  readonly usVehicleInspections?: number | undefined;
  readonly usVehicleInspectionsOos?: number | undefined;
  readonly usDriverInspectionsOosPct?: number | undefined;
  readonly usVehicleInspectionsOosPct?: number | undefined;
};

export type UnparsedCarrierInput = {
  readonly name: string;
  readonly type: 'TRUCKLOAD' | 'AIR' | 'CARTAGE' | 'LINEHAUL' | 'LTL' | 'OCEAN' | 'RAIL';
  readonly status?: 'PENDING' | 'ACTIVE' | 'INACTIVE' | 'DO_NOT_USE' | undefined;
  readonly equipments?:
    | readonly ('CONTAINER' | 'FLATBED' | 'POWER_ONLY' | 'REEFER' | 'SPECIALIZED' | 'TANKER' | 'VAN')[]
    | undefined;
  readonly corporateAddress?: UnparsedAddressInput | undefined;
  readonly billingAddress?: UnparsedAddressInput | undefined;
  readonly key?: string | undefined;
  readonly dbaName?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly website?: string | undefined;
  readonly statusReason?: string | undefined;
  readonly notes?: string | undefined;
  readonly mcNumber?: string | undefined;
  readonly dotNumber?: string | undefined;
  readonly scac?: string | undefined;
  readonly einNumber?: string | undefined;
  readonly ffNumber?: string | undefined;
  readonly mxNumber?: string | undefined;
  readonly rfcNumber?: string | undefined;
  readonly iataCode?: string | undefined;
  readonly isHazmat?: boolean | undefined;
  readonly tsaApproved?: boolean | undefined;
  readonly isFactoringPreferred?: boolean | undefined;
  readonly trucks?: number | undefined;
  readonly trailers?: number | undefined;
  readonly drivers?: number | undefined;
  readonly powerUnits?: number | undefined;
  readonly currency?:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | undefined;
  readonly paymentTermId?: string | undefined;
  readonly goldenCarrierId?: string | undefined;
  readonly insuranceCompany?: string | undefined;
  readonly insuranceAgent?: string | undefined;
  readonly insuranceAgentPhone?: string | undefined;
  readonly insuranceAuthorityDate?: string | undefined;
  readonly insuranceExpirationDate?: string | undefined;
  readonly insuranceAutoLiabilityLimit?: number | undefined;
  readonly insuranceCargoLiabilityLimit?: number | undefined;
  readonly insuranceGeneralLiabilityLimit?: number | undefined;
  readonly rating?: string | undefined;
  readonly reviewType?: string | undefined;
  readonly operatingAbility?: string | undefined;
  readonly ratingDate?: string | undefined;
  readonly reviewDate?: string | undefined;
  readonly inFmcsa?: boolean | undefined;
  readonly usDriverInspections?: number | undefined;
  readonly usDriverInspectionsOos?: number | undefined;
  readonly usVehicleInspections?: number | undefined;
  readonly usVehicleInspectionsOos?: number | undefined;
  readonly usDriverInspectionsOosPct?: number | undefined;
  readonly usVehicleInspectionsOosPct?: number | undefined;
};

export type CarrierPatch = {
  readonly name?: string | undefined;
  readonly type?: 'TRUCKLOAD' | 'AIR' | 'CARTAGE' | 'LINEHAUL' | 'LTL' | 'OCEAN' | 'RAIL' | undefined;
  readonly status?: 'PENDING' | 'ACTIVE' | 'INACTIVE' | 'DO_NOT_USE' | undefined;
  readonly equipments?:
    | readonly ('CONTAINER' | 'FLATBED' | 'POWER_ONLY' | 'REEFER' | 'SPECIALIZED' | 'TANKER' | 'VAN')[]
    | undefined;
  readonly corporateAddress?: AddressPatch | undefined;
  readonly billingAddress?: AddressPatch | undefined;
  readonly key?: string | null | undefined;
  readonly dbaName?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly website?: string | null | undefined;
  readonly statusReason?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly mcNumber?: string | null | undefined;
  readonly dotNumber?: string | null | undefined;
  readonly scac?: string | null | undefined;
  readonly einNumber?: string | null | undefined;
  readonly ffNumber?: string | null | undefined;
  readonly mxNumber?: string | null | undefined;
  readonly rfcNumber?: string | null | undefined;
  readonly iataCode?: string | null | undefined;
  readonly isHazmat?: boolean | null | undefined;
  readonly tsaApproved?: boolean | null | undefined;
  readonly isFactoringPreferred?: boolean | null | undefined;
  readonly trucks?: number | null | undefined;
  readonly trailers?: number | null | undefined;
  readonly drivers?: number | null | undefined;
  readonly powerUnits?: number | null | undefined;
  readonly currency?:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | null
    | undefined;
  readonly paymentTermId?: string | null | undefined;
  readonly goldenCarrierId?: string | null | undefined;
  readonly insuranceCompany?: string | null | undefined;
  readonly insuranceAgent?: string | null | undefined;
  readonly insuranceAgentPhone?: string | null | undefined;
  readonly insuranceAuthorityDate?: string | null | undefined;
  readonly insuranceExpirationDate?: string | null | undefined;
  readonly insuranceAutoLiabilityLimit?: number | null | undefined;
  readonly insuranceCargoLiabilityLimit?: number | null | undefined;
  readonly insuranceGeneralLiabilityLimit?: number | null | undefined;
  readonly rating?: string | null | undefined;
  readonly reviewType?: string | null | undefined;
  readonly operatingAbility?: string | null | undefined;
  readonly ratingDate?: string | null | undefined;
  readonly reviewDate?: string | null | undefined;
  readonly inFmcsa?: boolean | null | undefined;
  readonly usDriverInspections?: number | null | undefined;
  readonly usDriverInspectionsOos?: number | null | undefined;
  readonly usVehicleInspections?: number | null | undefined;
  readonly usVehicleInspectionsOos?: number | null | undefined;
  readonly usDriverInspectionsOosPct?: number | null | undefined;
  readonly usVehicleInspectionsOosPct?: number | null | undefined;
};

export type CarrierPaymentMethod = {
  readonly id: string;
  readonly key?: string | null | undefined;
  readonly carrierId: string;
  readonly carrier: CarrierReference | null;
  readonly paymentRecipientType: 'DIRECT' | 'FACTOR';
  readonly paymentMethodType:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'ACH'
    | 'CHECK'
    | 'WIRE'
    | 'CAD_EFT'
    | 'TRIUMPH_PAY'
    | 'COMCHECK'
    | 'EFS'
    | 'ECHECK';
  readonly carrierFactor: CarrierFactorReference | null;
  readonly status: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly companyName: string | null;
  readonly username: string | null;
  readonly isPreferred: boolean | null;
  readonly bankName: string | null;
  readonly bankAddress: string | null;
  readonly accountName: string | null;
  readonly accountNumber: string | null;
  readonly abaAch: string | null;
  readonly wire: string | null;
  readonly swiftCode: string | null;
  readonly eftInstitution: string | null;
  readonly eftTransit: string | null;
  readonly clabe: string | null;
  readonly currency: string | null;
  readonly paymentTerm: PaymentTermReference | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type CarrierPaymentMethodFilter = {
  readonly id?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly carrierFactorId?: UuidFilter | undefined;
  readonly paymentTermId?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly paymentRecipientType?: RequiredEnumFilter<'DIRECT' | 'FACTOR'> | undefined;
  readonly paymentMethodType?:
    | RequiredEnumFilter<
      | 'ACH_WIRE'
      | 'ZELLE'
      | 'VENMO'
      | 'ACH'
      | 'CHECK'
      | 'WIRE'
      | 'CAD_EFT'
      | 'TRIUMPH_PAY'
      | 'COMCHECK'
      | 'EFS'
      | 'ECHECK'>
    | undefined;
  readonly status?: StringFilter | undefined;
  readonly email?: StringFilter | undefined;
  readonly companyName?: StringFilter | undefined;
  readonly bankName?: StringFilter | undefined;
  readonly currency?: StringFilter | undefined;
  readonly isPreferred?: BoolFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly CarrierPaymentMethodFilter[] | undefined;
  readonly or?: readonly CarrierPaymentMethodFilter[] | undefined;
  readonly not?: CarrierPaymentMethodFilter | undefined;
};

export type CarrierPaymentMethodInput = {
  readonly carrierId: string;
  readonly paymentRecipientType: 'DIRECT' | 'FACTOR';
  readonly paymentMethodType:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'ACH'
    | 'CHECK'
    | 'WIRE'
    | 'CAD_EFT'
    | 'TRIUMPH_PAY'
    | 'COMCHECK'
    | 'EFS'
    | 'ECHECK';
  readonly key?: string | undefined;
  readonly status?: string | undefined;
  readonly isPreferred?: boolean | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly companyName?: string | undefined;
  readonly username?: string | undefined;
  readonly bankName?: string | undefined;
  readonly bankAddress?: string | undefined;
  readonly accountName?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly abaAch?: string | undefined;
  readonly wire?: string | undefined;
  readonly swiftCode?: string | undefined;
  readonly eftInstitution?: string | undefined;
  readonly eftTransit?: string | undefined;
  readonly clabe?: string | undefined;
  readonly currency?: string | undefined;
  readonly paymentTermId?: string | undefined;
  readonly carrierFactorId?: string | null | undefined;
};

export type CarrierPaymentMethodPatch = {
  readonly paymentRecipientType?: 'DIRECT' | 'FACTOR' | undefined;
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'ACH'
    | 'CHECK'
    | 'WIRE'
    | 'CAD_EFT'
    | 'TRIUMPH_PAY'
    | 'COMCHECK'
    | 'EFS'
    | 'ECHECK'
    | undefined;
  readonly key?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly isPreferred?: boolean | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly companyName?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly bankAddress?: string | null | undefined;
  readonly accountName?: string | null | undefined;
  readonly accountNumber?: string | null | undefined;
  readonly abaAch?: string | null | undefined;
  readonly wire?: string | null | undefined;
  readonly swiftCode?: string | null | undefined;
  readonly eftInstitution?: string | null | undefined;
  readonly eftTransit?: string | null | undefined;
  readonly clabe?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly paymentTermId?: string | null | undefined;
  readonly carrierFactorId?: string | null | undefined;
};

export type CarrierReference = {
  readonly id: string;
  readonly key: string | null;
  readonly friendlyId: string;
  readonly name: string;
  readonly phoneNumber: string | null;
  readonly email: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type CarrierRegistryEntry = {
  readonly object: 'CARRIER_REGISTRY_ENTRY';
  readonly carrierId: string;
  readonly legalName: string | null;
  readonly fmcsaStatus: 'active' | 'inactive' | null;
  readonly monthsActiveAuthority: number | null;
  readonly safetyRating: string | null;
};

export type CarrierSearchCriteria = {
  readonly id?: UuidCriterion | undefined;
  readonly carrierProfileId?: UuidCriterion | undefined;
  readonly goldenCarrierId?: UuidCriterion | undefined;
  readonly accountOwnerId?: UuidCriterion | undefined;
  readonly friendlyId?: KeyCriterion | undefined;
  readonly carrierStatus?: KeyCriterion | undefined;
  readonly type?: KeyCriterion | undefined;
  readonly market?: KeyCriterion | undefined;
  readonly zone?: KeyCriterion | undefined;
  readonly fmcsaStatus?: KeyCriterion | undefined;
  readonly equipments?: KeyCriterion | undefined;
  readonly mcNumber?: KeyCriterion | undefined;
  readonly dotNumber?: KeyCriterion | undefined;
  readonly einNumber?: KeyCriterion | undefined;
  readonly safetyRating?: KeyCriterion | undefined;
  readonly paymentTermName?: KeyCriterion | undefined;
  readonly quickbooksVendorId?: KeyCriterion | undefined;
  readonly highwayId?: KeyCriterion | undefined;
  readonly highwayRulesAssessment?: KeyCriterion | undefined;
  readonly rmisId?: KeyCriterion | undefined;
  readonly rmisInvitationStatus?: KeyCriterion | undefined;
  readonly mcpStatus?: KeyCriterion | undefined;
  readonly mcpReviewStatus?: KeyCriterion | undefined;
  readonly name?: TextCriterion | undefined;
  readonly city?: TextCriterion | undefined;
  readonly primaryContactName?: TextCriterion | undefined;
  readonly primaryContactPhone?: TextCriterion | undefined;
  readonly primaryContactEmail?: TextCriterion | undefined;
  readonly rmisOperatingStatus?: TextCriterion | undefined;
  readonly factorBankNames?: TextCriterion | undefined;
  readonly accountOwnerName?: TextCriterion | undefined;
  readonly powerUnits?: IntCriterion | undefined;
  readonly trucks?: IntCriterion | undefined;
  readonly monthsActiveAuthority?: IntCriterion | undefined;
  readonly loadsCount?: IntCriterion | undefined;
  readonly quotesCount?: IntCriterion | undefined;
  readonly quickPayFee?: FloatCriterion | undefined;
  readonly totalMiles?: FloatCriterion | undefined;
  readonly totalRevenue?: FloatCriterion | undefined;
  readonly totalCostOfGoodsSold?: FloatCriterion | undefined;
  readonly ratePerMile?: FloatCriterion | undefined;
  readonly createdAt?: DateTimeCriterion | undefined;
};

export type CarrierSearchRequest = {
  readonly criteria?: CarrierSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination: {
    readonly pageNumber: number;
    readonly pageSize: number;
  };
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'carrierProfileId'
        | 'goldenCarrierId'
        | 'accountOwnerId'
        | 'friendlyId'
        | 'carrierStatus'
        | 'type'
        | 'market'
        | 'zone'
        | 'fmcsaStatus'
        | 'equipments'
        | 'mcNumber'
        | 'dotNumber'
        | 'einNumber'
        | 'safetyRating'
        | 'paymentTermName'
        | 'quickbooksVendorId'
        | 'highwayId'
        | 'highwayRulesAssessment'
        | 'rmisId'
        | 'rmisInvitationStatus'
        | 'mcpStatus'
        | 'mcpReviewStatus'
        | 'name'
        | 'city'
        | 'primaryContactName'
        | 'primaryContactPhone'
        | 'primaryContactEmail'
        | 'rmisOperatingStatus'
        | 'factorBankNames'
        | 'accountOwnerName'
        | 'powerUnits'
        | 'trucks'
        | 'monthsActiveAuthority'
        | 'loadsCount'
        | 'quotesCount'
        | 'quickPayFee'
        | 'totalMiles'
        | 'totalRevenue'
        | 'totalCostOfGoodsSold'
        | 'ratePerMile'
        | 'createdAt';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format: 'flat' | 'full';
};

export type UnparsedCarrierSearchRequest = {
  readonly criteria?: CarrierSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination?:
    | {
      readonly pageNumber?: number | undefined;
      readonly pageSize?: number | undefined;
    }
    | undefined;
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'carrierProfileId'
        | 'goldenCarrierId'
        | 'accountOwnerId'
        | 'friendlyId'
        | 'carrierStatus'
        | 'type'
        | 'market'
        | 'zone'
        | 'fmcsaStatus'
        | 'equipments'
        | 'mcNumber'
        | 'dotNumber'
        | 'einNumber'
        | 'safetyRating'
        | 'paymentTermName'
        | 'quickbooksVendorId'
        | 'highwayId'
        | 'highwayRulesAssessment'
        | 'rmisId'
        | 'rmisInvitationStatus'
        | 'mcpStatus'
        | 'mcpReviewStatus'
        | 'name'
        | 'city'
        | 'primaryContactName'
        | 'primaryContactPhone'
        | 'primaryContactEmail'
        | 'rmisOperatingStatus'
        | 'factorBankNames'
        | 'accountOwnerName'
        | 'powerUnits'
        | 'trucks'
        | 'monthsActiveAuthority'
        | 'loadsCount'
        | 'quotesCount'
        | 'quickPayFee'
        | 'totalMiles'
        | 'totalRevenue'
        | 'totalCostOfGoodsSold'
        | 'ratePerMile'
        | 'createdAt';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format?: 'flat' | 'full' | undefined;
};

export type CarrierSearchRow = {
  readonly object: 'CARRIER_SEARCH_ROW';
  readonly id: string;
  readonly carrierProfileId: string | null;
  readonly goldenCarrierId: string;
  readonly friendlyId: string | null;
  readonly name: string;
  readonly legalName: string | null;
  readonly carrierStatus: 'pending' | 'active' | 'inactive' | 'doNotUse' | null;
  readonly type: 'TL' | 'LTL' | 'LINEHAUL' | 'CARTAGE' | 'AIR' | 'OCEAN' | 'RAIL' | null;
  readonly city: string | null;
  readonly market: string | null;
  readonly zone: string | null;
  readonly primaryContactName: string | null;
  readonly primaryContactPhone: string | null;
  readonly primaryContactEmail: string | null;
  readonly fmcsaStatus: 'active' | 'inactive' | null;
  readonly mcNumber: string | null;
  readonly dotNumber: string | null;
  readonly einNumber: string | null;
  readonly safetyRating: string | null;
  readonly equipments: readonly ('CONTAINER' | 'FLATBED' | 'POWER_ONLY' | 'REEFER' | 'SPECIALIZED' | 'TANKER' | 'VAN')[];
  readonly powerUnits: number | null;
  readonly trucks: number | null;
  readonly monthsActiveAuthority: number | null;
  readonly highwayId: string | null;
  readonly highwayRulesAssessment: string | null;
  readonly rmisId: string | null;
  readonly rmisOperatingStatus: string | null;
  readonly rmisInvitationStatus: 'ERROR' | 'INVITED' | 'SUCCESS' | null;
  readonly mcpStatus: 'complete' | 'invited' | 'notInvited' | 'inProcess' | 'incomplete' | null;
  readonly mcpReviewStatus: 'acceptable' | 'moderate' | 'unacceptable' | null;
  readonly quickbooksVendorId: string | null;
  readonly factorBankNames: readonly string[];
  readonly paymentTermName: string | null;
  readonly quickPayFee: number | null;
  readonly accountOwnerId: string | null;
  readonly accountOwnerName: string | null;
  readonly loadsCount: number | null;
  readonly totalMiles: number | null;
  readonly totalRevenue: number | null;
  readonly totalCostOfGoodsSold: number | null;
  readonly ratePerMile: number | null;
  readonly quotesCount: number | null;
  readonly createdAt: string | null;
};

export type Charge = {
  readonly id: string;
  readonly chargeCodeId: number | null;
  readonly chargeCode: {
    readonly id: number | null;
    readonly code: string;
    readonly name: string;
  };
  readonly description: string | null;
  readonly amount: number;
  readonly quantity: number;
  readonly rate: number | null;
  readonly total: number;
};

export type ChargeCode = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly description: string;
};

export type ChargeInput = {
  readonly chargeCodeId?: number | undefined;
  readonly chargeCode?: {
    readonly id: number;
  } | {
    readonly key: string;
  } | undefined;
  readonly description?: string | undefined;
  readonly amount?: number | undefined;
  readonly quantity: number;
  readonly rate?: number | undefined;
};

export type UnparsedChargeInput = {
  readonly chargeCodeId?: number | undefined;
  readonly chargeCode?: {
    readonly id: number;
  } | {
    readonly key: string;
  } | undefined;
  readonly description?: string | undefined;
  readonly amount?: number | undefined;
  readonly quantity?: number | undefined;
  readonly rate?: number | undefined;
};

export type City = {
  readonly id: string;
  readonly name: string;
  readonly stateProvince: string;
  readonly country: string;
  readonly timeZone: string;
};

export type Company = {
  readonly object: 'COMPANY';
  readonly id: string;
  readonly name: string;
  readonly key: string | null;
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly fax: string | null;
  readonly invoiceOnly: boolean | null;
  readonly invoiceVerbiage: string | null;
  readonly primaryContactName: string | null;
  readonly primaryContactEmail: string | null;
  readonly primaryContactPhone: string | null;
  readonly createdBy: UserReference | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type CompanyFilter = {
  readonly id?: UuidFilter | undefined;
  readonly createdById?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly addressLine1?: StringFilter | undefined;
  readonly addressLine2?: StringFilter | undefined;
  readonly city?: StringFilter | undefined;
  readonly country?: StringFilter | undefined;
  readonly fax?: StringFilter | undefined;
  readonly invoiceVerbiage?: StringFilter | undefined;
  readonly primaryContactName?: StringFilter | undefined;
  readonly primaryContactEmail?: StringFilter | undefined;
  readonly primaryContactPhone?: StringFilter | undefined;
  readonly invoiceOnly?: BoolFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly CompanyFilter[] | undefined;
  readonly or?: readonly CompanyFilter[] | undefined;
  readonly not?: CompanyFilter | undefined;
};

export type CompanyInput = {
  readonly name: string;
  readonly key?: string | undefined;
  readonly addressLine1?: string | undefined;
  readonly addressLine2?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
  readonly fax?: string | undefined;
  readonly invoiceOnly?: boolean | undefined;
  readonly invoiceVerbiage?: string | undefined;
  readonly primaryContactName?: string | undefined;
  readonly primaryContactEmail?: string | undefined;
  readonly primaryContactPhone?: string | undefined;
};

export type CompanyPatch = {
  readonly name?: string | undefined;
  readonly key?: string | null | undefined;
  readonly addressLine1?: string | null | undefined;
  readonly addressLine2?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly fax?: string | null | undefined;
  readonly invoiceOnly?: boolean | null | undefined;
  readonly invoiceVerbiage?: string | null | undefined;
  readonly primaryContactName?: string | null | undefined;
  readonly primaryContactEmail?: string | null | undefined;
  readonly primaryContactPhone?: string | null | undefined;
};

export type ContactInfo = {
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly title: string | null;
};

export type ContactInfoInput = {
  readonly name: string;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly title?: string | undefined;
};

export type ContactInfoPatch = {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly title?: string | null | undefined;
};

export type ContactMini = {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
};

export type ConvertToShipment = {
  readonly additionalOrders?: readonly OrderInput[] | undefined;
};

export type UnparsedConvertToShipment = {
  readonly additionalOrders?: readonly UnparsedOrderInput[] | undefined;
};

export type ConvertedQuote = {
  readonly quoteId: string;
  readonly quoteStatus: 'WON';
  readonly shipmentId: string;
  readonly shipmentKey: string;
  readonly orderId: string;
};

export type CreditMemo = {
  readonly id: string;
  readonly friendlyId: string;
  readonly key: string | null;
  readonly reference: string | null;
  readonly customer: CustomerReference | null;
  readonly carrier: CarrierReference | null;
  readonly vendor: VendorReference | null;
  readonly amount: number;
  readonly appliedAmount: number;
  readonly remainingBalance: number;
  readonly currency: string;
  readonly status: 'OPEN' | 'PARTIALLY_APPLIED' | 'APPLIED' | 'VOIDED' | (string & {});
  readonly memoDate: string;
  readonly notes: string | null;
  readonly sourcePaymentGroupId: string | null;
  readonly sourcePaymentKey: string | null;
  readonly applications: readonly CreditMemoApplication[];
  readonly qboId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly voidedAt: string | null;
  readonly voidReason: string | null;
  readonly createdBy: UserReference | null;
  readonly deletedBy: UserReference | null;
};

export type CreditMemoApplication = {
  readonly id: string;
  readonly invoiceId: string;
  readonly invoiceFriendlyId: string | null;
  readonly paymentId: string | null;
  readonly paymentKey: string | null;
  readonly amount: number;
  readonly appliedAt: string;
};

export type CreditMemoApplications = {
  readonly data: readonly CreditMemoApplication[];
  readonly totalApplied: number;
  readonly remainingBalance: number;
};

export type CreditMemoFilter = {
  readonly id?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly vendorId?: UuidFilter | undefined;
  readonly invoiceId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly sourcePaymentGroupId?: UuidFilter | undefined;
  readonly status?: EnumFilter<'OPEN' | 'PARTIALLY_APPLIED' | 'APPLIED' | 'VOIDED'> | undefined;
  readonly memoDate?: DateFilter | undefined;
  readonly amount?: FloatFilter | undefined;
  readonly remainingBalance?: FloatFilter | undefined;
  readonly hasRemainingBalance?: boolean | undefined;
  readonly currency?: StringFilter | undefined;
  readonly reference?: StringFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly CreditMemoFilter[] | undefined;
  readonly or?: readonly CreditMemoFilter[] | undefined;
  readonly not?: CreditMemoFilter | undefined;
};

export type CreditMemoInput = {
  readonly customerId: string;
  readonly amount: number;
  readonly memoDate: string;
  readonly currency?:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | undefined;
  readonly reference?: string | undefined;
  readonly notes?: string | undefined;
  readonly key?: string | undefined;
};

export type CreditMemoPatch = {
  readonly reference?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly memoDate?: string | undefined;
  readonly key?: string | null | undefined;
};

export type Customer = {
  readonly object: 'CUSTOMER';
  readonly id: string;
  readonly friendlyId: string;
  readonly key: string | null;
  readonly name: string;
  readonly status:
    | 'NEW'
    | 'CONTACTED'
    | 'QUALIFIED'
    | 'QUOTED'
    | 'NURTURING'
    | 'PENDING'
    | 'ACTIVE'
    | 'INACTIVE'
    | 'BLOCKED'
    | 'CLOSED'
    | (string & {});
  readonly serviceTier: 'TIER_1' | 'TIER_2' | 'TIER_3' | null;
  readonly website: string | null;
  readonly phoneNumber: string | null;
  readonly dbaName: string | null;
  readonly leadSource: string | null;
  readonly naics: string | null;
  readonly ein: string | null;
  readonly duns: string | null;
  readonly externalId: string | null;
  readonly qboCustomerId: string | null;
  readonly notes: string | null;
  readonly industry:
    | 'AGRICULTURE_FORESTRY'
    | 'CONSTRUCTION'
    | 'CONSUMER_GOODS'
    | 'EDUCATIONAL_SERVICES'
    | 'ENTERTAINMENT'
    | 'FOOD_SERVICES'
    | 'HEALTHCARE'
    | 'INDUSTRIAL_MACHINERY'
    | 'MANUFACTURING'
    | 'MINING'
    | 'RETAIL_TRADE'
    | 'TRANSPORTATION_WAREHOUSING'
    | 'UTILITIES'
    | 'WHOLESALE_TRADE'
    | null;
  readonly annualRevenue:
    | '_0_TO_500K'
    | '_500K_TO_3M'
    | '_3M_TO_10M'
    | '_10M_TO_25M'
    | '_25M_TO_50M'
    | '_50M_TO_100M'
    | '_100M_TO_500M'
    | '_500M_PLUS'
    | null;
  readonly annualSpend:
    | '_0_TO_25K'
    | '_25_TO_150K'
    | '_150K_TO_300K'
    | '_300K_TO_1M'
    | '_1_TO_5M'
    | '_5M_TO_25M'
    | '_25M_TO_75M'
    | '_75M_PLUS'
    | null;
  readonly spendType: 'CONTRACT' | 'SPOT' | null;
  readonly numberOfEmployees:
    | '_0_TO_1'
    | '_2_TO_5'
    | '_6_TO_9'
    | '_10_TO_24'
    | '_25_TO_99'
    | '_100_TO_249'
    | '_250_TO_499'
    | '_500_OR_MORE'
    | null;
  readonly currency:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | null;
  readonly creditLimit: number | null;
  readonly creditUsageWarning: number | null;
  readonly freeCreditReq: number | null;
  readonly defaultMode:
    | 'FTL'
    | 'LTL'
    | 'AIR'
    | 'OCEAN'
    | 'RAIL'
    | 'INTERMODAL'
    | 'DRAYAGE'
    | 'EXPEDITED_GROUND'
    | 'EXPEDITED_AIR'
    | 'AUTO'
    | 'PTL'
    | null;
  readonly defaultMargin: number | null;
  readonly minMargin: number | null;
  readonly maxMargin: number | null;
  readonly defaultInternalNotes: string | null;
  readonly defaultCarrierNotes: string | null;
  readonly defaultExternalNotes: string | null;
  readonly defaultShowNotes: 'ALL' | 'SPLIT' | null;
  readonly autoAcceptTender: boolean | null;
  readonly group: UserTeam | null;
  readonly paymentTerm: PaymentTermReference | null;
  readonly deactivationReason: 'NOT_PAYING_INVOICE' | 'ACQUIRED' | 'DUPLICATE' | 'NOT_IN_BUSINESS' | 'OTHER' | null;
  readonly deactivationNotes: string | null;
  readonly deactivationDate: string | null;
  readonly closedAt: string | null;
  readonly closedBy: UserReference | null;
  readonly closedNotes: string | null;
  readonly corporateAddress: Address | null;
  readonly billingAddress: Address | null;
  readonly contacts: readonly EmbeddedCustomerContact[];
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type CustomerAging = {
  readonly id: string;
  readonly name: string;
  readonly friendlyId: string;
  readonly current: number;
  readonly days1to30: number;
  readonly days31to60: number;
  readonly days61to90: number;
  readonly over90: number;
  readonly total: number;
};

export type CustomerContact = {
  readonly object: 'CUSTOMER_CONTACT';
  readonly id: string;
  readonly customer: CustomerReference | null;
  readonly name: string;
  readonly contactInfo: ContactInfo;
  readonly phoneExtension: string | null;
  readonly isPrimary: boolean | null;
  readonly contactTypes:
    | readonly (
      | 'ACCOUNT_MANAGER'
      | 'BILLING'
      | 'DOCK_SHIPPING'
      | 'EMERGENCY'
      | 'LOCATION_MANAGER'
      | 'OWNER'
      | 'PROCUREMENT'
      | 'PURCHASING'
      | 'RATES_PRICING'
      | 'RECEIVING'
      | 'SHIPPING')[]
    | null;
  readonly notifications:
    | readonly (
      | 'SHIPMENT_DELIVERED'
      | 'SHIPMENT_IN_TRANSIT'
      | 'SHIPMENT_LOADING'
      | 'SHIPMENT_OUT_FOR_DELIVERY'
      | 'SHIPMENT_PICKED_UP'
      | 'SHIPMENT_TENDER_REJECTED'
      | 'SHIPMENT_UNLOADING')[]
    | null;
  readonly invitedUser: UserReference | null;
  readonly deletedBy: UserReference | null;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt?: string | null | undefined;
  readonly deletedAt: string | null;
};

export type CustomerContactFilter = {
  readonly id?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly invitedUserId?: UuidFilter | undefined;
  readonly deletedById?: UuidFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly email?: StringFilter | undefined;
  readonly phoneNumber?: StringFilter | undefined;
  readonly phoneExtension?: StringFilter | undefined;
  readonly isPrimary?: BoolFilter | undefined;
  readonly contactTypes?:
    | EnumArrayFilter<
      | 'ACCOUNT_MANAGER'
      | 'BILLING'
      | 'DOCK_SHIPPING'
      | 'EMERGENCY'
      | 'LOCATION_MANAGER'
      | 'OWNER'
      | 'PROCUREMENT'
      | 'PURCHASING'
      | 'RATES_PRICING'
      | 'RECEIVING'
      | 'SHIPPING'>
    | undefined;
  readonly notifications?:
    | EnumArrayFilter<
      | 'SHIPMENT_DELIVERED'
      | 'SHIPMENT_IN_TRANSIT'
      | 'SHIPMENT_LOADING'
      | 'SHIPMENT_OUT_FOR_DELIVERY'
      | 'SHIPMENT_PICKED_UP'
      | 'SHIPMENT_TENDER_REJECTED'
      | 'SHIPMENT_UNLOADING'>
    | undefined;
  readonly key?: KeyFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly CustomerContactFilter[] | undefined;
  readonly or?: readonly CustomerContactFilter[] | undefined;
  readonly not?: CustomerContactFilter | undefined;
};

export type CustomerContactInput = {
  readonly customerId: string;
  readonly name: string;
  readonly contactInfo: ContactInfoInput;
  readonly phoneExtension?: string | undefined;
  readonly isPrimary: boolean;
  readonly contactTypes?:
    | readonly (
      | 'ACCOUNT_MANAGER'
      | 'BILLING'
      | 'DOCK_SHIPPING'
      | 'EMERGENCY'
      | 'LOCATION_MANAGER'
      | 'OWNER'
      | 'PROCUREMENT'
      | 'PURCHASING'
      | 'RATES_PRICING'
      | 'RECEIVING'
      | 'SHIPPING')[]
    | undefined;
  readonly notifications?:
    | readonly (
      | 'SHIPMENT_DELIVERED'
      | 'SHIPMENT_IN_TRANSIT'
      | 'SHIPMENT_LOADING'
      | 'SHIPMENT_OUT_FOR_DELIVERY'
      | 'SHIPMENT_PICKED_UP'
      | 'SHIPMENT_TENDER_REJECTED'
      | 'SHIPMENT_UNLOADING')[]
    | undefined;
  readonly key?: string | undefined;
};

export type UnparsedCustomerContactInput = {
  readonly customerId: string;
  readonly name: string;
  readonly contactInfo: ContactInfoInput;
  readonly phoneExtension?: string | undefined;
  readonly isPrimary?: boolean | undefined;
  readonly contactTypes?:
    | readonly (
      | 'ACCOUNT_MANAGER'
      | 'BILLING'
      | 'DOCK_SHIPPING'
      | 'EMERGENCY'
      | 'LOCATION_MANAGER'
      | 'OWNER'
      | 'PROCUREMENT'
      | 'PURCHASING'
      | 'RATES_PRICING'
      | 'RECEIVING'
      | 'SHIPPING')[]
    | undefined;
  readonly notifications?:
    | readonly (
      | 'SHIPMENT_DELIVERED'
      | 'SHIPMENT_IN_TRANSIT'
      | 'SHIPMENT_LOADING'
      | 'SHIPMENT_OUT_FOR_DELIVERY'
      | 'SHIPMENT_PICKED_UP'
      | 'SHIPMENT_TENDER_REJECTED'
      | 'SHIPMENT_UNLOADING')[]
    | undefined;
  readonly key?: string | undefined;
};

export type CustomerContactPatch = {
  readonly name?: string | undefined;
  readonly contactInfo?: ContactInfoPatch | undefined;
  readonly phoneExtension?: string | null | undefined;
  readonly isPrimary?: boolean | undefined;
  readonly contactTypes?:
    | readonly (
      | 'ACCOUNT_MANAGER'
      | 'BILLING'
      | 'DOCK_SHIPPING'
      | 'EMERGENCY'
      | 'LOCATION_MANAGER'
      | 'OWNER'
      | 'PROCUREMENT'
      | 'PURCHASING'
      | 'RATES_PRICING'
      | 'RECEIVING'
      | 'SHIPPING')[]
    | null
    | undefined;
  readonly notifications?:
    | readonly (
      | 'SHIPMENT_DELIVERED'
      | 'SHIPMENT_IN_TRANSIT'
      | 'SHIPMENT_LOADING'
      | 'SHIPMENT_OUT_FOR_DELIVERY'
      | 'SHIPMENT_PICKED_UP'
      | 'SHIPMENT_TENDER_REJECTED'
      | 'SHIPMENT_UNLOADING')[]
    | null
    | undefined;
  readonly key?: string | null | undefined;
};

export type CustomerFilter = {
  readonly id?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly website?: StringFilter | undefined;
  readonly phoneNumber?: StringFilter | undefined;
  readonly naics?: StringFilter | undefined;
  readonly ein?: StringFilter | undefined;
  readonly duns?: StringFilter | undefined;
  readonly leadSource?: StringFilter | undefined;
  readonly status?:
    | EnumFilter<
      | 'NEW'
      | 'CONTACTED'
      | 'QUALIFIED'
      | 'QUOTED'
      | 'NURTURING'
      | 'PENDING'
      | 'ACTIVE'
      | 'INACTIVE'
      | 'BLOCKED'
      | 'CLOSED'>
    | undefined;
  readonly serviceTier?: EnumFilter<'TIER_1' | 'TIER_2' | 'TIER_3'> | undefined;
  readonly industry?:
    | EnumFilter<
      | 'AGRICULTURE_FORESTRY'
      | 'CONSTRUCTION'
      | 'CONSUMER_GOODS'
      | 'EDUCATIONAL_SERVICES'
      | 'ENTERTAINMENT'
      | 'FOOD_SERVICES'
      | 'HEALTHCARE'
      | 'INDUSTRIAL_MACHINERY'
      | 'MANUFACTURING'
      | 'MINING'
      | 'RETAIL_TRADE'
      | 'TRANSPORTATION_WAREHOUSING'
      | 'UTILITIES'
      | 'WHOLESALE_TRADE'>
    | undefined;
  readonly annualRevenue?:
    | EnumFilter<
      | '_0_TO_500K'
      | '_500K_TO_3M'
      | '_3M_TO_10M'
      | '_10M_TO_25M'
      | '_25M_TO_50M'
      | '_50M_TO_100M'
      | '_100M_TO_500M'
      | '_500M_PLUS'>
    | undefined;
  readonly annualSpend?:
    | EnumFilter<
      | '_0_TO_25K'
      | '_25_TO_150K'
      | '_150K_TO_300K'
      | '_300K_TO_1M'
      | '_1_TO_5M'
      | '_5M_TO_25M'
      | '_25M_TO_75M'
      | '_75M_PLUS'>
    | undefined;
  readonly spendType?: EnumFilter<'CONTRACT' | 'SPOT'> | undefined;
  readonly deactivationReason?:
    | EnumFilter<'NOT_PAYING_INVOICE' | 'ACQUIRED' | 'DUPLICATE' | 'NOT_IN_BUSINESS' | 'OTHER'>
    | undefined;
  readonly numberOfEmployees?:
    | EnumFilter<
      | '_0_TO_1'
      | '_2_TO_5'
      | '_6_TO_9'
      | '_10_TO_24'
      | '_25_TO_99'
      | '_100_TO_249'
      | '_250_TO_499'
      | '_500_OR_MORE'>
    | undefined;
  readonly currency?:
    | EnumFilter<
      | 'ARS'
      | 'AUD'
      | 'BRL'
      | 'CAD'
      | 'CNY'
      | 'EUR'
      | 'GBP'
      | 'IDR'
      | 'INR'
      | 'JPY'
      | 'KRW'
      | 'MXN'
      | 'RUB'
      | 'SAR'
      | 'TRY'
      | 'USD'
      | 'ZAR'>
    | undefined;
  readonly defaultMode?:
    | EnumFilter<
      | 'FTL'
      | 'LTL'
      | 'AIR'
      | 'OCEAN'
      | 'RAIL'
      | 'INTERMODAL'
      | 'DRAYAGE'
      | 'EXPEDITED_GROUND'
      | 'EXPEDITED_AIR'
      | 'AUTO'
      | 'PTL'>
    | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly closedAt?: DateTimeFilter | undefined;
  readonly deactivationDate?: DateTimeFilter | undefined;
  readonly and?: readonly CustomerFilter[] | undefined;
  readonly or?: readonly CustomerFilter[] | undefined;
  readonly not?: CustomerFilter | undefined;
};

export type CustomerInput = {
  readonly name: string;
  readonly status:
    | 'NEW'
    | 'CONTACTED'
    | 'QUALIFIED'
    | 'QUOTED'
    | 'NURTURING'
    | 'PENDING'
    | 'ACTIVE'
    | 'INACTIVE'
    | 'BLOCKED'
    | 'CLOSED';
  readonly key?: string | undefined;
  readonly website?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly dbaName?: string | undefined;
  readonly leadSource?: string | undefined;
  readonly naics?: string | undefined;
  readonly ein?: string | undefined;
  readonly duns?: string | undefined;
  readonly externalId?: string | undefined;
  readonly qboCustomerId?: string | undefined;
  readonly creditLimit?: number | undefined;
  readonly creditUsageWarning?: number | undefined;
  readonly freeCreditReq?: number | undefined;
  readonly defaultMargin?: number | undefined;
  readonly minMargin?: number | undefined;
  readonly maxMargin?: number | undefined;
  readonly defaultInternalNotes?: string | undefined;
  readonly defaultCarrierNotes?: string | undefined;
  readonly defaultExternalNotes?: string | undefined;
  readonly notes?: string | undefined;
  readonly deactivationNotes?: string | undefined;
  readonly autoAcceptTender?: boolean | undefined;
  readonly groupId?: string | undefined;
  readonly paymentTerm?: ReferenceInput | undefined;
  readonly deactivationDate?: string | undefined;
  readonly serviceTier?: 'TIER_1' | 'TIER_2' | 'TIER_3' | undefined;
  readonly industry?:
    | 'AGRICULTURE_FORESTRY'
    | 'CONSTRUCTION'
    | 'CONSUMER_GOODS'
    | 'EDUCATIONAL_SERVICES'
    | 'ENTERTAINMENT'
    | 'FOOD_SERVICES'
    | 'HEALTHCARE'
    | 'INDUSTRIAL_MACHINERY'
    | 'MANUFACTURING'
    | 'MINING'
    | 'RETAIL_TRADE'
    | 'TRANSPORTATION_WAREHOUSING'
    | 'UTILITIES'
    | 'WHOLESALE_TRADE'
    | undefined;
  readonly annualRevenue?:
    | '_0_TO_500K'
    | '_500K_TO_3M'
    | '_3M_TO_10M'
    | '_10M_TO_25M'
    | '_25M_TO_50M'
    | '_50M_TO_100M'
    | '_100M_TO_500M'
    | '_500M_PLUS'
    | undefined;
  readonly annualSpend?:
    | '_0_TO_25K'
    | '_25_TO_150K'
    | '_150K_TO_300K'
    | '_300K_TO_1M'
    | '_1_TO_5M'
    | '_5M_TO_25M'
    | '_25M_TO_75M'
    | '_75M_PLUS'
    | undefined;
  readonly spendType?: 'CONTRACT' | 'SPOT' | undefined;
  readonly numberOfEmployees?:
    | '_0_TO_1'
    | '_2_TO_5'
    | '_6_TO_9'
    | '_10_TO_24'
    | '_25_TO_99'
    | '_100_TO_249'
    | '_250_TO_499'
    | '_500_OR_MORE'
    | undefined;
  readonly currency?:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | undefined;
  readonly defaultMode?:
    | 'FTL'
    | 'LTL'
    | 'AIR'
    | 'OCEAN'
    | 'RAIL'
    | 'INTERMODAL'
    | 'DRAYAGE'
    | 'EXPEDITED_GROUND'
    | 'EXPEDITED_AIR'
    | 'AUTO'
    | 'PTL'
    | undefined;
  readonly defaultShowNotes?: 'ALL' | 'SPLIT' | undefined;
  readonly deactivationReason?: 'NOT_PAYING_INVOICE' | 'ACQUIRED' | 'DUPLICATE' | 'NOT_IN_BUSINESS' | 'OTHER' | undefined;
  readonly corporateAddress?: AddressInput | undefined;
  readonly billingAddress?: AddressInput | undefined;
};

export type UnparsedCustomerInput = {
  readonly name: string;
  readonly status:
    | 'NEW'
    | 'CONTACTED'
    | 'QUALIFIED'
    | 'QUOTED'
    | 'NURTURING'
    | 'PENDING'
    | 'ACTIVE'
    | 'INACTIVE'
    | 'BLOCKED'
    | 'CLOSED';
  readonly key?: string | undefined;
  readonly website?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly dbaName?: string | undefined;
  readonly leadSource?: string | undefined;
  readonly naics?: string | undefined;
  readonly ein?: string | undefined;
  readonly duns?: string | undefined;
  readonly externalId?: string | undefined;
  readonly qboCustomerId?: string | undefined;
  readonly creditLimit?: number | undefined;
  readonly creditUsageWarning?: number | undefined;
  readonly freeCreditReq?: number | undefined;
  readonly defaultMargin?: number | undefined;
  readonly minMargin?: number | undefined;
  readonly maxMargin?: number | undefined;
  readonly defaultInternalNotes?: string | undefined;
  readonly defaultCarrierNotes?: string | undefined;
  readonly defaultExternalNotes?: string | undefined;
  readonly notes?: string | undefined;
  readonly deactivationNotes?: string | undefined;
  readonly autoAcceptTender?: boolean | undefined;
  readonly groupId?: string | undefined;
  readonly paymentTerm?: ReferenceInput | undefined;
  readonly deactivationDate?: string | undefined;
  readonly serviceTier?: 'TIER_1' | 'TIER_2' | 'TIER_3' | undefined;
  readonly industry?:
    | 'AGRICULTURE_FORESTRY'
    | 'CONSTRUCTION'
    | 'CONSUMER_GOODS'
    | 'EDUCATIONAL_SERVICES'
    | 'ENTERTAINMENT'
    | 'FOOD_SERVICES'
    | 'HEALTHCARE'
    | 'INDUSTRIAL_MACHINERY'
    | 'MANUFACTURING'
    | 'MINING'
    | 'RETAIL_TRADE'
    | 'TRANSPORTATION_WAREHOUSING'
    | 'UTILITIES'
    | 'WHOLESALE_TRADE'
    | undefined;
  readonly annualRevenue?:
    | '_0_TO_500K'
    | '_500K_TO_3M'
    | '_3M_TO_10M'
    | '_10M_TO_25M'
    | '_25M_TO_50M'
    | '_50M_TO_100M'
    | '_100M_TO_500M'
    | '_500M_PLUS'
    | undefined;
  readonly annualSpend?:
    | '_0_TO_25K'
    | '_25_TO_150K'
    | '_150K_TO_300K'
    | '_300K_TO_1M'
    | '_1_TO_5M'
    | '_5M_TO_25M'
    | '_25M_TO_75M'
    | '_75M_PLUS'
    | undefined;
  readonly spendType?: 'CONTRACT' | 'SPOT' | undefined;
  readonly numberOfEmployees?:
    | '_0_TO_1'
    | '_2_TO_5'
    | '_6_TO_9'
    | '_10_TO_24'
    | '_25_TO_99'
    | '_100_TO_249'
    | '_250_TO_499'
    | '_500_OR_MORE'
    | undefined;
  readonly currency?:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | undefined;
  readonly defaultMode?:
    | 'FTL'
    | 'LTL'
    | 'AIR'
    | 'OCEAN'
    | 'RAIL'
    | 'INTERMODAL'
    | 'DRAYAGE'
    | 'EXPEDITED_GROUND'
    | 'EXPEDITED_AIR'
    | 'AUTO'
    | 'PTL'
    | undefined;
  readonly defaultShowNotes?: 'ALL' | 'SPLIT' | undefined;
  readonly deactivationReason?: 'NOT_PAYING_INVOICE' | 'ACQUIRED' | 'DUPLICATE' | 'NOT_IN_BUSINESS' | 'OTHER' | undefined;
  readonly corporateAddress?: UnparsedAddressInput | undefined;
  readonly billingAddress?: UnparsedAddressInput | undefined;
};

export type CustomerPatch = {
  readonly name?: string | undefined;
  readonly status?:
    | 'NEW'
    | 'CONTACTED'
    | 'QUALIFIED'
    | 'QUOTED'
    | 'NURTURING'
    | 'PENDING'
    | 'ACTIVE'
    | 'INACTIVE'
    | 'BLOCKED'
    | 'CLOSED'
    | undefined;
  readonly key?: string | null | undefined;
  readonly website?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly dbaName?: string | null | undefined;
  readonly leadSource?: string | null | undefined;
  readonly naics?: string | null | undefined;
  readonly ein?: string | null | undefined;
  readonly duns?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly qboCustomerId?: string | null | undefined;
  readonly creditLimit?: number | null | undefined;
  readonly creditUsageWarning?: number | null | undefined;
  readonly freeCreditReq?: number | null | undefined;
  readonly defaultMargin?: number | null | undefined;
  readonly minMargin?: number | null | undefined;
  readonly maxMargin?: number | null | undefined;
  readonly defaultInternalNotes?: string | null | undefined;
  readonly defaultCarrierNotes?: string | null | undefined;
  readonly defaultExternalNotes?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly deactivationNotes?: string | null | undefined;
  readonly autoAcceptTender?: boolean | null | undefined;
  readonly groupId?: string | null | undefined;
  readonly paymentTerm?: ReferenceInput | null | undefined;
  readonly deactivationDate?: string | null | undefined;
  readonly serviceTier?: 'TIER_1' | 'TIER_2' | 'TIER_3' | null | undefined;
  readonly industry?:
    | 'AGRICULTURE_FORESTRY'
    | 'CONSTRUCTION'
    | 'CONSUMER_GOODS'
    | 'EDUCATIONAL_SERVICES'
    | 'ENTERTAINMENT'
    | 'FOOD_SERVICES'
    | 'HEALTHCARE'
    | 'INDUSTRIAL_MACHINERY'
    | 'MANUFACTURING'
    | 'MINING'
    | 'RETAIL_TRADE'
    | 'TRANSPORTATION_WAREHOUSING'
    | 'UTILITIES'
    | 'WHOLESALE_TRADE'
    | null
    | undefined;
  readonly annualRevenue?:
    | '_0_TO_500K'
    | '_500K_TO_3M'
    | '_3M_TO_10M'
    | '_10M_TO_25M'
    | '_25M_TO_50M'
    | '_50M_TO_100M'
    | '_100M_TO_500M'
    | '_500M_PLUS'
    | null
    | undefined;
  readonly annualSpend?:
    | '_0_TO_25K'
    | '_25_TO_150K'
    | '_150K_TO_300K'
    | '_300K_TO_1M'
    | '_1_TO_5M'
    | '_5M_TO_25M'
    | '_25M_TO_75M'
    | '_75M_PLUS'
    | null
    | undefined;
  readonly spendType?: 'CONTRACT' | 'SPOT' | null | undefined;
  readonly numberOfEmployees?:
    | '_0_TO_1'
    | '_2_TO_5'
    | '_6_TO_9'
    | '_10_TO_24'
    | '_25_TO_99'
    | '_100_TO_249'
    | '_250_TO_499'
    | '_500_OR_MORE'
    | null
    | undefined;
  readonly currency?:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | null
    | undefined;
  readonly defaultMode?:
    | 'FTL'
    | 'LTL'
    | 'AIR'
    | 'OCEAN'
    | 'RAIL'
    | 'INTERMODAL'
    | 'DRAYAGE'
    | 'EXPEDITED_GROUND'
    | 'EXPEDITED_AIR'
    | 'AUTO'
    | 'PTL'
    | null
    | undefined;
  readonly defaultShowNotes?: 'ALL' | 'SPLIT' | null | undefined;
  readonly deactivationReason?:
    | 'NOT_PAYING_INVOICE'
    | 'ACQUIRED'
    | 'DUPLICATE'
    | 'NOT_IN_BUSINESS'
    | 'OTHER'
    | null
    | undefined;
  readonly corporateAddress?: AddressPatch | null | undefined;
  readonly billingAddress?: AddressPatch | null | undefined;
};

export type CustomerReference = {
  readonly id: string;
  readonly key: string | null;
  readonly name: string;
  readonly friendlyId: string;
  readonly status: 'PROSPECT' | 'ACTIVE' | 'INACTIVE' | 'CHURNED' | (string & {});
  readonly phoneNumber: string | null;
  readonly website: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type CustomerSearchCriteria = {
  readonly id?: UuidCriterion | undefined;
  readonly teamId?: UuidCriterion | undefined;
  readonly userIds?: UuidCriterion | undefined;
  readonly accountOwnerId?: UuidCriterion | undefined;
  readonly operatedById?: UuidCriterion | undefined;
  readonly friendlyId?: KeyCriterion | undefined;
  readonly status?: KeyCriterion | undefined;
  readonly state?: KeyCriterion | undefined;
  readonly zip?: KeyCriterion | undefined;
  readonly country?: KeyCriterion | undefined;
  readonly serviceTier?: KeyCriterion | undefined;
  readonly yearsInBusiness?: KeyCriterion | undefined;
  readonly numberOfEmployees?: KeyCriterion | undefined;
  readonly industry?: KeyCriterion | undefined;
  readonly sic?: KeyCriterion | undefined;
  readonly naics?: KeyCriterion | undefined;
  readonly paymentTermName?: KeyCriterion | undefined;
  readonly quickbooksCustomerId?: KeyCriterion | undefined;
  readonly name?: TextCriterion | undefined;
  readonly dbaName?: TextCriterion | undefined;
  readonly city?: TextCriterion | undefined;
  readonly location?: TextCriterion | undefined;
  readonly teamName?: TextCriterion | undefined;
  readonly userNames?: TextCriterion | undefined;
  readonly accountOwnerName?: TextCriterion | undefined;
  readonly operatedByName?: TextCriterion | undefined;
  readonly primaryContactName?: TextCriterion | undefined;
  readonly primaryContactEmail?: TextCriterion | undefined;
  readonly primaryContactPhone?: TextCriterion | undefined;
  readonly tags?: TextCriterion | undefined;
  readonly creditLimit?: FloatCriterion | undefined;
  readonly outstandingBalance?: FloatCriterion | undefined;
  readonly totalRevenue?: FloatCriterion | undefined;
  readonly totalTransportationCost?: FloatCriterion | undefined;
  readonly totalGrossProfit?: FloatCriterion | undefined;
  readonly quoteWinRate?: FloatCriterion | undefined;
  readonly ordersCount?: IntCriterion | undefined;
  readonly quotesCount?: IntCriterion | undefined;
  readonly quotesWon?: IntCriterion | undefined;
  readonly mostRecentOrderCreationAt?: DateTimeCriterion | undefined;
  readonly lastOutreach?: DateTimeCriterion | undefined;
  readonly createdAt?: DateTimeCriterion | undefined;
  readonly updatedAt?: DateTimeCriterion | undefined;
  readonly nextFollowUp?: DateCriterion | undefined;
};

export type CustomerSearchRequest = {
  readonly criteria?: CustomerSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination: {
    readonly pageNumber: number;
    readonly pageSize: number;
  };
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'teamId'
        | 'userIds'
        | 'accountOwnerId'
        | 'operatedById'
        | 'friendlyId'
        | 'status'
        | 'state'
        | 'zip'
        | 'country'
        | 'serviceTier'
        | 'yearsInBusiness'
        | 'numberOfEmployees'
        | 'industry'
        | 'sic'
        | 'naics'
        | 'paymentTermName'
        | 'quickbooksCustomerId'
        | 'name'
        | 'dbaName'
        | 'city'
        | 'location'
        | 'teamName'
        | 'userNames'
        | 'accountOwnerName'
        | 'operatedByName'
        | 'primaryContactName'
        | 'primaryContactEmail'
        | 'primaryContactPhone'
        | 'tags'
        | 'creditLimit'
        | 'outstandingBalance'
        | 'totalRevenue'
        | 'totalTransportationCost'
        | 'totalGrossProfit'
        | 'quoteWinRate'
        | 'ordersCount'
        | 'quotesCount'
        | 'quotesWon'
        | 'mostRecentOrderCreationAt'
        | 'lastOutreach'
        | 'createdAt'
        | 'updatedAt'
        | 'nextFollowUp';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format: 'flat' | 'full';
};

export type UnparsedCustomerSearchRequest = {
  readonly criteria?: CustomerSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination?:
    | {
      readonly pageNumber?: number | undefined;
      readonly pageSize?: number | undefined;
    }
    | undefined;
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'teamId'
        | 'userIds'
        | 'accountOwnerId'
        | 'operatedById'
        | 'friendlyId'
        | 'status'
        | 'state'
        | 'zip'
        | 'country'
        | 'serviceTier'
        | 'yearsInBusiness'
        | 'numberOfEmployees'
        | 'industry'
        | 'sic'
        | 'naics'
        | 'paymentTermName'
        | 'quickbooksCustomerId'
        | 'name'
        | 'dbaName'
        | 'city'
        | 'location'
        | 'teamName'
        | 'userNames'
        | 'accountOwnerName'
        | 'operatedByName'
        | 'primaryContactName'
        | 'primaryContactEmail'
        | 'primaryContactPhone'
        | 'tags'
        | 'creditLimit'
        | 'outstandingBalance'
        | 'totalRevenue'
        | 'totalTransportationCost'
        | 'totalGrossProfit'
        | 'quoteWinRate'
        | 'ordersCount'
        | 'quotesCount'
        | 'quotesWon'
        | 'mostRecentOrderCreationAt'
        | 'lastOutreach'
        | 'createdAt'
        | 'updatedAt'
        | 'nextFollowUp';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format?: 'flat' | 'full' | undefined;
};

export type CustomerSearchRow = {
  readonly object: 'CUSTOMER_SEARCH_ROW';
  readonly id: string;
  readonly friendlyId: string;
  readonly name: string;
  readonly dbaName: string | null;
  readonly status: 'ACTIVE' | 'INACTIVE' | 'PENDING' | 'SUSPENDED' | 'ARCHIVED' | (string & {});
  readonly city: string | null;
  readonly state: string | null;
  readonly location: string | null;
  readonly zip: string | null;
  readonly country: string | null;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly userIds: readonly string[];
  readonly userNames: readonly string[];
  readonly accountOwnerId: string | null;
  readonly accountOwnerName: string | null;
  readonly operatedById: string | null;
  readonly operatedByName: string | null;
  readonly primaryContactName: string | null;
  readonly primaryContactEmail: string | null;
  readonly primaryContactPhone: string | null;
  readonly serviceTier: string | null;
  readonly yearsInBusiness: string | null;
  readonly numberOfEmployees: string | null;
  readonly industry: string | null;
  readonly sic: string | null;
  readonly naics: string | null;
  readonly paymentTermName: string | null;
  readonly creditLimit: number | null;
  readonly outstandingBalance: number | null;
  readonly totalRevenue: number | null;
  readonly totalTransportationCost: number | null;
  readonly totalGrossProfit: number | null;
  readonly ordersCount: number | null;
  readonly quotesCount: number | null;
  readonly quotesWon: number | null;
  readonly quoteWinRate: number | null;
  readonly mostRecentOrderCreationAt: string | null;
  readonly nextFollowUp: string | null;
  readonly lastOutreach: string | null;
  readonly quickbooksCustomerId: string | null;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string | null;
};

export type DateCriterion = {
  readonly operator:
    | 'EQUALS'
    | 'NOT_EQUALS'
    | 'BEFORE'
    | 'AFTER'
    | 'BETWEEN'
    | 'NOT_BETWEEN'
    | 'EXISTS'
    | 'DOES_NOT_EXIST';
  readonly value?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly valueRelative?: number | undefined;
  readonly valueRelativeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | undefined;
  readonly minRelative?: number | undefined;
  readonly minRelativeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | undefined;
  readonly maxRelative?: number | undefined;
  readonly maxRelativeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | undefined;
};

export type DateFilter = {
  readonly equalTo?: string | undefined;
  readonly notEqualTo?: string | undefined;
  readonly lessThan?: string | undefined;
  readonly lessThanOrEqualTo?: string | undefined;
  readonly greaterThan?: string | undefined;
  readonly greaterThanOrEqualTo?: string | undefined;
  readonly lte?: string | undefined;
  readonly gte?: string | undefined;
  readonly isNull?: boolean | undefined;
};

export type DateTimeCriterion = {
  readonly operator:
    | 'EQUALS'
    | 'NOT_EQUALS'
    | 'BEFORE'
    | 'AFTER'
    | 'BETWEEN'
    | 'NOT_BETWEEN'
    | 'EXISTS'
    | 'DOES_NOT_EXIST';
  readonly value?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly valueRelative?: number | undefined;
  readonly valueRelativeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | undefined;
  readonly minRelative?: number | undefined;
  readonly minRelativeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | undefined;
  readonly maxRelative?: number | undefined;
  readonly maxRelativeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | undefined;
};

export type DateTimeFilter = {
  readonly equalTo?: string | undefined;
  readonly notEqualTo?: string | undefined;
  readonly lessThan?: string | undefined;
  readonly lessThanOrEqualTo?: string | undefined;
  readonly greaterThan?: string | undefined;
  readonly greaterThanOrEqualTo?: string | undefined;
  readonly lte?: string | undefined;
  readonly gte?: string | undefined;
  readonly isNull?: boolean | undefined;
};

export type DiffChange = {
  readonly type: 'REMOVE' | 'ADD' | 'UPDATE';
  readonly key: string;
  readonly embeddedKey?: string | undefined;
  readonly value?: unknown;
  readonly oldValue?: unknown;
  readonly changes?: readonly DiffChange[] | undefined;
};

export type Document = {
  readonly id: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly type:
    | 'INVOICE'
    | 'BILL_OF_LADING'
    | 'RATE_CON'
    | 'PROOF_OF_DELIVERY'
    | 'CERTIFICATE_OF_INSURANCE'
    | 'W9'
    | 'CARRIER_INVOICE'
    | 'LUMPER_RECEIPT'
    | 'DETENTION'
    | 'DELIVERY_ORDER'
    | 'LOAD_TENDER'
    | 'HOUSE_AIRWAY_BILL'
    | 'MASTER_AIRWAY_BILL'
    | 'QUOTE'
    | 'OTHER';
  readonly fileName: string;
  readonly extension: string;
  readonly contentType: string;
  readonly fileSize: number | null;
  readonly status: 'PENDING_UPLOAD' | 'UPLOADED' | (string & {});
  readonly uploadUrl: string | null;
  readonly downloadUrl: string | null;
  readonly tags: Readonly<Record<string, unknown>> | null;
};

export type DocumentFilter = {
  readonly id?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly loadId?: UuidFilter | undefined;
  readonly serviceId?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly billId?: UuidFilter | undefined;
  readonly invoiceId?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly type?:
    | EnumFilter<
      | 'INVOICE'
      | 'BILL_OF_LADING'
      | 'RATE_CON'
      | 'PROOF_OF_DELIVERY'
      | 'CERTIFICATE_OF_INSURANCE'
      | 'W9'
      | 'CARRIER_INVOICE'
      | 'LUMPER_RECEIPT'
      | 'DETENTION'
      | 'DELIVERY_ORDER'
      | 'LOAD_TENDER'
      | 'HOUSE_AIRWAY_BILL'
      | 'MASTER_AIRWAY_BILL'
      | 'QUOTE'
      | 'OTHER'>
    | undefined;
  readonly status?: EnumFilter<'PENDING_UPLOAD' | 'UPLOADED'> | undefined;
  readonly fileName?: StringFilter | undefined;
  readonly contentType?: StringFilter | undefined;
  readonly extension?: StringFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly DocumentFilter[] | undefined;
  readonly or?: readonly DocumentFilter[] | undefined;
  readonly not?: DocumentFilter | undefined;
};

export type DocumentInput = {
  readonly type:
    | 'INVOICE'
    | 'BILL_OF_LADING'
    | 'RATE_CON'
    | 'PROOF_OF_DELIVERY'
    | 'CERTIFICATE_OF_INSURANCE'
    | 'W9'
    | 'CARRIER_INVOICE'
    | 'LUMPER_RECEIPT'
    | 'DETENTION'
    | 'DELIVERY_ORDER'
    | 'LOAD_TENDER'
    | 'HOUSE_AIRWAY_BILL'
    | 'MASTER_AIRWAY_BILL'
    | 'QUOTE'
    | 'OTHER'
    | 'CARRIER_AGREEMENT'
    | 'CARRIER_AUTHORITY'
    | 'CARRIER_PACKET'
    | 'NOTICE_OF_ASSIGNMENT'
    | 'VOIDED_CHECK'
    | 'BANK_LETTER'
    | 'AIR_WAYBILL'
    | 'DANGEROUS_GOODS_DECLARATION'
    | 'SECURITY_SCREENING'
    | 'CUSTOMS_DOCUMENT'
    | 'CUSTOMER_AGREEMENT'
    | 'CREDIT_APPLICATION'
    | 'RATE_AGREEMENT'
    | 'SCALE_TICKET'
    | 'FUEL_RECEIPT'
    | 'TOLL_RECEIPT'
    | 'RECEIPT'
    | 'PACKING_LIST'
    | 'COMMERCIAL_INVOICE'
    | 'CLAIM'
    | 'PHOTO'
    | 'ALERT'
    | 'LOGO';
  readonly fileName: string;
  readonly contentType?: string | undefined;
  readonly fileSize?: number | undefined;
  readonly tags?: Readonly<Record<string, unknown>> | undefined;
  readonly key?: string | undefined;
};

export type DocumentPatch = {
  readonly type?:
    | 'INVOICE'
    | 'BILL_OF_LADING'
    | 'RATE_CON'
    | 'PROOF_OF_DELIVERY'
    | 'CERTIFICATE_OF_INSURANCE'
    | 'W9'
    | 'CARRIER_INVOICE'
    | 'LUMPER_RECEIPT'
    | 'DETENTION'
    | 'DELIVERY_ORDER'
    | 'LOAD_TENDER'
    | 'HOUSE_AIRWAY_BILL'
    | 'MASTER_AIRWAY_BILL'
    | 'QUOTE'
    | 'OTHER'
    | 'CARRIER_AGREEMENT'
    | 'CARRIER_AUTHORITY'
    | 'CARRIER_PACKET'
    | 'NOTICE_OF_ASSIGNMENT'
    | 'VOIDED_CHECK'
    | 'BANK_LETTER'
    | 'AIR_WAYBILL'
    | 'DANGEROUS_GOODS_DECLARATION'
    | 'SECURITY_SCREENING'
    | 'CUSTOMS_DOCUMENT'
    | 'CUSTOMER_AGREEMENT'
    | 'CREDIT_APPLICATION'
    | 'RATE_AGREEMENT'
    | 'SCALE_TICKET'
    | 'FUEL_RECEIPT'
    | 'TOLL_RECEIPT'
    | 'RECEIPT'
    | 'PACKING_LIST'
    | 'COMMERCIAL_INVOICE'
    | 'CLAIM'
    | 'PHOTO'
    | 'ALERT'
    | 'LOGO'
    | undefined;
  readonly fileName?: string | undefined;
  readonly tags?: Readonly<Record<string, unknown>> | null | undefined;
  readonly key?: string | null | undefined;
};

export type DuplicateShipment = {
  readonly pickUpDate?: string | undefined;
  readonly deliveryDate?: string | undefined;
};

export type DuplicatedShipment = {
  readonly originalShipmentId: string;
  readonly newShipmentId: string;
  readonly newShipmentKey: string;
};

export type EmbeddedCarrierContact = {
  readonly object: 'CARRIER_CONTACT';
  readonly id: string;
  readonly name: string;
  readonly contactInfo: ContactInfo;
  readonly contactTypes:
    | readonly (
      | 'ACCOUNTING'
      | 'AFTER_HOURS'
      | 'CENSUS'
      | 'CLAIMS'
      | 'DISPATCH'
      | 'DRIVER'
      | 'EMERGENCY'
      | 'MANAGER'
      | 'OWNER')[]
    | null;
  readonly invitedUser: UserReference | null;
  readonly deletedBy: UserReference | null;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt?: string | null | undefined;
  readonly deletedAt: string | null;
};

export type EmbeddedCarrierPaymentMethod = {
  readonly id: string;
  readonly key?: string | null | undefined;
  readonly paymentRecipientType: 'DIRECT' | 'FACTOR';
  readonly paymentMethodType:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'ACH'
    | 'CHECK'
    | 'WIRE'
    | 'CAD_EFT'
    | 'TRIUMPH_PAY'
    | 'COMCHECK'
    | 'EFS'
    | 'ECHECK';
  readonly carrierFactor: CarrierFactorReference | null;
  readonly status: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly companyName: string | null;
  readonly username: string | null;
  readonly isPreferred: boolean | null;
  readonly bankName: string | null;
  readonly bankAddress: string | null;
  readonly accountName: string | null;
  readonly accountNumber: string | null;
  readonly abaAch: string | null;
  readonly wire: string | null;
  readonly swiftCode: string | null;
  readonly eftInstitution: string | null;
  readonly eftTransit: string | null;
  readonly clabe: string | null;
  readonly currency: string | null;
  readonly paymentTerm: PaymentTermReference | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type EmbeddedCustomerContact = {
  readonly object: 'CUSTOMER_CONTACT';
  readonly id: string;
  readonly name: string;
  readonly contactInfo: ContactInfo;
  readonly phoneExtension: string | null;
  readonly isPrimary: boolean | null;
  readonly contactTypes:
    | readonly (
      | 'ACCOUNT_MANAGER'
      | 'BILLING'
      | 'DOCK_SHIPPING'
      | 'EMERGENCY'
      | 'LOCATION_MANAGER'
      | 'OWNER'
      | 'PROCUREMENT'
      | 'PURCHASING'
      | 'RATES_PRICING'
      | 'RECEIVING'
      | 'SHIPPING')[]
    | null;
  readonly notifications:
    | readonly (
      | 'SHIPMENT_DELIVERED'
      | 'SHIPMENT_IN_TRANSIT'
      | 'SHIPMENT_LOADING'
      | 'SHIPMENT_OUT_FOR_DELIVERY'
      | 'SHIPMENT_PICKED_UP'
      | 'SHIPMENT_TENDER_REJECTED'
      | 'SHIPMENT_UNLOADING')[]
    | null;
  readonly invitedUser: UserReference | null;
  readonly deletedBy: UserReference | null;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt?: string | null | undefined;
  readonly deletedAt: string | null;
};

export type EmbeddedLocationContact = {
  readonly object: 'LOCATION_CONTACT';
  readonly id: string;
  readonly customerContactId: string;
  readonly customerContact: CustomerContact;
  readonly isPrimary: boolean | null;
  readonly contactTypes: readonly (
    | 'ACCOUNT_MANAGER'
    | 'BILLING'
    | 'DOCK_SHIPPING'
    | 'EMERGENCY'
    | 'LOCATION_MANAGER'
    | 'OWNER'
    | 'PROCUREMENT'
    | 'PURCHASING'
    | 'RATES_PRICING'
    | 'RECEIVING'
    | 'SHIPPING')[];
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type EmbeddedVendorContact = {
  readonly object: 'VENDOR_CONTACT';
  readonly id: string;
  readonly key?: string | null | undefined;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: string | null;
  readonly roles: readonly ('AGENT' | 'BILLING' | 'OPERATION' | 'OWNER')[] | null;
  readonly deletedBy: UserReference | null;
  readonly createdAt: string;
  readonly updatedAt?: string | null | undefined;
  readonly deletedAt: string | null;
};

export type EmbeddedVendorPaymentMethod = {
  readonly id: string;
  readonly key?: string | null | undefined;
  readonly paymentMethodType:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'ACH'
    | 'CHECK'
    | 'WIRE'
    | 'CAD_EFT'
    | 'TRIUMPH_PAY'
    | 'COMCHECK'
    | 'EFS'
    | 'ECHECK';
  readonly status: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly companyName: string | null;
  readonly username: string | null;
  readonly isPreferred: boolean | null;
  readonly bankName: string | null;
  readonly bankAddress: string | null;
  readonly accountName: string | null;
  readonly accountNumber: string | null;
  readonly abaAch: string | null;
  readonly wire: string | null;
  readonly swiftCode: string | null;
  readonly eftInstitution: string | null;
  readonly eftTransit: string | null;
  readonly clabe: string | null;
  readonly currency: string | null;
  readonly paymentTerm: PaymentTermReference | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type Equipment = {
  readonly id: string;
  readonly name: string;
  readonly category: EquipmentClass | null;
  readonly group: EquipmentClass | null;
  readonly subcategory: EquipmentClass | null;
};

export type EquipmentClass = {
  readonly id: string;
  readonly name: string;
};

export type ExportedShipment = {
  readonly id: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly friendlyId: string;
  readonly status:
    | 'DRAFT'
    | 'TENDER_PENDING'
    | 'ON_HOLD'
    | 'PLANNING'
    | 'SELECTED'
    | 'BOOKED'
    | 'DISPATCHED'
    | 'LOADING'
    | 'PICKED_UP'
    | 'IN_TRANSIT'
    | 'UNLOADING'
    | 'ARRIVED_AT_DELIVERY_TERMINAL'
    | 'OUT_FOR_DELIVERY'
    | 'RECOVERED'
    | 'DELIVERED'
    | 'CANCELED'
    | 'TENDER_REJECTED'
    | (string & {});
  readonly billingStatus:
    | 'DOCS_NEEDED'
    | 'NOT_READY_TO_INVOICE'
    | 'READY_TO_INVOICE'
    | 'INVOICED'
    | 'PARTIALLY_PAID'
    | 'PAID'
    | null
    | (string & {});
  readonly customerId: string | null;
  readonly customer: CustomerReference | null;
  readonly customerRep: UserReference | null;
  readonly totalRevenue: number | null;
  readonly totalCost: number | null;
  readonly margin: number | null;
  readonly marginPercent: number | null;
  readonly currency: string;
  readonly pickUpDate: string | null;
  readonly deliveryDate: string | null;
  readonly deliveredAt: string | null;
  readonly orderIds: readonly string[];
  readonly loadIds: readonly string[];
  readonly serviceIds: readonly string[];
};

export type FieldError = {
  readonly field: string;
  readonly message: string;
};

export type FloatCriterion = {
  readonly operator:
    | 'EQUALS'
    | 'NOT_EQUALS'
    | 'GREATER_THAN'
    | 'LESS_THAN'
    | 'BETWEEN'
    | 'NOT_BETWEEN'
    | 'EXISTS'
    | 'DOES_NOT_EXIST';
  readonly value?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
};

export type FloatFilter = {
  readonly equalTo?: number | undefined;
  readonly notEqualTo?: number | undefined;
  readonly lessThan?: number | undefined;
  readonly lessThanOrEqualTo?: number | undefined;
  readonly greaterThan?: number | undefined;
  readonly greaterThanOrEqualTo?: number | undefined;
  readonly lte?: number | undefined;
  readonly gte?: number | undefined;
  readonly isNull?: boolean | undefined;
};

export type GeneratedInvoice = {
  readonly shipmentId: string;
  readonly invoiceId: string;
  readonly documentId: string;
  readonly downloadUrl: string;
};

export type GlobalSearchInput = {
  readonly query: string;
  readonly objects?: readonly ('SHIPMENT' | 'CUSTOMER' | 'CARRIER' | 'USER' | 'VENDOR')[] | undefined;
  readonly pagination: {
    readonly pageNumber: number;
    readonly pageSize: number;
  };
};

export type UnparsedGlobalSearchInput = {
  readonly query: string;
  readonly objects?: readonly ('SHIPMENT' | 'CUSTOMER' | 'CARRIER' | 'USER' | 'VENDOR')[] | undefined;
  readonly pagination?:
    | {
      readonly pageNumber?: number | undefined;
      readonly pageSize?: number | undefined;
    }
    | undefined;
};

export type GlobalSearchRow = {
  readonly object: 'SHIPMENT' | 'CUSTOMER' | 'CARRIER' | 'USER' | 'VENDOR';
  readonly id: string;
  readonly key: string | null;
  readonly entityName: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly field: string;
  readonly highlight: string | null;
};

export type IntCriterion = {
  readonly operator:
    | 'EQUALS'
    | 'NOT_EQUALS'
    | 'GREATER_THAN'
    | 'LESS_THAN'
    | 'BETWEEN'
    | 'NOT_BETWEEN'
    | 'EXISTS'
    | 'DOES_NOT_EXIST';
  readonly value?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
};

export type IntFilter = {
  readonly equalTo?: number | undefined;
  readonly notEqualTo?: number | undefined;
  readonly lessThan?: number | undefined;
  readonly lessThanOrEqualTo?: number | undefined;
  readonly greaterThan?: number | undefined;
  readonly greaterThanOrEqualTo?: number | undefined;
  readonly lte?: number | undefined;
  readonly gte?: number | undefined;
  readonly in?: readonly number[] | undefined;
  readonly notIn?: readonly number[] | undefined;
  readonly isNull?: boolean | undefined;
};

export type Invoice = {
  readonly id: string;
  readonly friendlyId: string;
  readonly key: string | null;
  readonly orderId: string;
  readonly orderKey: string | null;
  readonly shipmentId: string;
  readonly shipmentKey: string | null;
  readonly customer: CustomerReference | null;
  readonly status: 'DRAFT' | 'AWAITING_PAYMENT' | 'PARTIALLY_PAID' | 'PAID' | 'VOIDED' | (string & {});
  readonly invoiceDate: string;
  readonly dueDate: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly amountPaid: number;
  readonly amountOwed: number;
  readonly creditsApplied: number;
  readonly paymentTerm: PaymentTermReference | null;
  readonly payments: readonly InvoicePayment[];
  readonly credits: readonly InvoiceCredit[];
  readonly factorName: 'DENIM' | 'HAULPAY' | null;
  readonly factorJobId: string | null;
  readonly factorStatus: string | null;
  readonly qboId: string | null;
  readonly documentId: string | null;
  readonly documentUrl: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type InvoiceCredit = {
  readonly id: string;
  readonly creditMemoId: string;
  readonly creditMemoReference: string | null;
  readonly amount: number;
  readonly appliedAt: string;
};

export type InvoiceFilter = {
  readonly id?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly invoiceId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly vendorId?: UuidFilter | undefined;
  readonly status?:
    | EnumFilter<'DRAFT' | 'AWAITING_PAYMENT' | 'PARTIALLY_PAID' | 'PAID' | 'VOIDED'>
    | undefined;
  readonly invoiceDate?: DateFilter | undefined;
  readonly dueDate?: DateFilter | undefined;
  readonly amount?: FloatFilter | undefined;
  readonly amountOwed?: FloatFilter | undefined;
  readonly currency?: StringFilter | undefined;
  readonly reference?: StringFilter | undefined;
  readonly overdue?: boolean | undefined;
  readonly factored?: boolean | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly InvoiceFilter[] | undefined;
  readonly or?: readonly InvoiceFilter[] | undefined;
  readonly not?: InvoiceFilter | undefined;
};

export type InvoiceInput = {
  readonly orderId: string;
  readonly invoiceDate: string;
  readonly amount: number;
  readonly dueDate?: string | undefined;
  readonly reference?: string | undefined;
  readonly currency?:
    | 'ARS'
    | 'AUD'
    | 'BRL'
    | 'CAD'
    | 'CNY'
    | 'EUR'
    | 'GBP'
    | 'IDR'
    | 'INR'
    | 'JPY'
    | 'KRW'
    | 'MXN'
    | 'RUB'
    | 'SAR'
    | 'TRY'
    | 'USD'
    | 'ZAR'
    | undefined;
  readonly paymentTermId?: string | undefined;
  readonly key?: string | undefined;
};

export type InvoicePatch = {
  readonly dueDate?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly paymentTermId?: string | undefined;
  readonly key?: string | null | undefined;
};

export type InvoicePayment = {
  readonly id: string;
  readonly paymentGroupId: string;
  readonly amount: number;
  readonly paymentDate: string;
  readonly reference: string | null;
  readonly paymentMethodType: string | null;
};

export type InvoicePayments = {
  readonly data: readonly InvoicePayment[];
  readonly totalPaid: number;
  readonly openBalance: number;
};

export type KeyCriterion = {
  readonly operator: 'EQUALS' | 'NOT_EQUALS' | 'ONE_OF' | 'NOT_ONE_OF' | 'EXISTS' | 'DOES_NOT_EXIST';
  readonly values?: readonly string[] | undefined;
};

export type KeyFilter = EnumFilter<string>;

export type Load = {
  readonly id: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly friendlyId: string;
  readonly shipmentId: string;
  readonly shipmentKey: string;
  readonly mode: 'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE';
  readonly status:
    | 'SOURCING'
    | 'BOOKED'
    | 'DISPATCHED'
    | 'LOADING'
    | 'PICKED_UP'
    | 'IN_TRANSIT'
    | 'UNLOADING'
    | 'DELIVERED'
    | 'CANCELED'
    | (string & {});
  readonly equipment: readonly NamedReference[];
  readonly stops: readonly LoadStop[];
  readonly carriers: readonly LoadCarrier[];
  readonly totalCost: number | null;
  readonly currency: string;
  readonly pickedUpAt: string | null;
  readonly deliveredAt: string | null;
};

export type LoadCarrier = {
  readonly id: string;
  readonly loadId: string;
  readonly carrier: CarrierReference | null;
  readonly contact: ContactMini | null;
  readonly status: 'ACTIVE' | 'TONU' | 'BOUNCED' | (string & {});
  readonly billingStatus: 'AWAITING_INVOICE' | 'IN_REVIEW' | 'APPROVED_TO_PAY' | 'PAID' | (string & {});
  readonly bookedAt: string | null;
  readonly dispatchedAt: string | null;
  readonly charges: readonly Charge[];
  readonly totalCost: number | null;
  readonly currency: string;
  readonly driverName: string | null;
  readonly driverPhone: string | null;
  readonly truckNumber: string | null;
  readonly trailerNumber: string | null;
  readonly removalReason:
    | 'TONU'
    | 'BOUNCED'
    | 'RATE_DISPUTE'
    | 'EQUIPMENT_ISSUE'
    | 'DRIVER_ISSUE'
    | 'TIMING_ISSUE'
    | 'OTHER'
    | null;
  readonly removalReasonText: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type LoadCarrierInput = {
  readonly carrier: ReferenceInput;
  readonly contact?: ReferenceInput | undefined;
  readonly charges?: readonly ChargeInput[] | undefined;
  readonly driverName?: string | undefined;
  readonly driverPhone?: string | undefined;
  readonly truckNumber?: string | undefined;
  readonly trailerNumber?: string | undefined;
};

export type UnparsedLoadCarrierInput = {
  readonly carrier: ReferenceInput;
  readonly contact?: ReferenceInput | undefined;
  readonly charges?: readonly UnparsedChargeInput[] | undefined;
  readonly driverName?: string | undefined;
  readonly driverPhone?: string | undefined;
  readonly truckNumber?: string | undefined;
  readonly trailerNumber?: string | undefined;
};

export type LoadCarrierPatch = {
  readonly contact?: ReferenceInput | null | undefined;
  readonly driverName?: string | null | undefined;
  readonly driverPhone?: string | null | undefined;
  readonly truckNumber?: string | null | undefined;
  readonly trailerNumber?: string | null | undefined;
};

export type LoadCarrierSummary = {
  readonly id: string;
  readonly carrier: CarrierReference | null;
  readonly status: 'ACTIVE' | 'TONU' | 'BOUNCED' | (string & {});
  readonly bookedAt: string | null;
  readonly dispatchedAt: string | null;
  readonly totalCost: number | null;
};

export type LoadCreate = {
  readonly shipmentId: string;
  readonly load: LoadInput;
};

export type UnparsedLoadCreate = {
  readonly shipmentId: string;
  readonly load: UnparsedLoadInput;
};

export type LoadFilter = {
  readonly id?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly key?: StringFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly status?:
    | EnumFilter<
      | 'SOURCING'
      | 'BOOKED'
      | 'DISPATCHED'
      | 'LOADING'
      | 'PICKED_UP'
      | 'IN_TRANSIT'
      | 'UNLOADING'
      | 'DELIVERED'
      | 'CANCELED'>
    | undefined;
  readonly mode?: EnumFilter<'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE'> | undefined;
  readonly pickedUpAt?: DateTimeFilter | undefined;
  readonly deliveredAt?: DateTimeFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly LoadFilter[] | undefined;
  readonly or?: readonly LoadFilter[] | undefined;
  readonly not?: LoadFilter | undefined;
};

export type LoadInput = {
  readonly mode: 'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE';
  readonly stopIds?: readonly string[] | undefined;
  readonly equipment?: readonly ReferenceInput[] | undefined;
  readonly carrier?: LoadCarrierInput | undefined;
  readonly key?: string | undefined;
};

export type UnparsedLoadInput = {
  readonly mode: 'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE';
  readonly stopIds?: readonly string[] | undefined;
  readonly equipment?: readonly ReferenceInput[] | undefined;
  readonly carrier?: UnparsedLoadCarrierInput | undefined;
  readonly key?: string | undefined;
};

export type LoadPatch = {
  readonly mode?: 'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE' | undefined;
  readonly equipment?: readonly ReferenceInput[] | undefined;
  readonly key?: string | null | undefined;
};

export type LoadStop = {
  readonly id: string;
  readonly orderStopId: string;
  readonly sequence: number;
  readonly type: 'PICK' | 'DROP';
  readonly address: Address | null;
  readonly scheduledArrival: string | null;
  readonly actualArrival: string | null;
  readonly actualDeparture: string | null;
};

export type LoadSummary = {
  readonly id: string;
  readonly key: string | null;
  readonly friendlyId: string;
  readonly status:
    | 'SOURCING'
    | 'BOOKED'
    | 'DISPATCHED'
    | 'LOADING'
    | 'PICKED_UP'
    | 'IN_TRANSIT'
    | 'UNLOADING'
    | 'DELIVERED'
    | 'CANCELED'
    | (string & {});
  readonly mode: 'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE';
  readonly carriers: readonly LoadCarrierSummary[];
  readonly totalCost: number | null;
};

export type Location = {
  readonly object: 'LOCATION';
  readonly id: string;
  readonly customerId: string;
  readonly customer: Customer;
  readonly name: string;
  readonly key: string | null;
  readonly address?: Address | null | undefined;
  readonly isAppointmentRequired: boolean | null;
  readonly notes: string | null;
  readonly internalNotes: string | null;
  readonly contacts: readonly EmbeddedLocationContact[];
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type LocationContact = {
  readonly object: 'LOCATION_CONTACT';
  readonly id: string;
  readonly customerContactId: string;
  readonly customerContact: CustomerContact;
  readonly isPrimary: boolean | null;
  readonly contactTypes: readonly (
    | 'ACCOUNT_MANAGER'
    | 'BILLING'
    | 'DOCK_SHIPPING'
    | 'EMERGENCY'
    | 'LOCATION_MANAGER'
    | 'OWNER'
    | 'PROCUREMENT'
    | 'PURCHASING'
    | 'RATES_PRICING'
    | 'RECEIVING'
    | 'SHIPPING')[];
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly locationId: string;
  readonly location: Location;
};

export type LocationContactFilter = {
  readonly id?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly locationId?: UuidFilter | undefined;
  readonly customerContactId?: UuidFilter | undefined;
  readonly isPrimary?: BoolFilter | undefined;
  readonly contactTypes?:
    | EnumArrayFilter<
      | 'ACCOUNT_MANAGER'
      | 'BILLING'
      | 'DOCK_SHIPPING'
      | 'EMERGENCY'
      | 'LOCATION_MANAGER'
      | 'OWNER'
      | 'PROCUREMENT'
      | 'PURCHASING'
      | 'RATES_PRICING'
      | 'RECEIVING'
      | 'SHIPPING'>
    | undefined;
  readonly key?: KeyFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly LocationContactFilter[] | undefined;
  readonly or?: readonly LocationContactFilter[] | undefined;
  readonly not?: LocationContactFilter | undefined;
};

export type LocationContactInput = {
  readonly locationId: string;
  readonly customerContactId: string;
  readonly isPrimary: boolean;
  readonly contactTypes?:
    | readonly (
      | 'ACCOUNT_MANAGER'
      | 'BILLING'
      | 'DOCK_SHIPPING'
      | 'EMERGENCY'
      | 'LOCATION_MANAGER'
      | 'OWNER'
      | 'PROCUREMENT'
      | 'PURCHASING'
      | 'RATES_PRICING'
      | 'RECEIVING'
      | 'SHIPPING')[]
    | undefined;
  readonly key?: string | undefined;
};

export type LocationContactPatch = {
  readonly locationId?: string | undefined;
  readonly customerContactId?: string | undefined;
  readonly isPrimary?: boolean | undefined;
  readonly contactTypes?:
    | readonly (
      | 'ACCOUNT_MANAGER'
      | 'BILLING'
      | 'DOCK_SHIPPING'
      | 'EMERGENCY'
      | 'LOCATION_MANAGER'
      | 'OWNER'
      | 'PROCUREMENT'
      | 'PURCHASING'
      | 'RATES_PRICING'
      | 'RECEIVING'
      | 'SHIPPING')[]
    | undefined;
  readonly key?: string | null | undefined;
};

export type LocationFilter = {
  readonly id?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly notes?: StringFilter | undefined;
  readonly internalNotes?: StringFilter | undefined;
  readonly isAppointmentRequired?: BoolFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly LocationFilter[] | undefined;
  readonly or?: readonly LocationFilter[] | undefined;
  readonly not?: LocationFilter | undefined;
};

export type LocationInput = {
  readonly customerId: string;
  readonly name: string;
  readonly isAppointmentRequired: boolean;
  readonly address?: AddressInput | undefined;
  readonly key?: string | undefined;
  readonly notes?: string | undefined;
  readonly internalNotes?: string | undefined;
  readonly type?: string | null | undefined;
};

export type UnparsedLocationInput = {
  readonly customerId: string;
  readonly name: string;
  readonly isAppointmentRequired: boolean;
  readonly address?: UnparsedAddressInput | undefined;
  readonly key?: string | undefined;
  readonly notes?: string | undefined;
  readonly internalNotes?: string | undefined;
  readonly type?: string | null | undefined;
};

export type LocationPatch = {
  readonly customerId?: string | undefined;
  readonly name?: string | undefined;
  readonly isAppointmentRequired?: boolean | undefined;
  readonly address?: AddressPatch | undefined;
  readonly key?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly internalNotes?: string | null | undefined;
  readonly type?: string | null | undefined;
};

export type LocationReference = {
  readonly id: string;
  readonly key: string | null;
  readonly customerId: string;
  readonly name: string;
  readonly isAppointmentRequired: boolean | null;
  readonly notes: string | null;
  readonly internalNotes: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type LocationSearchCriteria = {
  readonly id?: UuidCriterion | undefined;
  readonly customerId?: UuidCriterion | undefined;
  readonly customerFriendlyId?: KeyCriterion | undefined;
  readonly externalId?: KeyCriterion | undefined;
  readonly state?: KeyCriterion | undefined;
  readonly postalCode?: KeyCriterion | undefined;
  readonly country?: KeyCriterion | undefined;
  readonly market?: KeyCriterion | undefined;
  readonly zone?: KeyCriterion | undefined;
  readonly customerName?: TextCriterion | undefined;
  readonly name?: TextCriterion | undefined;
  readonly line1?: TextCriterion | undefined;
  readonly line2?: TextCriterion | undefined;
  readonly city?: TextCriterion | undefined;
  readonly phoneNumber?: TextCriterion | undefined;
  readonly appointmentRequired?: BoolCriterion | undefined;
  readonly stopsCount?: IntCriterion | undefined;
  readonly createdAt?: DateTimeCriterion | undefined;
};

export type LocationSearchRequest = {
  readonly criteria?: LocationSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination: {
    readonly pageNumber: number;
    readonly pageSize: number;
  };
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'customerId'
        | 'customerFriendlyId'
        | 'externalId'
        | 'state'
        | 'postalCode'
        | 'country'
        | 'market'
        | 'zone'
        | 'customerName'
        | 'name'
        | 'line1'
        | 'line2'
        | 'city'
        | 'phoneNumber'
        | 'appointmentRequired'
        | 'stopsCount'
        | 'createdAt';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format: 'flat' | 'full';
};

export type UnparsedLocationSearchRequest = {
  readonly criteria?: LocationSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination?:
    | {
      readonly pageNumber?: number | undefined;
      readonly pageSize?: number | undefined;
    }
    | undefined;
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'customerId'
        | 'customerFriendlyId'
        | 'externalId'
        | 'state'
        | 'postalCode'
        | 'country'
        | 'market'
        | 'zone'
        | 'customerName'
        | 'name'
        | 'line1'
        | 'line2'
        | 'city'
        | 'phoneNumber'
        | 'appointmentRequired'
        | 'stopsCount'
        | 'createdAt';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format?: 'flat' | 'full' | undefined;
};

export type LocationSearchRow = {
  readonly object: 'LOCATION_SEARCH_ROW';
  readonly id: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly customerFriendlyId: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly market: string | null;
  readonly zone: string | null;
  readonly point: {
    readonly lat: number;
    readonly lon: number;
  } | null;
  readonly phoneNumber: string | null;
  readonly appointmentRequired: boolean | null;
  readonly stopsCount: number | null;
  readonly createdAt: string;
};

export type MarkAwaiting = {
  readonly invoiceDate?: string | undefined;
  readonly dueDate?: string | undefined;
};

export type NamedReference = {
  readonly id: string;
  readonly key: string | null;
  readonly name: string;
};

export type Order = {
  readonly id: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly friendlyId: string;
  readonly mode: 'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE';
  readonly status:
    | 'DRAFT'
    | 'TENDER_PENDING'
    | 'ON_HOLD'
    | 'PLANNING'
    | 'SELECTED'
    | 'BOOKED'
    | 'DISPATCHED'
    | 'LOADING'
    | 'PICKED_UP'
    | 'IN_TRANSIT'
    | 'UNLOADING'
    | 'ARRIVED_AT_DELIVERY_TERMINAL'
    | 'OUT_FOR_DELIVERY'
    | 'RECOVERED'
    | 'DELIVERED'
    | 'DELIVERED_UNPAID'
    | 'CANCELED'
    | 'TENDER_REJECTED'
    | (string & {});
  readonly billingStatus:
    | 'DOCS_NEEDED'
    | 'NOT_READY_TO_INVOICE'
    | 'READY_TO_INVOICE'
    | 'INVOICED'
    | 'PARTIALLY_PAID'
    | 'PAID'
    | (string & {});
  readonly quoteId: string | null;
  readonly shipmentId: string | null;
  readonly shipmentKey: string | null;
  readonly stops: readonly Stop[];
  readonly freight: OrderFreight | null;
  readonly references: readonly OrderReference[];
  readonly charges: readonly Charge[];
  readonly equipment: readonly NamedReference[];
  readonly specialRequirements: readonly NamedReference[];
  readonly mileage: number | null;
  readonly totalRevenue: number | null;
  readonly currency: string;
};

export type OrderFilter = {
  readonly id?: UuidFilter | undefined;
  readonly quoteId?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly invoiceId?: UuidFilter | undefined;
  readonly key?: StringFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly status?:
    | EnumFilter<
      | 'DRAFT'
      | 'TENDER_PENDING'
      | 'ON_HOLD'
      | 'PLANNING'
      | 'SELECTED'
      | 'BOOKED'
      | 'DISPATCHED'
      | 'LOADING'
      | 'PICKED_UP'
      | 'IN_TRANSIT'
      | 'UNLOADING'
      | 'ARRIVED_AT_DELIVERY_TERMINAL'
      | 'OUT_FOR_DELIVERY'
      | 'RECOVERED'
      | 'DELIVERED'
      | 'DELIVERED_UNPAID'
      | 'CANCELED'
      | 'TENDER_REJECTED'>
    | undefined;
  readonly billingStatus?:
    | EnumFilter<
      | 'DOCS_NEEDED'
      | 'NOT_READY_TO_INVOICE'
      | 'READY_TO_INVOICE'
      | 'INVOICED'
      | 'PARTIALLY_PAID'
      | 'PAID'>
    | undefined;
  readonly mode?: EnumFilter<'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE'> | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly OrderFilter[] | undefined;
  readonly or?: readonly OrderFilter[] | undefined;
  readonly not?: OrderFilter | undefined;
};

export type OrderFreight = {
  readonly handlingUnitQuantity: number | null;
  readonly handlingUnitType:
    | 'PALLET'
    | 'SKID'
    | 'CARTON'
    | 'CRATE'
    | 'DRUM'
    | 'BUNDLE'
    | 'ROLL'
    | 'BAG'
    | 'TOTE'
    | 'OTHER'
    | null;
  readonly weight: number | null;
  readonly volume: number | null;
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly commodityDescription: string | null;
  readonly hazmat: boolean | null;
  readonly stackable: boolean | null;
};

export type OrderFreightInput = {
  readonly handlingUnitQuantity?: number | undefined;
  readonly handlingUnitType?:
    | 'PALLET'
    | 'SKID'
    | 'CARTON'
    | 'CRATE'
    | 'DRUM'
    | 'BUNDLE'
    | 'ROLL'
    | 'BAG'
    | 'TOTE'
    | 'OTHER'
    | undefined;
  readonly weight?: number | undefined;
  readonly volume?: number | undefined;
  readonly length?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly commodityDescription?: string | undefined;
  readonly hazmat: boolean;
  readonly stackable: boolean;
};

export type UnparsedOrderFreightInput = {
  readonly handlingUnitQuantity?: number | undefined;
  readonly handlingUnitType?:
    | 'PALLET'
    | 'SKID'
    | 'CARTON'
    | 'CRATE'
    | 'DRUM'
    | 'BUNDLE'
    | 'ROLL'
    | 'BAG'
    | 'TOTE'
    | 'OTHER'
    | undefined;
  readonly weight?: number | undefined;
  readonly volume?: number | undefined;
  readonly length?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly commodityDescription?: string | undefined;
  readonly hazmat?: boolean | undefined;
  readonly stackable?: boolean | undefined;
};

export type OrderFreightPatch = {
  readonly handlingUnitQuantity?: number | null | undefined;
  readonly handlingUnitType?:
    | 'PALLET'
    | 'SKID'
    | 'CARTON'
    | 'CRATE'
    | 'DRUM'
    | 'BUNDLE'
    | 'ROLL'
    | 'BAG'
    | 'TOTE'
    | 'OTHER'
    | null
    | undefined;
  readonly weight?: number | null | undefined;
  readonly volume?: number | null | undefined;
  readonly length?: number | null | undefined;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly commodityDescription?: string | null | undefined;
  readonly hazmat?: boolean | undefined;
  readonly stackable?: boolean | undefined;
};

export type OrderInput = {
  readonly mode: 'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE';
  readonly stops: readonly OrderStopInput[];
  readonly freight?: OrderFreightInput | undefined;
  readonly charges?: readonly ChargeInput[] | undefined;
  readonly references?: readonly OrderReferenceInput[] | undefined;
  readonly equipment?: readonly ReferenceInput[] | undefined;
  readonly specialRequirements?: readonly ReferenceInput[] | undefined;
  readonly mileage?: number | undefined;
  readonly key?: string | undefined;
};

export type UnparsedOrderInput = {
  readonly mode: 'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE';
  readonly stops: readonly OrderStopInput[];
  readonly freight?: UnparsedOrderFreightInput | undefined;
  readonly charges?: readonly UnparsedChargeInput[] | undefined;
  readonly references?: readonly OrderReferenceInput[] | undefined;
  readonly equipment?: readonly ReferenceInput[] | undefined;
  readonly specialRequirements?: readonly ReferenceInput[] | undefined;
  readonly mileage?: number | undefined;
  readonly key?: string | undefined;
};

export type OrderPatch = {
  readonly freight?: OrderFreightPatch | null | undefined;
  readonly references?: readonly OrderReferenceInput[] | undefined;
  readonly equipment?: readonly ReferenceInput[] | undefined;
  readonly specialRequirements?: readonly ReferenceInput[] | undefined;
  readonly mileage?: number | null | undefined;
  readonly charges?: readonly ChargeInput[] | undefined;
  readonly key?: string | null | undefined;
};

export type UnparsedOrderPatch = {
  readonly freight?: OrderFreightPatch | null | undefined;
  readonly references?: readonly OrderReferenceInput[] | undefined;
  readonly equipment?: readonly ReferenceInput[] | undefined;
  readonly specialRequirements?: readonly ReferenceInput[] | undefined;
  readonly mileage?: number | null | undefined;
  readonly charges?: readonly UnparsedChargeInput[] | undefined;
  readonly key?: string | null | undefined;
};

export type OrderReference = {
  readonly id: string;
  readonly type: string;
  readonly value: string;
};

export type OrderReferenceInput = {
  readonly type: string;
  readonly value: string;
};

export type OrderStopInput = {
  readonly type: 'PICK' | 'DROP' | 'PICKUP' | 'DELIVERY';
  readonly key?: string | undefined;
  readonly location?: ReferenceInput | undefined;
  readonly postalCode?: string | undefined;
  readonly cityId?: string | undefined;
  readonly airportCode?: string | undefined;
  readonly requestedStartDate?: string | undefined;
  readonly requestedEndDate?: string | undefined;
  readonly requestedStartTime?: string | undefined;
  readonly requestedEndTime?: string | undefined;
  readonly notes?: string | undefined;
  readonly dropTrailer?: boolean | undefined;
  readonly sequence?: number | undefined;
};

export type OrderSummary = {
  readonly id: string;
  readonly key: string | null;
  readonly friendlyId: string;
  readonly mode: 'TL' | 'LTL' | 'AIR' | 'OCEAN' | 'RAIL' | 'INTERMODAL' | 'DRAYAGE';
  readonly origin: PlaceSummary;
  readonly destination: PlaceSummary;
  readonly pickUpDate: string | null;
  readonly deliveryDate: string | null;
  readonly equipment: readonly string[];
  readonly weight: number | null;
  readonly mileage: number | null;
};

export type OutstandingBill = {
  readonly id: string;
  readonly friendlyId: string;
  readonly entityType: 'CARRIER' | 'VENDOR';
  readonly carrier?: CarrierReference | undefined;
  readonly vendor?: VendorReference | undefined;
  readonly amount: number;
  readonly invoiceDate: string | null;
  readonly dueDate: string | null;
  readonly openBalance: number;
  readonly isOverdue: boolean | null;
};

export type OutstandingBills = {
  readonly bills: readonly OutstandingBill[];
  readonly totalOutstanding: number;
};

export type OutstandingInvoices = {
  readonly invoices: readonly {
    readonly id: string;
    readonly friendlyId: string;
    readonly amount: number;
    readonly invoiceDate: string;
    readonly dueDate: string | null;
    readonly openBalance: number;
    readonly isOverdue: boolean | null;
    readonly payments: readonly {
      readonly id: string;
      readonly amount: number;
      readonly paymentDate: string;
    }[];
  }[];
  readonly totalOutstanding: number;
};

export type PageInfo = {
  readonly pageSize: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly endCursor: string | null;
};

export type PayablesAging = {
  readonly asOfDate: string;
  readonly buckets: readonly string[];
  readonly currency: string;
  readonly totals: AgingTotals;
  readonly bucketTotals: readonly {
    readonly bucket: string;
    readonly total: number;
  }[] | null;
  readonly payees: readonly PayeeAging[];
  readonly otherCurrencies: readonly {
    readonly currency: string;
    readonly totals: AgingTotals;
    readonly bucketTotals: readonly {
      readonly bucket: string;
      readonly total: number;
    }[] | null;
    readonly payees: readonly PayeeAging[];
  }[];
};

export type PayeeAging = {
  readonly id: string;
  readonly name: string;
  readonly friendlyId: string | null;
  readonly entityType: 'CARRIER' | 'VENDOR';
  readonly current: number;
  readonly days1to30: number;
  readonly days31to60: number;
  readonly days61to90: number;
  readonly over90: number;
  readonly total: number;
};

export type Payment = {
  readonly id: string;
  readonly friendlyId: string;
  readonly key: string | null;
  readonly customer: CustomerReference | null;
  readonly paymentDate: string;
  readonly paymentMethodType:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'CHECK'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'CREDIT_CARD'
    | null;
  readonly reference: string | null;
  readonly notes: string | null;
  readonly currency: string;
  readonly totalAmount: number;
  readonly applications: readonly PaymentApplication[];
  readonly creditApplications: readonly PaymentCreditApplication[];
  readonly overpaymentAmount: number | null;
  readonly overpaymentCreditMemoId: string | null;
  readonly shipmentIds: readonly string[];
  readonly shipmentKeys: readonly string[];
  readonly qboId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type PaymentApplication = {
  readonly id: string;
  readonly invoiceId: string;
  readonly invoiceFriendlyId: string | null;
  readonly invoiceAmount: number | null;
  readonly invoiceOpenBalance: number | null;
  readonly amount: number;
};

export type PaymentApplications = {
  readonly data: readonly PaymentApplication[];
  readonly totalApplied: number;
};

export type PaymentCreditApplication = {
  readonly id: string;
  readonly creditMemoId: string;
  readonly creditMemoReference: string | null;
  readonly amount: number;
};

export type PaymentFilter = {
  readonly id?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly invoiceId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly vendorId?: UuidFilter | undefined;
  readonly paymentDate?: DateFilter | undefined;
  readonly paymentMethodType?:
    | EnumFilter<
      | 'ACH_WIRE'
      | 'ZELLE'
      | 'VENMO'
      | 'CHECK'
      | 'EFT_DIRECT_DEPOSIT'
      | 'E_TRANSFER'
      | 'CREDIT_CARD'>
    | undefined;
  readonly totalAmount?: FloatFilter | undefined;
  readonly currency?: StringFilter | undefined;
  readonly reference?: StringFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly PaymentFilter[] | undefined;
  readonly or?: readonly PaymentFilter[] | undefined;
  readonly not?: PaymentFilter | undefined;
};

export type PaymentInput = {
  readonly customerId: string;
  readonly paymentDate: string;
  readonly applications: readonly {
    readonly invoiceId: string;
    readonly amount: number;
  }[];
  readonly creditApplications?: readonly {
    readonly creditMemoId: string;
    readonly amount: number;
  }[] | undefined;
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'CHECK'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'CREDIT_CARD'
    | undefined;
  readonly reference?: string | undefined;
  readonly notes?: string | undefined;
  readonly key?: string | undefined;
};

export type UnparsedPaymentInput = {
  readonly customerId: string;
  readonly paymentDate: string;
  readonly applications: readonly {
    readonly invoiceId: string;
    readonly amount: number;
  }[];
  readonly creditApplications?: readonly {
    readonly creditMemoId: string;
    readonly amount: number;
  }[] | undefined;
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'CHECK'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'CREDIT_CARD'
    | 'ach_wire'
    | 'zelle'
    | 'venmo'
    | 'check'
    | 'eft_direct_deposit'
    | 'e_transfer'
    | 'credit_card'
    | undefined;
  readonly reference?: string | undefined;
  readonly notes?: string | undefined;
  readonly key?: string | undefined;
};

export type PaymentPatch = {
  readonly paymentDate?: string | undefined;
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'CHECK'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'CREDIT_CARD'
    | undefined;
  readonly applications?: readonly {
    readonly invoiceId: string;
    readonly amount: number;
  }[] | undefined;
  readonly creditApplications?: readonly {
    readonly creditMemoId: string;
    readonly amount: number;
  }[] | undefined;
  readonly reference?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly key?: string | null | undefined;
};

export type UnparsedPaymentPatch = {
  readonly paymentDate?: string | undefined;
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'CHECK'
    | 'EFT_DIRECT_DEPOSIT'
    | 'E_TRANSFER'
    | 'CREDIT_CARD'
    | 'ach_wire'
    | 'zelle'
    | 'venmo'
    | 'check'
    | 'eft_direct_deposit'
    | 'e_transfer'
    | 'credit_card'
    | undefined;
  readonly applications?: readonly {
    readonly invoiceId: string;
    readonly amount: number;
  }[] | undefined;
  readonly creditApplications?: readonly {
    readonly creditMemoId: string;
    readonly amount: number;
  }[] | undefined;
  readonly reference?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly key?: string | null | undefined;
};

export type PaymentTerm = {
  readonly id: string;
  readonly key: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly days: number | null;
  readonly quickPayFee: number | null;
  readonly apOnly: boolean | null;
  readonly doNotUse: boolean | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type PaymentTermFilter = {
  readonly id?: UuidFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly description?: StringFilter | undefined;
  readonly days?: IntFilter | undefined;
  readonly quickPayFee?: FloatFilter | undefined;
  readonly apOnly?: BoolFilter | undefined;
  readonly doNotUse?: BoolFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly PaymentTermFilter[] | undefined;
  readonly or?: readonly PaymentTermFilter[] | undefined;
  readonly not?: PaymentTermFilter | undefined;
};

export type PaymentTermInput = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly days?: number | undefined;
  readonly quickPayFee?: number | undefined;
  readonly apOnly?: boolean | undefined;
  readonly doNotUse?: boolean | undefined;
  readonly key?: string | undefined;
};

export type PaymentTermPatch = {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly days?: number | null | undefined;
  readonly quickPayFee?: number | null | undefined;
  readonly apOnly?: boolean | null | undefined;
  readonly doNotUse?: boolean | null | undefined;
  readonly key?: string | null | undefined;
};

export type PaymentTermReference = {
  readonly id: string;
  readonly key: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly days: number | null;
  readonly quickPayFee: number | null;
  readonly apOnly: boolean | null;
  readonly doNotUse: boolean | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type PlaceSummary = {
  readonly city: string | null;
  readonly stateProvince: string | null;
  readonly postalCode: string | null;
};

export type Quote = {
  readonly id: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly friendlyId: string;
  readonly side: 'SELL' | 'BUY';
  readonly status:
    | 'DRAFT'
    | 'REQUESTED'
    | 'QUOTED'
    | 'RECEIVED_REPLY'
    | 'SENT_REPLY'
    | 'RECEIVED_COUNTER'
    | 'SENT_COUNTER'
    | 'WON'
    | 'LOST'
    | 'PASS'
    | 'CANCELED'
    | (string & {});
  readonly amount: number | null;
  readonly target: number | null;
  readonly margin: number | null;
  readonly currency: string;
  readonly expiresAt: string | null;
  readonly customer: CustomerReference | null;
  readonly carrier: CarrierReference | null;
  readonly order: OrderSummary;
  readonly lostReason:
    | 'EXPIRED'
    | 'NO_REASON'
    | 'NO_RESPONSE'
    | 'TOO_HIGH'
    | 'TOO_SLOW'
    | 'TRUCK_NOT_AVAILABLE'
    | 'OTHER'
    | null;
  readonly lostReasonText: string | null;
  readonly closedTime: string | null;
  readonly assignee: UserReference | null;
  readonly shipmentId: string | null;
  readonly shipmentKey: string | null;
};

export type QuoteFilter = {
  readonly id?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly assigneeId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly key?: StringFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly status?:
    | EnumFilter<
      | 'DRAFT'
      | 'REQUESTED'
      | 'QUOTED'
      | 'RECEIVED_REPLY'
      | 'SENT_REPLY'
      | 'RECEIVED_COUNTER'
      | 'SENT_COUNTER'
      | 'WON'
      | 'LOST'
      | 'PASS'
      | 'CANCELED'>
    | undefined;
  readonly side?: EnumFilter<'SELL' | 'BUY'> | undefined;
  readonly lostReason?:
    | EnumFilter<
      | 'EXPIRED'
      | 'NO_REASON'
      | 'NO_RESPONSE'
      | 'TOO_HIGH'
      | 'TOO_SLOW'
      | 'TRUCK_NOT_AVAILABLE'
      | 'OTHER'>
    | undefined;
  readonly amount?: FloatFilter | undefined;
  readonly expiresAt?: DateTimeFilter | undefined;
  readonly closedTime?: DateTimeFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly QuoteFilter[] | undefined;
  readonly or?: readonly QuoteFilter[] | undefined;
  readonly not?: QuoteFilter | undefined;
};

export type QuoteInput = {
  readonly customer: ReferenceInput;
  readonly carrier?: ReferenceInput | undefined;
  readonly order: OrderInput;
  readonly amount?: number | undefined;
  readonly target?: number | undefined;
  readonly expiresAt?: string | undefined;
  readonly assignee?: ReferenceInput | undefined;
  readonly key?: string | undefined;
};

export type UnparsedQuoteInput = {
  readonly customer: ReferenceInput;
  readonly carrier?: ReferenceInput | undefined;
  readonly order: UnparsedOrderInput;
  readonly amount?: number | undefined;
  readonly target?: number | undefined;
  readonly expiresAt?: string | undefined;
  readonly assignee?: ReferenceInput | undefined;
  readonly key?: string | undefined;
};

export type QuotePatch = {
  readonly status?:
    | 'DRAFT'
    | 'REQUESTED'
    | 'QUOTED'
    | 'RECEIVED_REPLY'
    | 'SENT_REPLY'
    | 'RECEIVED_COUNTER'
    | 'SENT_COUNTER'
    | 'WON'
    | 'LOST'
    | 'PASS'
    | 'CANCELED'
    | undefined;
  readonly amount?: number | null | undefined;
  readonly target?: number | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly assignee?: ReferenceInput | null | undefined;
  readonly lostReason?:
    | 'EXPIRED'
    | 'NO_REASON'
    | 'NO_RESPONSE'
    | 'TOO_HIGH'
    | 'TOO_SLOW'
    | 'TRUCK_NOT_AVAILABLE'
    | 'OTHER'
    | undefined;
  readonly lostReasonText?: string | null | undefined;
  readonly key?: string | null | undefined;
};

export type RebookedLoad = {
  readonly originalLoadId: string;
  readonly newLoadId: string;
  readonly newLoadKey: string | null;
};

export type ReceivablesAging = {
  readonly asOfDate: string;
  readonly buckets: readonly string[];
  readonly currency: string;
  readonly totals: AgingTotals;
  readonly bucketTotals: readonly {
    readonly bucket: string;
    readonly total: number;
  }[] | null;
  readonly customers: readonly CustomerAging[];
  readonly otherCurrencies: readonly {
    readonly currency: string;
    readonly totals: AgingTotals;
    readonly bucketTotals: readonly {
      readonly bucket: string;
      readonly total: number;
    }[] | null;
    readonly customers: readonly CustomerAging[];
  }[];
};

export type ReferenceInput = {
  readonly id: string;
} | {
  readonly key: string;
};

export type RegistryEntriesRequest = {
  readonly carrierIds: readonly string[];
};

export type Remittance = {
  readonly paymentDate: string;
  readonly paymentMethod: string | null;
  readonly reference: string | null;
  readonly payee: {
    readonly name: string;
    readonly address: string | null;
  };
  readonly applications: readonly {
    readonly billFriendlyId: string;
    readonly shipmentFriendlyId: string | null;
    readonly invoiceDate: string | null;
    readonly amount: number;
  }[];
  readonly currency: string;
  readonly totalAmount: number;
};

export type RevertBill = {
  readonly reason?: string | undefined;
};

export type RevertBillResult = {
  readonly success: boolean | null;
  readonly entityStatus: string;
};

export type SandboxAdvance = {
  readonly advanceHours: number;
};

export type SandboxClock = {
  readonly now: string;
  readonly advancedHours: number;
  readonly seed: string | number;
  readonly startedAt: string;
};

export type SandboxProgress = {
  readonly now: string;
  readonly advancedHours: number;
  readonly seed: string | number;
  readonly startedAt: string;
  readonly arrivals: number;
  readonly departures: number;
  readonly delivered: number;
  readonly shipments: number;
};

export type SandboxReset = {
  readonly now: string;
  readonly advancedHours: number;
  readonly seed: string | number;
  readonly startedAt: string;
  readonly shipments: number;
};

export type SavedCriterion = {
  readonly operator: string;
  readonly values?: readonly (string | number | boolean)[] | undefined;
  readonly value?: string | number | boolean | undefined;
  readonly min?: string | number | undefined;
  readonly max?: string | number | undefined;
  readonly valueRelative?: number | undefined;
  readonly minRelative?: number | undefined;
  readonly maxRelative?: number | undefined;
  readonly valueRelativeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | undefined;
  readonly minRelativeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | undefined;
  readonly maxRelativeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | undefined;
};

export type SavedSearch = {
  readonly object: 'SAVED_SEARCH';
  readonly id: string;
  readonly key?: string | null | undefined;
  readonly name: string;
  readonly preferenceType:
    | 'SHIPMENT'
    | 'INVOICE'
    | 'BILL'
    | 'USER'
    | 'CUSTOMER'
    | 'VENDOR'
    | 'QUOTE'
    | 'COMMISSION'
    | 'CARRIER'
    | 'INVOICE_PAYMENT'
    | 'BILL_PAYMENT'
    | 'LOAD'
    | 'TRUCK_POSTING'
    | 'LOCATION';
  readonly jsonValue: SearchState;
  readonly isPublic: boolean | null;
  readonly ownedByUser: string | null;
  readonly groupId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
};

export type SavedSearchFilter = {
  readonly id?: UuidFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly preferenceType?: StringFilter | undefined;
  readonly isPublic?: BoolFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly and?: readonly SavedSearchFilter[] | undefined;
  readonly or?: readonly SavedSearchFilter[] | undefined;
  readonly not?: SavedSearchFilter | undefined;
};

export type SavedSearchInput = {
  readonly name: string;
  readonly preferenceType:
    | 'SHIPMENT'
    | 'INVOICE'
    | 'BILL'
    | 'USER'
    | 'CUSTOMER'
    | 'VENDOR'
    | 'QUOTE'
    | 'COMMISSION'
    | 'CARRIER'
    | 'INVOICE_PAYMENT'
    | 'BILL_PAYMENT'
    | 'LOAD'
    | 'TRUCK_POSTING'
    | 'LOCATION';
  readonly jsonValue: SearchState;
  readonly isPublic: boolean;
  readonly groupId?: string | undefined;
  readonly key?: string | undefined;
};

export type UnparsedSavedSearchInput = {
  readonly name: string;
  readonly preferenceType:
    | 'SHIPMENT'
    | 'INVOICE'
    | 'BILL'
    | 'USER'
    | 'CUSTOMER'
    | 'VENDOR'
    | 'QUOTE'
    | 'COMMISSION'
    | 'CARRIER'
    | 'INVOICE_PAYMENT'
    | 'BILL_PAYMENT'
    | 'LOAD'
    | 'TRUCK_POSTING'
    | 'LOCATION';
  readonly jsonValue: SearchState;
  readonly isPublic?: boolean | undefined;
  readonly groupId?: string | undefined;
  readonly key?: string | undefined;
};

export type SavedSearchPatch = {
  readonly name?: string | undefined;
  readonly jsonValue?: SearchState | undefined;
  readonly isPublic?: boolean | null | undefined;
  readonly groupId?: string | null | undefined;
  readonly key?: string | null | undefined;
};

export type SearchPage = {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly totalPages: number;
};

export type SearchState = {
  readonly searchCriteria?:
    | {
      readonly filters: readonly {
        readonly field: string;
        readonly searchCriteria: SavedCriterion;
      }[];
    }
    | undefined;
  readonly sorting?: readonly {
    readonly id: string;
    readonly desc: boolean;
  }[] | undefined;
  readonly columnVisibility?: Readonly<Record<string, boolean>> | undefined;
  readonly columnOrder?: readonly string[] | undefined;
};

export type SendInvoiceEmail = {
  readonly toEmails: readonly string[];
  readonly ccEmails?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  readonly message?: string | undefined;
};

export type SendInvoiceResult = {
  readonly success: boolean | null;
  readonly emailId: string;
};

export type SendRemittance = {
  readonly toEmail?: string | undefined;
  readonly ccEmails?: readonly string[] | undefined;
  readonly message?: string | undefined;
};

export type SendRemittanceResult = {
  readonly success: boolean | null;
  readonly sentTo: string;
};

export type Service = {
  readonly id: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly friendlyId: string;
  readonly shipmentId: string;
  readonly shipmentKey: string;
  readonly vendor: VendorReference | null;
  readonly vendorContact: ContactMini | null;
  readonly serviceType:
    | 'DRAYAGE'
    | 'CUSTOMS_CLEARANCE'
    | 'WAREHOUSING'
    | 'CROSS_DOCK'
    | 'TRANSLOAD'
    | 'FUMIGATION'
    | 'INSPECTION'
    | 'DOCUMENTATION'
    | 'INSURANCE'
    | 'CARGO_HANDLING'
    | 'OTHER';
  readonly status:
    | 'ACTIVE'
    | 'AWAITING_INVOICE'
    | 'IN_REVIEW'
    | 'APPROVED_TO_PAY'
    | 'PAID'
    | 'CANCELED'
    | (string & {});
  readonly description: string | null;
  readonly charges: readonly Charge[];
  readonly totalCost: number | null;
  readonly currency: string;
  readonly scheduledDate: string | null;
  readonly completedDate: string | null;
  readonly referenceNumber: string | null;
};

export type ServiceCreate = {
  readonly shipmentId: string;
  readonly service: ServiceInput;
};

export type UnparsedServiceCreate = {
  readonly shipmentId: string;
  readonly service: UnparsedServiceInput;
};

export type ServiceFilter = {
  readonly id?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly vendorId?: UuidFilter | undefined;
  readonly invoiceId?: UuidFilter | undefined;
  readonly key?: StringFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly referenceNumber?: StringFilter | undefined;
  readonly serviceType?:
    | EnumFilter<
      | 'DRAYAGE'
      | 'CUSTOMS_CLEARANCE'
      | 'WAREHOUSING'
      | 'CROSS_DOCK'
      | 'TRANSLOAD'
      | 'FUMIGATION'
      | 'INSPECTION'
      | 'DOCUMENTATION'
      | 'INSURANCE'
      | 'CARGO_HANDLING'
      | 'OTHER'>
    | undefined;
  readonly status?:
    | EnumFilter<'ACTIVE' | 'AWAITING_INVOICE' | 'IN_REVIEW' | 'APPROVED_TO_PAY' | 'PAID' | 'CANCELED'>
    | undefined;
  readonly scheduledDate?: DateFilter | undefined;
  readonly completedDate?: DateFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly ServiceFilter[] | undefined;
  readonly or?: readonly ServiceFilter[] | undefined;
  readonly not?: ServiceFilter | undefined;
};

export type ServiceInput = {
  readonly vendor: ReferenceInput;
  readonly serviceType:
    | 'DRAYAGE'
    | 'CUSTOMS_CLEARANCE'
    | 'WAREHOUSING'
    | 'CROSS_DOCK'
    | 'TRANSLOAD'
    | 'FUMIGATION'
    | 'INSPECTION'
    | 'DOCUMENTATION'
    | 'INSURANCE'
    | 'CARGO_HANDLING'
    | 'OTHER';
  readonly vendorContact?: ReferenceInput | undefined;
  readonly description?: string | undefined;
  readonly scheduledDate?: string | undefined;
  readonly referenceNumber?: string | undefined;
  readonly charges?: readonly ChargeInput[] | undefined;
  readonly key?: string | undefined;
};

export type UnparsedServiceInput = {
  readonly vendor: ReferenceInput;
  readonly serviceType:
    | 'DRAYAGE'
    | 'CUSTOMS_CLEARANCE'
    | 'WAREHOUSING'
    | 'CROSS_DOCK'
    | 'TRANSLOAD'
    | 'FUMIGATION'
    | 'INSPECTION'
    | 'DOCUMENTATION'
    | 'INSURANCE'
    | 'CARGO_HANDLING'
    | 'OTHER';
  readonly vendorContact?: ReferenceInput | undefined;
  readonly description?: string | undefined;
  readonly scheduledDate?: string | undefined;
  readonly referenceNumber?: string | undefined;
  readonly charges?: readonly UnparsedChargeInput[] | undefined;
  readonly key?: string | undefined;
};

export type ServicePatch = {
  readonly serviceType?:
    | 'DRAYAGE'
    | 'CUSTOMS_CLEARANCE'
    | 'WAREHOUSING'
    | 'CROSS_DOCK'
    | 'TRANSLOAD'
    | 'FUMIGATION'
    | 'INSPECTION'
    | 'DOCUMENTATION'
    | 'INSURANCE'
    | 'CARGO_HANDLING'
    | 'OTHER'
    | undefined;
  readonly vendorContact?: ReferenceInput | null | undefined;
  readonly description?: string | null | undefined;
  readonly scheduledDate?: string | null | undefined;
  readonly referenceNumber?: string | null | undefined;
  readonly completedDate?: string | null | undefined;
  readonly key?: string | null | undefined;
};

export type ServiceSummary = {
  readonly id: string;
  readonly key: string | null;
  readonly friendlyId: string;
  readonly vendor: VendorReference | null;
  readonly serviceType:
    | 'DRAYAGE'
    | 'CUSTOMS_CLEARANCE'
    | 'WAREHOUSING'
    | 'CROSS_DOCK'
    | 'TRANSLOAD'
    | 'FUMIGATION'
    | 'INSPECTION'
    | 'DOCUMENTATION'
    | 'INSURANCE'
    | 'CARGO_HANDLING'
    | 'OTHER';
  readonly status:
    | 'ACTIVE'
    | 'AWAITING_INVOICE'
    | 'IN_REVIEW'
    | 'APPROVED_TO_PAY'
    | 'PAID'
    | 'CANCELED'
    | (string & {});
  readonly cost: number | null;
};

export type Shipment = {
  readonly id: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly friendlyId: string;
  readonly status:
    | 'DRAFT'
    | 'TENDER_PENDING'
    | 'ON_HOLD'
    | 'PLANNING'
    | 'SELECTED'
    | 'BOOKED'
    | 'DISPATCHED'
    | 'LOADING'
    | 'PICKED_UP'
    | 'IN_TRANSIT'
    | 'UNLOADING'
    | 'ARRIVED_AT_DELIVERY_TERMINAL'
    | 'OUT_FOR_DELIVERY'
    | 'RECOVERED'
    | 'DELIVERED'
    | 'CANCELED'
    | 'TENDER_REJECTED'
    | (string & {});
  readonly billingStatus:
    | 'DOCS_NEEDED'
    | 'NOT_READY_TO_INVOICE'
    | 'READY_TO_INVOICE'
    | 'INVOICED'
    | 'PARTIALLY_PAID'
    | 'PAID'
    | null
    | (string & {});
  readonly customerId: string | null;
  readonly customer: CustomerReference | null;
  readonly customerRep: UserReference | null;
  readonly orders: readonly Order[];
  readonly loads: readonly LoadSummary[];
  readonly services: readonly ServiceSummary[];
  readonly totalRevenue: number | null;
  readonly totalCost: number | null;
  readonly margin: number | null;
  readonly marginPercent: number | null;
  readonly currency: string;
  readonly pickUpDate: string | null;
  readonly deliveryDate: string | null;
  readonly deliveredAt: string | null;
};

export type ShipmentFilter = {
  readonly id?: UuidFilter | undefined;
  readonly customerId?: UuidFilter | undefined;
  readonly customerRepId?: UuidFilter | undefined;
  readonly carrierId?: UuidFilter | undefined;
  readonly vendorId?: UuidFilter | undefined;
  readonly invoiceId?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly loadId?: UuidFilter | undefined;
  readonly quoteId?: UuidFilter | undefined;
  readonly key?: StringFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly status?:
    | EnumFilter<
      | 'DRAFT'
      | 'TENDER_PENDING'
      | 'ON_HOLD'
      | 'PLANNING'
      | 'SELECTED'
      | 'BOOKED'
      | 'DISPATCHED'
      | 'LOADING'
      | 'PICKED_UP'
      | 'IN_TRANSIT'
      | 'UNLOADING'
      | 'ARRIVED_AT_DELIVERY_TERMINAL'
      | 'OUT_FOR_DELIVERY'
      | 'RECOVERED'
      | 'DELIVERED'
      | 'CANCELED'
      | 'TENDER_REJECTED'>
    | undefined;
  readonly billingStatus?:
    | EnumFilter<
      | 'DOCS_NEEDED'
      | 'NOT_READY_TO_INVOICE'
      | 'READY_TO_INVOICE'
      | 'INVOICED'
      | 'PARTIALLY_PAID'
      | 'PAID'>
    | undefined;
  readonly pickUpDate?: DateFilter | undefined;
  readonly deliveryDate?: DateFilter | undefined;
  readonly originCity?: StringFilter | undefined;
  readonly originState?: StringFilter | undefined;
  readonly destinationCity?: StringFilter | undefined;
  readonly destinationState?: StringFilter | undefined;
  readonly reference?: StringFilter | undefined;
  readonly deliveredAt?: DateTimeFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly ShipmentFilter[] | undefined;
  readonly or?: readonly ShipmentFilter[] | undefined;
  readonly not?: ShipmentFilter | undefined;
};

export type ShipmentInput = {
  readonly customer: ReferenceInput;
  readonly customerRep?: ReferenceInput | undefined;
  readonly orders: readonly OrderInput[];
  readonly loads?: readonly LoadInput[] | undefined;
  readonly services?: readonly ServiceInput[] | undefined;
  readonly key?: string | undefined;
};

export type UnparsedShipmentInput = {
  readonly customer: ReferenceInput;
  readonly customerRep?: ReferenceInput | undefined;
  readonly orders: readonly UnparsedOrderInput[];
  readonly loads?: readonly UnparsedLoadInput[] | undefined;
  readonly services?: readonly UnparsedServiceInput[] | undefined;
  readonly key?: string | undefined;
};

export type ShipmentPatch = {
  readonly customer?: ReferenceInput | undefined;
  readonly customerRep?: ReferenceInput | null | undefined;
  readonly key?: string | null | undefined;
};

export type SpecialRequirement = {
  readonly id: string;
  readonly name: string;
  readonly type: 'EQUIPMENT' | 'DRIVER' | 'FREIGHT' | 'SHIPPER_LOCATION';
};

export type Stop = {
  readonly id: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly orderId: string;
  readonly orderIds: readonly string[];
  readonly loadIds: readonly string[];
  readonly type: 'PICK' | 'DROP';
  readonly sequence: number;
  readonly location: LocationReference | null;
  readonly address?: Address | undefined;
  readonly postalCode: string | null;
  readonly city: {
    readonly name: string;
    readonly stateProvince: string;
  } | null;
  readonly airportCode: string | null;
  readonly timeZone: string | null;
  readonly requestedStartDate: string | null;
  readonly requestedEndDate: string | null;
  readonly requestedStartTime: string | null;
  readonly requestedEndTime: string | null;
  readonly windowAtArrival:
    | {
      readonly requestedStartDate: string | null;
      readonly requestedEndDate: string | null;
      readonly requestedStartTime: string | null;
      readonly requestedEndTime: string | null;
      readonly timeZone: string | null;
      readonly movedAt: string;
    }
    | null;
  readonly actualArrival: string | null;
  readonly actualDeparture: string | null;
  readonly dropTrailer: boolean | null;
  readonly notes: string | null;
};

export type StopCreate = {
  readonly orderId: string;
  readonly stop: StopInput;
};

export type StopFilter = {
  readonly id?: UuidFilter | undefined;
  readonly shipmentId?: UuidFilter | undefined;
  readonly cityId?: UuidFilter | undefined;
  readonly orderId?: UuidFilter | undefined;
  readonly loadId?: UuidFilter | undefined;
  readonly shipperLocationId?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly type?: EnumFilter<'PICK' | 'DROP'> | undefined;
  readonly postalCode?: StringFilter | undefined;
  readonly airportCode?: StringFilter | undefined;
  readonly requestedStartDate?: DateFilter | undefined;
  readonly requestedEndDate?: DateFilter | undefined;
  readonly actualArrival?: DateTimeFilter | undefined;
  readonly actualDeparture?: DateTimeFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly StopFilter[] | undefined;
  readonly or?: readonly StopFilter[] | undefined;
  readonly not?: StopFilter | undefined;
};

export type StopInput = {
  readonly type: 'PICK' | 'DROP' | 'PICKUP' | 'DELIVERY';
  readonly key?: string | undefined;
  readonly location?: ReferenceInput | undefined;
  readonly postalCode?: string | undefined;
  readonly cityId?: string | undefined;
  readonly airportCode?: string | undefined;
  readonly requestedStartDate?: string | undefined;
  readonly requestedEndDate?: string | undefined;
  readonly requestedStartTime?: string | undefined;
  readonly requestedEndTime?: string | undefined;
  readonly notes?: string | undefined;
  readonly dropTrailer?: boolean | undefined;
  readonly sequence: number;
};

export type StopPatch = {
  readonly type?: 'PICK' | 'DROP' | 'PICKUP' | 'DELIVERY' | undefined;
  readonly key?: string | null | undefined;
  readonly location?: ReferenceInput | null | undefined;
  readonly postalCode?: string | null | undefined;
  readonly cityId?: string | null | undefined;
  readonly airportCode?: string | null | undefined;
  readonly requestedStartDate?: string | null | undefined;
  readonly requestedEndDate?: string | null | undefined;
  readonly requestedStartTime?: string | null | undefined;
  readonly requestedEndTime?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly dropTrailer?: boolean | undefined;
  readonly sequence?: unknown;
};

export type StringFilter = {
  readonly equalTo?: string | undefined;
  readonly notEqualTo?: string | undefined;
  readonly in?: readonly string[] | undefined;
  readonly notIn?: readonly string[] | undefined;
  readonly includes?: string | undefined;
  readonly notIncludes?: string | undefined;
  readonly startsWith?: string | undefined;
  readonly notStartsWith?: string | undefined;
  readonly endsWith?: string | undefined;
  readonly notEndsWith?: string | undefined;
  readonly isNull?: boolean | undefined;
};

export type Team = {
  readonly object: 'TEAM';
  readonly id: string;
  readonly name: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly users: readonly TeamMember[];
  readonly deletedBy: UserReference | null;
};

export type TeamFilter = {
  readonly id?: UuidFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly TeamFilter[] | undefined;
  readonly or?: readonly TeamFilter[] | undefined;
  readonly not?: TeamFilter | undefined;
};

export type TeamInput = {
  readonly name: string;
  readonly key?: string | undefined;
  readonly users?: readonly ReferenceInput[] | undefined;
};

export type TeamMember = {
  readonly object: 'USER';
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly phoneExt: string | null;
  readonly status: 'PENDING' | 'ACTIVE' | 'INACTIVE' | (string & {});
  readonly roles: readonly ('CUSTOMER_REP' | 'CARRIER_REP' | 'AR_AP' | 'COMPLIANCE' | 'ADMIN')[];
  readonly key: string | null;
  readonly datUsername: string | null;
  readonly mcpUsername: string | null;
  readonly avatarId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type TeamPatch = {
  readonly name?: string | undefined;
  readonly key?: string | null | undefined;
  readonly users?: readonly ReferenceInput[] | undefined;
};

export type TextCriterion = {
  readonly operator:
    | 'EQUALS'
    | 'NOT_EQUALS'
    | 'ONE_OF'
    | 'NOT_ONE_OF'
    | 'EXISTS'
    | 'DOES_NOT_EXIST'
    | 'STARTS_WITH'
    | 'ENDS_WITH'
    | 'INCLUDES';
  readonly values?: readonly string[] | undefined;
};

export type TonuCostInput = {
  readonly chargeCodeId?: number | undefined;
  readonly chargeCode?: {
    readonly id: number;
  } | {
    readonly key: string;
  } | undefined;
  readonly description?: string | undefined;
  readonly amount: number;
};

export type TonuInput = {
  readonly reason?: string | undefined;
  readonly costs?: readonly TonuCostInput[] | undefined;
  readonly createReplacementLoad: boolean;
};

export type UnparsedTonuInput = {
  readonly reason?: string | undefined;
  readonly costs?: readonly TonuCostInput[] | undefined;
  readonly createReplacementLoad?: boolean | undefined;
};

export type TonuResult = {
  readonly loadCarrier: LoadCarrier;
  readonly replacementLoadId: string | null;
};

export type TrackRequest = {
  readonly searches: readonly (string | {
    readonly query: string;
  })[];
  readonly referenceFields?:
    | readonly (
      | 'BOL_NUMBER'
      | 'PICKUP_NUMBER'
      | 'DELIVERY_NUMBER'
      | 'PURCHASE_ORDER_NUMBER'
      | 'GENERAL_LEDGER_CODE'
      | 'CUSTOMER_REFERENCE_NUMBER'
      | 'PRO_NUMBER'
      | 'ITEM_IDENTIFICATION'
      | 'PART_NUMBER'
      | 'ACCOUNT_NUMBER'
      | 'CONSIGNEE_ACCOUNT_NUMBER'
      | 'PICKUP_LOCATION_IDENTIFICATION'
      | 'DELIVER_LOCATION_IDENTIFICATION'
      | 'PRODUCT_IDENTIFICATION'
      | 'OTHER_IDENTIFICATION'
      | 'CONTAINER_NUMBER'
      | 'MACROPOINT_REFERENCE_NUMBER'
      | 'DROP_TRAILER_NUMBER'
      | 'APPOINTMENT_NUMBER'
      | 'MASTER_BILL_OF_LADING_NUMBER'
      | 'HOUSE_BILL_OF_LADING_NUMBER'
      | 'LOCATION_IDENTIFICATION'
      | 'TENDER_METHOD'
      | 'ROUTE_NUMBER'
      | 'SHOW_DECORATOR_NAME'
      | 'SHOW_BOOTH_NUMBER'
      | 'CARE_OF'
      | 'TENDER_ID'
      | 'ORDER_NUMBER'
      | 'SHOW_NAME'
      | 'AES_ITN'
      | 'FIRMS_CODE'
      | 'IT_NUMBER'
      | 'JOB_NUMBER'
      | 'TMS_ID'
      | 'MASTER_AIRWAYBILL_NUMBER'
      | 'HOUSE_AIRWAYBILL_NUMBER'
      | 'AMS_HOUSE_BILL_OF_LADING_NUMBER')[]
    | undefined;
};

export type TrackResponse = {
  readonly results: readonly TrackResult[];
};

export type TrackResult = {
  readonly query: string;
  readonly id: string | null;
  readonly key: string | null;
  readonly friendlyId: string | null;
  readonly value: string | null;
  readonly origin: string | null;
  readonly destination: string | null;
  readonly trackingUrl: string | null;
  readonly status:
    | 'DRAFT'
    | 'TENDER_PENDING'
    | 'ON_HOLD'
    | 'PLANNING'
    | 'SELECTED'
    | 'BOOKED'
    | 'DISPATCHED'
    | 'LOADING'
    | 'PICKED_UP'
    | 'IN_TRANSIT'
    | 'UNLOADING'
    | 'ARRIVED_AT_DELIVERY_TERMINAL'
    | 'OUT_FOR_DELIVERY'
    | 'RECOVERED'
    | 'DELIVERED'
    | 'CANCELED'
    | 'TENDER_REJECTED'
    | null
    | (string & {});
  readonly field:
    | 'BOL_NUMBER'
    | 'PICKUP_NUMBER'
    | 'DELIVERY_NUMBER'
    | 'PURCHASE_ORDER_NUMBER'
    | 'GENERAL_LEDGER_CODE'
    | 'CUSTOMER_REFERENCE_NUMBER'
    | 'PRO_NUMBER'
    | 'ITEM_IDENTIFICATION'
    | 'PART_NUMBER'
    | 'ACCOUNT_NUMBER'
    | 'CONSIGNEE_ACCOUNT_NUMBER'
    | 'PICKUP_LOCATION_IDENTIFICATION'
    | 'DELIVER_LOCATION_IDENTIFICATION'
    | 'PRODUCT_IDENTIFICATION'
    | 'OTHER_IDENTIFICATION'
    | 'CONTAINER_NUMBER'
    | 'MACROPOINT_REFERENCE_NUMBER'
    | 'DROP_TRAILER_NUMBER'
    | 'APPOINTMENT_NUMBER'
    | 'MASTER_BILL_OF_LADING_NUMBER'
    | 'HOUSE_BILL_OF_LADING_NUMBER'
    | 'LOCATION_IDENTIFICATION'
    | 'TENDER_METHOD'
    | 'ROUTE_NUMBER'
    | 'SHOW_DECORATOR_NAME'
    | 'SHOW_BOOTH_NUMBER'
    | 'CARE_OF'
    | 'TENDER_ID'
    | 'ORDER_NUMBER'
    | 'SHOW_NAME'
    | 'AES_ITN'
    | 'FIRMS_CODE'
    | 'IT_NUMBER'
    | 'JOB_NUMBER'
    | 'TMS_ID'
    | 'MASTER_AIRWAYBILL_NUMBER'
    | 'HOUSE_AIRWAYBILL_NUMBER'
    | 'AMS_HOUSE_BILL_OF_LADING_NUMBER'
    | null;
  readonly pickUpDate: string | null;
  readonly deliveryDate: string | null;
};

export type User = {
  readonly object: 'USER';
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly phoneExt: string | null;
  readonly status: 'PENDING' | 'ACTIVE' | 'INACTIVE' | (string & {});
  readonly roles: readonly ('CUSTOMER_REP' | 'CARRIER_REP' | 'AR_AP' | 'COMPLIANCE' | 'ADMIN')[];
  readonly key: string | null;
  readonly datUsername: string | null;
  readonly mcpUsername: string | null;
  readonly avatarId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly teams: readonly UserTeam[];
  readonly deletedBy: UserReference | null;
};

export type UserFilter = {
  readonly id?: UuidFilter | undefined;
  readonly avatarId?: UuidFilter | undefined;
  readonly email?: StringFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly phone?: StringFilter | undefined;
  readonly datUsername?: StringFilter | undefined;
  readonly mcpUsername?: StringFilter | undefined;
  readonly status?: EnumFilter<'PENDING' | 'ACTIVE' | 'INACTIVE'> | undefined;
  readonly roles?:
    | EnumArrayFilter<'CUSTOMER_REP' | 'CARRIER_REP' | 'AR_AP' | 'COMPLIANCE' | 'ADMIN'>
    | undefined;
  readonly key?: KeyFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly UserFilter[] | undefined;
  readonly or?: readonly UserFilter[] | undefined;
  readonly not?: UserFilter | undefined;
};

export type UserInput = {
  readonly email: string;
  readonly status: 'PENDING' | 'ACTIVE' | 'INACTIVE';
  readonly roles: readonly ('CUSTOMER_REP' | 'CARRIER_REP' | 'AR_AP' | 'COMPLIANCE' | 'ADMIN')[];
  readonly name?: string | undefined;
  readonly datUsername?: string | undefined;
  readonly mcpUsername?: string | undefined;
  readonly phone?: string | undefined;
  readonly phoneExt?: string | undefined;
  readonly key?: string | undefined;
  readonly avatarId?: string | undefined;
  readonly teams?: readonly ReferenceInput[] | undefined;
};

export type UserPatch = {
  readonly email?: string | undefined;
  readonly status?: 'PENDING' | 'ACTIVE' | 'INACTIVE' | undefined;
  readonly roles?: readonly ('CUSTOMER_REP' | 'CARRIER_REP' | 'AR_AP' | 'COMPLIANCE' | 'ADMIN')[] | undefined;
  readonly name?: string | null | undefined;
  readonly datUsername?: string | null | undefined;
  readonly mcpUsername?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly phoneExt?: string | null | undefined;
  readonly key?: string | null | undefined;
  readonly avatarId?: string | null | undefined;
  readonly teams?: readonly ReferenceInput[] | undefined;
};

export type UserReference = {
  readonly id: string;
  readonly key: string | null;
  readonly email: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly phoneExt: string | null;
  readonly status: 'PENDING' | 'ACTIVE' | 'INACTIVE' | (string & {});
  readonly avatarId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type UserSearchCriteria = {
  readonly id?: UuidCriterion | undefined;
  readonly teamIds?: UuidCriterion | undefined;
  readonly name?: TextCriterion | undefined;
  readonly email?: TextCriterion | undefined;
  readonly phone?: TextCriterion | undefined;
  readonly teamNames?: TextCriterion | undefined;
  readonly emailVerified?: BoolCriterion | undefined;
  readonly status?: KeyCriterion | undefined;
  readonly roles?: KeyCriterion | undefined;
  readonly visibility?: KeyCriterion | undefined;
  readonly customersCount?: IntCriterion | undefined;
  readonly quotesCount?: IntCriterion | undefined;
  readonly quotesWon?: IntCriterion | undefined;
  readonly ordersCount?: IntCriterion | undefined;
  readonly carriersCount?: IntCriterion | undefined;
  readonly quoteWinRate?: FloatCriterion | undefined;
  readonly ordersTotalRevenue?: FloatCriterion | undefined;
  readonly ordersTotalTransportationCost?: FloatCriterion | undefined;
  readonly ordersTotalGrossProfit?: FloatCriterion | undefined;
  readonly averageGrossProfitPerOrder?: FloatCriterion | undefined;
  readonly createdAt?: DateTimeCriterion | undefined;
  readonly lastInvitedAt?: DateTimeCriterion | undefined;
};

export type UserSearchRequest = {
  readonly criteria?: UserSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination: {
    readonly pageNumber: number;
    readonly pageSize: number;
  };
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'teamIds'
        | 'name'
        | 'email'
        | 'phone'
        | 'teamNames'
        | 'emailVerified'
        | 'status'
        | 'roles'
        | 'visibility'
        | 'customersCount'
        | 'quotesCount'
        | 'quotesWon'
        | 'ordersCount'
        | 'carriersCount'
        | 'quoteWinRate'
        | 'ordersTotalRevenue'
        | 'ordersTotalTransportationCost'
        | 'ordersTotalGrossProfit'
        | 'averageGrossProfitPerOrder'
        | 'createdAt'
        | 'lastInvitedAt';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format: 'flat' | 'full';
};

export type UnparsedUserSearchRequest = {
  readonly criteria?: UserSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination?:
    | {
      readonly pageNumber?: number | undefined;
      readonly pageSize?: number | undefined;
    }
    | undefined;
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'teamIds'
        | 'name'
        | 'email'
        | 'phone'
        | 'teamNames'
        | 'emailVerified'
        | 'status'
        | 'roles'
        | 'visibility'
        | 'customersCount'
        | 'quotesCount'
        | 'quotesWon'
        | 'ordersCount'
        | 'carriersCount'
        | 'quoteWinRate'
        | 'ordersTotalRevenue'
        | 'ordersTotalTransportationCost'
        | 'ordersTotalGrossProfit'
        | 'averageGrossProfitPerOrder'
        | 'createdAt'
        | 'lastInvitedAt';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format?: 'flat' | 'full' | undefined;
};

export type UserSearchRow = {
  readonly object: 'USER_SEARCH_ROW';
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean | null;
  readonly phone: string | null;
  readonly status: 'pending' | 'active' | 'inactive' | (string & {});
  readonly roles: readonly string[];
  readonly visibility: 'ALL' | 'LIMITED' | null;
  readonly teamIds: readonly string[];
  readonly teamNames: readonly string[];
  readonly customersCount: number;
  readonly quotesCount: number | null;
  readonly quotesWon: number | null;
  readonly quoteWinRate: number | null;
  readonly ordersCount: number;
  readonly ordersTotalRevenue: number;
  readonly ordersTotalTransportationCost: number;
  readonly ordersTotalGrossProfit: number;
  readonly averageGrossProfitPerOrder: number | null;
  readonly carriersCount: number;
  readonly createdAt: string;
  readonly lastInvitedAt: string | null;
};

export type UserTeam = {
  readonly object: 'TEAM';
  readonly id: string;
  readonly name: string;
  readonly key: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type UuidCriterion = {
  readonly operator: 'EQUALS' | 'NOT_EQUALS' | 'ONE_OF' | 'NOT_ONE_OF' | 'EXISTS' | 'DOES_NOT_EXIST';
  readonly values?: readonly string[] | undefined;
};

export type UuidFilter = EnumFilter<string>;

export type Vendor = {
  readonly object: 'VENDOR';
  readonly id: string;
  readonly friendlyId: string;
  readonly name: string;
  readonly key: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly status: string | null;
  readonly notes: string | null;
  readonly taxId: string | null;
  readonly currency: 'USD' | 'CAD' | 'MXN' | 'EUR' | 'GBP' | null;
  readonly corporateAddress: Address | null;
  readonly billingAddress: Address | null;
  readonly paymentTerm: PaymentTermReference | null;
  readonly requiredDocuments: readonly string[] | null;
  readonly paymentMethods: readonly EmbeddedVendorPaymentMethod[];
  readonly contacts: readonly EmbeddedVendorContact[];
  readonly deletedBy: UserReference | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type VendorContact = {
  readonly object: 'VENDOR_CONTACT';
  readonly id: string;
  readonly vendor: VendorReference | null;
  readonly key?: string | null | undefined;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: string | null;
  readonly roles: readonly ('AGENT' | 'BILLING' | 'OPERATION' | 'OWNER')[] | null;
  readonly deletedBy: UserReference | null;
  readonly createdAt: string;
  readonly updatedAt?: string | null | undefined;
  readonly deletedAt: string | null;
};

export type VendorContactFilter = {
  readonly id?: UuidFilter | undefined;
  readonly vendorId?: UuidFilter | undefined;
  readonly deletedById?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly email?: StringFilter | undefined;
  readonly phone?: StringFilter | undefined;
  readonly role?: StringFilter | undefined;
  readonly roles?: EnumArrayFilter<'AGENT' | 'BILLING' | 'OPERATION' | 'OWNER'> | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly VendorContactFilter[] | undefined;
  readonly or?: readonly VendorContactFilter[] | undefined;
  readonly not?: VendorContactFilter | undefined;
};

export type VendorContactInput = {
  readonly vendorId: string;
  readonly key?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly role?: string | undefined;
  readonly roles?: readonly ('AGENT' | 'BILLING' | 'OPERATION' | 'OWNER')[] | undefined;
};

export type VendorContactPatch = {
  readonly key?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly role?: string | null | undefined;
  readonly roles?: readonly ('AGENT' | 'BILLING' | 'OPERATION' | 'OWNER')[] | null | undefined;
};

export type VendorFilter = {
  readonly id?: UuidFilter | undefined;
  readonly paymentTermId?: UuidFilter | undefined;
  readonly deletedById?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly friendlyId?: StringFilter | undefined;
  readonly name?: StringFilter | undefined;
  readonly email?: StringFilter | undefined;
  readonly phone?: StringFilter | undefined;
  readonly notes?: StringFilter | undefined;
  readonly taxId?: StringFilter | undefined;
  readonly status?: EnumFilter<'ACTIVE' | 'INACTIVE' | 'DO_NOT_USE'> | undefined;
  readonly currency?: EnumFilter<'USD' | 'CAD' | 'MXN' | 'EUR' | 'GBP'> | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly VendorFilter[] | undefined;
  readonly or?: readonly VendorFilter[] | undefined;
  readonly not?: VendorFilter | undefined;
};

export type VendorInput = {
  readonly name: string;
  readonly key?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly status?: 'ACTIVE' | 'INACTIVE' | 'DO_NOT_USE' | undefined;
  readonly notes?: string | undefined;
  readonly taxId?: string | undefined;
  readonly currency?: 'USD' | 'CAD' | 'MXN' | 'EUR' | 'GBP' | undefined;
  readonly corporateAddress?: AddressInput | undefined;
  readonly billingAddress?: AddressInput | undefined;
  readonly paymentTermId?: string | undefined;
  readonly requiredDocuments?: readonly string[] | undefined;
};

export type UnparsedVendorInput = {
  readonly name: string;
  readonly key?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly status?: 'ACTIVE' | 'INACTIVE' | 'DO_NOT_USE' | undefined;
  readonly notes?: string | undefined;
  readonly taxId?: string | undefined;
  readonly currency?: 'USD' | 'CAD' | 'MXN' | 'EUR' | 'GBP' | undefined;
  readonly corporateAddress?: UnparsedAddressInput | undefined;
  readonly billingAddress?: UnparsedAddressInput | undefined;
  readonly paymentTermId?: string | undefined;
  readonly requiredDocuments?: readonly string[] | undefined;
};

export type VendorPatch = {
  readonly name?: string | undefined;
  readonly key?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly status?: 'ACTIVE' | 'INACTIVE' | 'DO_NOT_USE' | null | undefined;
  readonly notes?: string | null | undefined;
  readonly taxId?: string | null | undefined;
  readonly currency?: 'USD' | 'CAD' | 'MXN' | 'EUR' | 'GBP' | null | undefined;
  readonly corporateAddress?: AddressInput | null | undefined;
  readonly billingAddress?: AddressInput | null | undefined;
  readonly paymentTermId?: string | null | undefined;
  readonly requiredDocuments?: readonly string[] | null | undefined;
};

export type UnparsedVendorPatch = {
  readonly name?: string | undefined;
  readonly key?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly status?: 'ACTIVE' | 'INACTIVE' | 'DO_NOT_USE' | null | undefined;
  readonly notes?: string | null | undefined;
  readonly taxId?: string | null | undefined;
  readonly currency?: 'USD' | 'CAD' | 'MXN' | 'EUR' | 'GBP' | null | undefined;
  readonly corporateAddress?: UnparsedAddressInput | null | undefined;
  readonly billingAddress?: UnparsedAddressInput | null | undefined;
  readonly paymentTermId?: string | null | undefined;
  readonly requiredDocuments?: readonly string[] | null | undefined;
};

export type VendorPaymentMethod = {
  readonly id: string;
  readonly key?: string | null | undefined;
  readonly vendorId: string;
  readonly vendor: VendorReference | null;
  readonly paymentMethodType:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'ACH'
    | 'CHECK'
    | 'WIRE'
    | 'CAD_EFT'
    | 'TRIUMPH_PAY'
    | 'COMCHECK'
    | 'EFS'
    | 'ECHECK';
  readonly status: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly companyName: string | null;
  readonly username: string | null;
  readonly isPreferred: boolean | null;
  readonly bankName: string | null;
  readonly bankAddress: string | null;
  readonly accountName: string | null;
  readonly accountNumber: string | null;
  readonly abaAch: string | null;
  readonly wire: string | null;
  readonly swiftCode: string | null;
  readonly eftInstitution: string | null;
  readonly eftTransit: string | null;
  readonly clabe: string | null;
  readonly currency: string | null;
  readonly paymentTerm: PaymentTermReference | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type VendorPaymentMethodFilter = {
  readonly id?: UuidFilter | undefined;
  readonly vendorId?: UuidFilter | undefined;
  readonly paymentTermId?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly paymentMethodType?:
    | RequiredEnumFilter<
      | 'ACH_WIRE'
      | 'ZELLE'
      | 'VENMO'
      | 'ACH'
      | 'CHECK'
      | 'WIRE'
      | 'CAD_EFT'
      | 'TRIUMPH_PAY'
      | 'COMCHECK'
      | 'EFS'
      | 'ECHECK'>
    | undefined;
  readonly status?: StringFilter | undefined;
  readonly email?: StringFilter | undefined;
  readonly companyName?: StringFilter | undefined;
  readonly bankName?: StringFilter | undefined;
  readonly currency?: StringFilter | undefined;
  readonly isPreferred?: BoolFilter | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly VendorPaymentMethodFilter[] | undefined;
  readonly or?: readonly VendorPaymentMethodFilter[] | undefined;
  readonly not?: VendorPaymentMethodFilter | undefined;
};

export type VendorPaymentMethodInput = {
  readonly vendorId: string;
  readonly paymentMethodType:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'ACH'
    | 'CHECK'
    | 'WIRE'
    | 'CAD_EFT'
    | 'TRIUMPH_PAY'
    | 'COMCHECK'
    | 'EFS'
    | 'ECHECK';
  readonly key?: string | undefined;
  readonly status?: string | undefined;
  readonly isPreferred?: boolean | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly companyName?: string | undefined;
  readonly username?: string | undefined;
  readonly bankName?: string | undefined;
  readonly bankAddress?: string | undefined;
  readonly accountName?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly abaAch?: string | undefined;
  readonly wire?: string | undefined;
  readonly swiftCode?: string | undefined;
  readonly eftInstitution?: string | undefined;
  readonly eftTransit?: string | undefined;
  readonly clabe?: string | undefined;
  readonly currency?: string | undefined;
  readonly paymentTermId?: string | undefined;
};

export type VendorPaymentMethodPatch = {
  readonly paymentMethodType?:
    | 'ACH_WIRE'
    | 'ZELLE'
    | 'VENMO'
    | 'ACH'
    | 'CHECK'
    | 'WIRE'
    | 'CAD_EFT'
    | 'TRIUMPH_PAY'
    | 'COMCHECK'
    | 'EFS'
    | 'ECHECK'
    | undefined;
  readonly key?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly isPreferred?: boolean | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly companyName?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly bankName?: string | null | undefined;
  readonly bankAddress?: string | null | undefined;
  readonly accountName?: string | null | undefined;
  readonly accountNumber?: string | null | undefined;
  readonly abaAch?: string | null | undefined;
  readonly wire?: string | null | undefined;
  readonly swiftCode?: string | null | undefined;
  readonly eftInstitution?: string | null | undefined;
  readonly eftTransit?: string | null | undefined;
  readonly clabe?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly paymentTermId?: string | null | undefined;
};

export type VendorReference = {
  readonly id: string;
  readonly key: string | null;
  readonly friendlyId: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly status: string | null;
  readonly currency: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
};

export type VendorSearchCriteria = {
  readonly id?: UuidCriterion | undefined;
  readonly friendlyId?: KeyCriterion | undefined;
  readonly status?: KeyCriterion | undefined;
  readonly service?: KeyCriterion | undefined;
  readonly state?: KeyCriterion | undefined;
  readonly zip?: KeyCriterion | undefined;
  readonly country?: KeyCriterion | undefined;
  readonly paymentTermName?: KeyCriterion | undefined;
  readonly quickbooksVendorId?: KeyCriterion | undefined;
  readonly name?: TextCriterion | undefined;
  readonly taxId?: TextCriterion | undefined;
  readonly location?: TextCriterion | undefined;
  readonly city?: TextCriterion | undefined;
  readonly primaryContactName?: TextCriterion | undefined;
  readonly primaryContactEmail?: TextCriterion | undefined;
  readonly primaryContactPhone?: TextCriterion | undefined;
  readonly numberOfTimesUsed?: IntCriterion | undefined;
  readonly lastUsed?: DateCriterion | undefined;
  readonly createdAt?: DateTimeCriterion | undefined;
};

export type VendorSearchRequest = {
  readonly criteria?: VendorSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination: {
    readonly pageNumber: number;
    readonly pageSize: number;
  };
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'friendlyId'
        | 'status'
        | 'service'
        | 'state'
        | 'zip'
        | 'country'
        | 'paymentTermName'
        | 'quickbooksVendorId'
        | 'name'
        | 'taxId'
        | 'location'
        | 'city'
        | 'primaryContactName'
        | 'primaryContactEmail'
        | 'primaryContactPhone'
        | 'numberOfTimesUsed'
        | 'lastUsed'
        | 'createdAt';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format: 'flat' | 'full';
};

export type UnparsedVendorSearchRequest = {
  readonly criteria?: VendorSearchCriteria | undefined;
  readonly query?: string | undefined;
  readonly pagination?:
    | {
      readonly pageNumber?: number | undefined;
      readonly pageSize?: number | undefined;
    }
    | undefined;
  readonly sort?:
    | readonly {
      readonly field:
        | 'id'
        | 'friendlyId'
        | 'status'
        | 'service'
        | 'state'
        | 'zip'
        | 'country'
        | 'paymentTermName'
        | 'quickbooksVendorId'
        | 'name'
        | 'taxId'
        | 'location'
        | 'city'
        | 'primaryContactName'
        | 'primaryContactEmail'
        | 'primaryContactPhone'
        | 'numberOfTimesUsed'
        | 'lastUsed'
        | 'createdAt';
      readonly order: 'asc' | 'desc';
    }[]
    | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format?: 'flat' | 'full' | undefined;
};

export type VendorSearchRow = {
  readonly object: 'VENDOR_SEARCH_ROW';
  readonly id: string;
  readonly friendlyId: string;
  readonly name: string;
  readonly status: 'active' | 'inactive' | 'do_not_use' | null | (string & {});
  readonly taxId: string | null;
  readonly service: readonly string[];
  readonly location: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly country: string | null;
  readonly primaryContactName: string | null;
  readonly primaryContactEmail: string | null;
  readonly primaryContactPhone: string | null;
  readonly paymentTermName: string | null;
  readonly quickbooksVendorId: string | null;
  readonly numberOfTimesUsed: number;
  readonly lastUsed: string | null;
  readonly createdAt: string;
};

export type VoidCreditMemo = {
  readonly reason?: string | undefined;
};

export type WebhookDelivery = {
  readonly sentAt: string;
  readonly events: readonly WebhookPayload[];
};

export type WebhookEvent = 
  | 'CARRIER_ACTIVATED'
  | 'CARRIER_CONTACT_CREATED'
  | 'CARRIER_CONTACT_UPDATED'
  | 'CARRIER_CONTACT_DELETED'
  | 'CARRIER_CREATED'
  | 'CARRIER_DEACTIVATED'
  | 'CARRIER_DELETED'
  | 'CARRIER_FACTOR_CREATED'
  | 'CARRIER_FACTOR_UPDATED'
  | 'CARRIER_FACTOR_DELETED'
  | 'CARRIER_INVOICE_CREATED'
  | 'CARRIER_PAYMENT_CREATED'
  | 'CARRIER_PAYMENT_METHOD_CREATED'
  | 'CARRIER_PAYMENT_METHOD_UPDATED'
  | 'CARRIER_PAYMENT_METHOD_DELETED'
  | 'CARRIER_UPDATED'
  | 'COMMISSION_APPROVED'
  | 'COMMISSION_CREATED'
  | 'COMPANY_CREATED'
  | 'COMPANY_UPDATED'
  | 'COMPANY_DELETED'
  | 'CUSTOMER_CREATED'
  | 'CUSTOMER_UPDATED'
  | 'CUSTOMER_DELETED'
  | 'CUSTOMER_CONTACT_CREATED'
  | 'CUSTOMER_CONTACT_UPDATED'
  | 'CUSTOMER_CONTACT_DELETED'
  | 'CUSTOMER_INVOICE_CREATED'
  | 'CUSTOMER_PAYMENT_CREATED'
  | 'DOCUMENT_UPLOADED'
  | 'LOCATION_CREATED'
  | 'LOCATION_UPDATED'
  | 'LOCATION_DELETED'
  | 'LOCATION_CONTACT_CREATED'
  | 'LOCATION_CONTACT_UPDATED'
  | 'LOCATION_CONTACT_DELETED'
  | 'QUOTE_CREATED'
  | 'QUOTE_LOST'
  | 'QUOTE_QUOTED'
  | 'QUOTE_REQUESTED'
  | 'QUOTE_WON'
  | 'SHIPMENT_BOOKED'
  | 'SHIPMENT_CANCELED'
  | 'SHIPMENT_CHECK_CALL'
  | 'SHIPMENT_CREATED'
  | 'SHIPMENT_DELETED'
  | 'SHIPMENT_DELIVERED'
  | 'SHIPMENT_DISPATCHED'
  | 'SHIPMENT_DRAFT'
  | 'SHIPMENT_IN_TRANSIT'
  | 'SHIPMENT_LOADING'
  | 'SHIPMENT_NEXT_CHECK_CALL_DUE'
  | 'SHIPMENT_NEXT_CHECK_CALL_OVERDUE'
  | 'SHIPMENT_OPEN'
  | 'SHIPMENT_PICK_UP_NEAR_NOT_BOOKED'
  | 'SHIPMENT_PICK_UP_NEAR_NOT_DISPATCHED'
  | 'SHIPMENT_RATE_CON_EXPIRED'
  | 'SHIPMENT_RATE_CON_NOT_SIGNED'
  | 'SHIPMENT_RATE_CON_SIGNED'
  | 'SHIPMENT_TENDER_PENDING'
  | 'SHIPMENT_TENDER_REJECTED'
  | 'SHIPMENT_UNLOADING'
  | 'VENDOR_CREATED'
  | 'VENDOR_UPDATED'
  | 'VENDOR_DELETED'
  | 'VENDOR_CONTACT_CREATED'
  | 'VENDOR_CONTACT_UPDATED'
  | 'VENDOR_CONTACT_DELETED'
  | 'VENDOR_INVOICE_CREATED'
  | 'VENDOR_PAYMENT_CREATED'
  | 'VENDOR_PAYMENT_METHOD_CREATED'
  | 'VENDOR_PAYMENT_METHOD_UPDATED'
  | 'VENDOR_PAYMENT_METHOD_DELETED';

export type WebhookFailure = {
  readonly at: string;
  readonly attempts: number;
  readonly status: number | null;
  readonly message: string;
};

export type WebhookPayload = {
  readonly event: WebhookEvent;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly diff: readonly DiffChange[] | null;
};

export type WebhookSubscription = {
  readonly id: string;
  readonly key: string | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly status: 'ACTIVE' | 'PAUSED' | 'FAILING' | (string & {});
  readonly tokenLastFour: string;
  readonly lastDeliveredAt: string | null;
  readonly lastFailure: WebhookFailure | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
};

export type WebhookSubscriptionCreated = {
  readonly id: string;
  readonly key: string | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly status: 'ACTIVE' | 'PAUSED' | 'FAILING' | (string & {});
  readonly tokenLastFour: string;
  readonly lastDeliveredAt: string | null;
  readonly lastFailure: WebhookFailure | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly deletedBy: UserReference | null;
  readonly signingSecret: string;
};

export type WebhookSubscriptionFilter = {
  readonly id?: UuidFilter | undefined;
  readonly key?: KeyFilter | undefined;
  readonly url?: StringFilter | undefined;
  readonly status?: EnumFilter<'ACTIVE' | 'PAUSED' | 'FAILING'> | undefined;
  readonly events?:
    | EnumArrayFilter<
      | 'CARRIER_ACTIVATED'
      | 'CARRIER_CONTACT_CREATED'
      | 'CARRIER_CONTACT_UPDATED'
      | 'CARRIER_CONTACT_DELETED'
      | 'CARRIER_CREATED'
      | 'CARRIER_DEACTIVATED'
      | 'CARRIER_DELETED'
      | 'CARRIER_FACTOR_CREATED'
      | 'CARRIER_FACTOR_UPDATED'
      | 'CARRIER_FACTOR_DELETED'
      | 'CARRIER_INVOICE_CREATED'
      | 'CARRIER_PAYMENT_CREATED'
      | 'CARRIER_PAYMENT_METHOD_CREATED'
      | 'CARRIER_PAYMENT_METHOD_UPDATED'
      | 'CARRIER_PAYMENT_METHOD_DELETED'
      | 'CARRIER_UPDATED'
      | 'COMMISSION_APPROVED'
      | 'COMMISSION_CREATED'
      | 'COMPANY_CREATED'
      | 'COMPANY_UPDATED'
      | 'COMPANY_DELETED'
      | 'CUSTOMER_CREATED'
      | 'CUSTOMER_UPDATED'
      | 'CUSTOMER_DELETED'
      | 'CUSTOMER_CONTACT_CREATED'
      | 'CUSTOMER_CONTACT_UPDATED'
      | 'CUSTOMER_CONTACT_DELETED'
      | 'CUSTOMER_INVOICE_CREATED'
      | 'CUSTOMER_PAYMENT_CREATED'
      | 'DOCUMENT_UPLOADED'
      | 'LOCATION_CREATED'
      | 'LOCATION_UPDATED'
      | 'LOCATION_DELETED'
      | 'LOCATION_CONTACT_CREATED'
      | 'LOCATION_CONTACT_UPDATED'
      | 'LOCATION_CONTACT_DELETED'
      | 'QUOTE_CREATED'
      | 'QUOTE_LOST'
      | 'QUOTE_QUOTED'
      | 'QUOTE_REQUESTED'
      | 'QUOTE_WON'
      | 'SHIPMENT_BOOKED'
      | 'SHIPMENT_CANCELED'
      | 'SHIPMENT_CHECK_CALL'
      | 'SHIPMENT_CREATED'
      | 'SHIPMENT_DELETED'
      | 'SHIPMENT_DELIVERED'
      | 'SHIPMENT_DISPATCHED'
      | 'SHIPMENT_DRAFT'
      | 'SHIPMENT_IN_TRANSIT'
      | 'SHIPMENT_LOADING'
      | 'SHIPMENT_NEXT_CHECK_CALL_DUE'
      | 'SHIPMENT_NEXT_CHECK_CALL_OVERDUE'
      | 'SHIPMENT_OPEN'
      | 'SHIPMENT_PICK_UP_NEAR_NOT_BOOKED'
      | 'SHIPMENT_PICK_UP_NEAR_NOT_DISPATCHED'
      | 'SHIPMENT_RATE_CON_EXPIRED'
      | 'SHIPMENT_RATE_CON_NOT_SIGNED'
      | 'SHIPMENT_RATE_CON_SIGNED'
      | 'SHIPMENT_TENDER_PENDING'
      | 'SHIPMENT_TENDER_REJECTED'
      | 'SHIPMENT_UNLOADING'
      | 'VENDOR_CREATED'
      | 'VENDOR_UPDATED'
      | 'VENDOR_DELETED'
      | 'VENDOR_CONTACT_CREATED'
      | 'VENDOR_CONTACT_UPDATED'
      | 'VENDOR_CONTACT_DELETED'
      | 'VENDOR_INVOICE_CREATED'
      | 'VENDOR_PAYMENT_CREATED'
      | 'VENDOR_PAYMENT_METHOD_CREATED'
      | 'VENDOR_PAYMENT_METHOD_UPDATED'
      | 'VENDOR_PAYMENT_METHOD_DELETED'>
    | undefined;
  readonly createdAt?: DateTimeFilter | undefined;
  readonly updatedAt?: DateTimeFilter | undefined;
  readonly deletedAt?: DateTimeFilter | undefined;
  readonly and?: readonly WebhookSubscriptionFilter[] | undefined;
  readonly or?: readonly WebhookSubscriptionFilter[] | undefined;
  readonly not?: WebhookSubscriptionFilter | undefined;
};

export type WebhookSubscriptionInput = {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly token: string;
  readonly key?: string | undefined;
};

export type WebhookSubscriptionPatch = {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly token?: string | undefined;
  readonly status?: 'ACTIVE' | 'PAUSED' | undefined;
  readonly key?: string | null | undefined;
};

export interface Operations {
  readonly carriers: {
    readonly filter: OperationTypes<{
      readonly filter?: CarrierFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Carrier[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: CarrierFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly search: OperationTypes<UnparsedCarrierSearchRequest, {
      readonly data: readonly (CarrierSearchRow | Carrier)[];
      readonly pagination: SearchPage;
      readonly totalResults: number;
    }, CarrierSearchRequest>;
    readonly registryEntries: OperationTypes<RegistryEntriesRequest, {
      readonly data: readonly CarrierRegistryEntry[];
    }>;
    readonly create: OperationTypes<UnparsedCarrierInput, Carrier, CarrierInput>;
    readonly get: OperationTypes<RecordId, Carrier>;
    readonly update: OperationTypes<RecordId & CarrierPatch, Carrier>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly outstandingBills: OperationTypes<RecordId, OutstandingBills>;
    readonly billsForPayment: OperationTypes<RecordId, BillsForPayment>;
  };
  readonly carrierContacts: {
    readonly filter: OperationTypes<{
      readonly filter?: CarrierContactFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly CarrierContact[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: CarrierContactFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<CarrierContactInput, CarrierContact>;
    readonly get: OperationTypes<RecordId, CarrierContact>;
    readonly update: OperationTypes<RecordId & CarrierContactPatch, CarrierContact>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly carrierFactors: {
    readonly filter: OperationTypes<{
      readonly filter?: CarrierFactorFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly CarrierFactor[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: CarrierFactorFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<CarrierFactorInput, CarrierFactor>;
    readonly get: OperationTypes<RecordId, CarrierFactor>;
    readonly update: OperationTypes<RecordId & CarrierFactorPatch, CarrierFactor>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly billsForPayment: OperationTypes<RecordId, BillsForPayment>;
  };
  readonly carrierPaymentMethods: {
    readonly filter: OperationTypes<{
      readonly filter?: CarrierPaymentMethodFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly CarrierPaymentMethod[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: CarrierPaymentMethodFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<CarrierPaymentMethodInput, CarrierPaymentMethod>;
    readonly get: OperationTypes<RecordId, CarrierPaymentMethod>;
    readonly update: OperationTypes<RecordId & CarrierPaymentMethodPatch, CarrierPaymentMethod>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly companies: {
    readonly filter: OperationTypes<{
      readonly filter?: CompanyFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Company[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: CompanyFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<CompanyInput, Company>;
    readonly get: OperationTypes<RecordId, Company>;
    readonly update: OperationTypes<RecordId & CompanyPatch, Company>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly customers: {
    readonly filter: OperationTypes<{
      readonly filter?: CustomerFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Customer[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: CustomerFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly search: OperationTypes<UnparsedCustomerSearchRequest, {
      readonly data: readonly (CustomerSearchRow | Customer)[];
      readonly pagination: SearchPage;
      readonly totalResults: number;
    }, CustomerSearchRequest>;
    readonly create: OperationTypes<UnparsedCustomerInput, Customer, CustomerInput>;
    readonly get: OperationTypes<RecordId, Customer>;
    readonly update: OperationTypes<RecordId & CustomerPatch, Customer>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly outstandingInvoices: OperationTypes<RecordId, OutstandingInvoices>;
    readonly payments: OperationTypes<{
      readonly id: string;
    } & {
      readonly by?: 'id' | 'key' | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | undefined;
    }, {
      readonly data: readonly Payment[];
      readonly pagination: PageInfo;
    }, {
      readonly id: string;
    } & {
      readonly by?: 'id' | 'key' | undefined;
      readonly pageSize: number;
      readonly cursor?: string | undefined;
    }>;
  };
  readonly customerContacts: {
    readonly filter: OperationTypes<{
      readonly filter?: CustomerContactFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly CustomerContact[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: CustomerContactFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<UnparsedCustomerContactInput, CustomerContact, CustomerContactInput>;
    readonly get: OperationTypes<RecordId, CustomerContact>;
    readonly update: OperationTypes<RecordId & CustomerContactPatch, CustomerContact>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly locations: {
    readonly filter: OperationTypes<{
      readonly filter?: LocationFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Location[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: LocationFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly search: OperationTypes<UnparsedLocationSearchRequest, {
      readonly data: readonly (LocationSearchRow | Location)[];
      readonly pagination: SearchPage;
      readonly totalResults: number;
    }, LocationSearchRequest>;
    readonly create: OperationTypes<UnparsedLocationInput, Location, LocationInput>;
    readonly get: OperationTypes<RecordId, Location>;
    readonly update: OperationTypes<RecordId & LocationPatch, Location>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly locationContacts: {
    readonly filter: OperationTypes<{
      readonly filter?: LocationContactFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly LocationContact[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: LocationContactFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<LocationContactInput, LocationContact>;
    readonly get: OperationTypes<RecordId, LocationContact>;
    readonly update: OperationTypes<RecordId & LocationContactPatch, LocationContact>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly vendors: {
    readonly filter: OperationTypes<{
      readonly filter?: VendorFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Vendor[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: VendorFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly search: OperationTypes<UnparsedVendorSearchRequest, {
      readonly data: readonly (VendorSearchRow | Vendor)[];
      readonly pagination: SearchPage;
      readonly totalResults: number;
    }, VendorSearchRequest>;
    readonly create: OperationTypes<UnparsedVendorInput, Vendor, VendorInput>;
    readonly get: OperationTypes<RecordId, Vendor>;
    readonly update: OperationTypes<RecordId & UnparsedVendorPatch, Vendor, RecordId & VendorPatch>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly outstandingBills: OperationTypes<RecordId, OutstandingBills>;
    readonly billsForPayment: OperationTypes<RecordId, BillsForPayment>;
  };
  readonly vendorContacts: {
    readonly filter: OperationTypes<{
      readonly filter?: VendorContactFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly VendorContact[];
      readonly pageInfo: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: VendorContactFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<VendorContactInput, VendorContact>;
    readonly get: OperationTypes<RecordId, VendorContact>;
    readonly update: OperationTypes<RecordId & VendorContactPatch, VendorContact>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly vendorPaymentMethods: {
    readonly filter: OperationTypes<{
      readonly filter?: VendorPaymentMethodFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly VendorPaymentMethod[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: VendorPaymentMethodFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<VendorPaymentMethodInput, VendorPaymentMethod>;
    readonly get: OperationTypes<RecordId, VendorPaymentMethod>;
    readonly update: OperationTypes<RecordId & VendorPaymentMethodPatch, VendorPaymentMethod>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly paymentTerms: {
    readonly filter: OperationTypes<{
      readonly filter?: PaymentTermFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly PaymentTerm[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: PaymentTermFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<PaymentTermInput, PaymentTerm>;
    readonly get: OperationTypes<RecordId, PaymentTerm>;
    readonly update: OperationTypes<RecordId & PaymentTermPatch, PaymentTerm>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly teams: {
    readonly filter: OperationTypes<{
      readonly filter?: TeamFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Team[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: TeamFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<TeamInput, Team>;
    readonly get: OperationTypes<RecordId, Team>;
    readonly update: OperationTypes<RecordId & TeamPatch, Team>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly users: {
    readonly filter: OperationTypes<{
      readonly filter?: UserFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly User[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: UserFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly search: OperationTypes<UnparsedUserSearchRequest, {
      readonly data: readonly (UserSearchRow | User)[];
      readonly pagination: SearchPage;
      readonly totalResults: number;
    }, UserSearchRequest>;
    readonly create: OperationTypes<UserInput, User>;
    readonly get: OperationTypes<RecordId, User>;
    readonly update: OperationTypes<RecordId & UserPatch, User>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly savedSearches: {
    readonly filter: OperationTypes<{
      readonly filter?: SavedSearchFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly SavedSearch[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: SavedSearchFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<UnparsedSavedSearchInput, SavedSearch, SavedSearchInput>;
    readonly get: OperationTypes<RecordId, SavedSearch>;
    readonly update: OperationTypes<RecordId & SavedSearchPatch, SavedSearch>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly globalSearch: {
    readonly run: OperationTypes<UnparsedGlobalSearchInput, {
      readonly data: readonly GlobalSearchRow[];
      readonly pagination: SearchPage;
      readonly totalResults: number;
    }, GlobalSearchInput>;
  };
  readonly quotes: {
    readonly filter: OperationTypes<{
      readonly filter?: QuoteFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Quote[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: QuoteFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<UnparsedQuoteInput, Quote, QuoteInput>;
    readonly get: OperationTypes<RecordId, Quote>;
    readonly update: OperationTypes<RecordId & QuotePatch, Quote>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly convertToShipment: OperationTypes<RecordId & UnparsedConvertToShipment, ConvertedQuote, RecordId & ConvertToShipment>;
  };
  readonly orders: {
    readonly filter: OperationTypes<{
      readonly filter?: OrderFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Order[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: OrderFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly get: OperationTypes<RecordId, Order>;
    readonly update: OperationTypes<RecordId & UnparsedOrderPatch, Order, RecordId & OrderPatch>;
  };
  readonly stops: {
    readonly filter: OperationTypes<{
      readonly filter?: StopFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Stop[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: StopFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<StopCreate, Stop>;
    readonly get: OperationTypes<RecordId, Stop>;
    readonly update: OperationTypes<RecordId & StopPatch, Stop>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly shipments: {
    readonly filter: OperationTypes<{
      readonly filter?: ShipmentFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Shipment[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: ShipmentFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<UnparsedShipmentInput, Shipment, ShipmentInput>;
    readonly get: OperationTypes<RecordId, Shipment>;
    readonly update: OperationTypes<RecordId & ShipmentPatch, Shipment>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly track: OperationTypes<TrackRequest, TrackResponse>;
    readonly cancel: OperationTypes<RecordId & CancelShipment, Shipment>;
    readonly uncancel: OperationTypes<RecordId, Shipment>;
    readonly duplicate: OperationTypes<RecordId & DuplicateShipment, DuplicatedShipment>;
    readonly readyToInvoice: OperationTypes<RecordId, Shipment>;
    readonly notReadyToInvoice: OperationTypes<RecordId, Shipment>;
    readonly generateInvoice: OperationTypes<RecordId, GeneratedInvoice>;
  };
  readonly loads: {
    readonly filter: OperationTypes<{
      readonly filter?: LoadFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Load[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: LoadFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<UnparsedLoadCreate, Load, LoadCreate>;
    readonly get: OperationTypes<RecordId, Load>;
    readonly update: OperationTypes<RecordId & LoadPatch, Load>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly addCarrier: OperationTypes<RecordId & UnparsedLoadCarrierInput, AddedLoadCarrier, RecordId & LoadCarrierInput>;
    readonly rebook: OperationTypes<RecordId, RebookedLoad>;
    readonly getCarrier: OperationTypes<{
      readonly loadId: string;
      readonly carrierId: string;
    }, LoadCarrier>;
    readonly updateCarrier: OperationTypes<{
      readonly loadId: string;
      readonly carrierId: string;
    } & LoadCarrierPatch, LoadCarrier>;
    readonly bounce: OperationTypes<{
      readonly loadId: string;
      readonly carrierId: string;
    } & BounceInput, LoadCarrier>;
    readonly tonu: OperationTypes<{
      readonly loadId: string;
      readonly carrierId: string;
    } & UnparsedTonuInput, TonuResult, {
      readonly loadId: string;
      readonly carrierId: string;
    } & TonuInput>;
  };
  readonly services: {
    readonly filter: OperationTypes<{
      readonly filter?: ServiceFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Service[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: ServiceFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<UnparsedServiceCreate, Service, ServiceCreate>;
    readonly get: OperationTypes<RecordId, Service>;
    readonly update: OperationTypes<RecordId & ServicePatch, Service>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly documents: {
    readonly filter: OperationTypes<{
      readonly filter?: DocumentFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Document[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: DocumentFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<DocumentInput, Document>;
    readonly get: OperationTypes<RecordId, Document>;
    readonly update: OperationTypes<RecordId & DocumentPatch, Document>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly referenceData: {
    readonly equipment: OperationTypes<{
      readonly categoryId?: string | undefined;
      readonly groupId?: string | undefined;
      readonly subcategoryId?: string | undefined;
    }, {
      readonly data: readonly Equipment[];
    }>;
    readonly chargeCodes: OperationTypes<{
      readonly code?: string | undefined;
    }, {
      readonly data: readonly ChargeCode[];
    }>;
    readonly specialRequirements: OperationTypes<{
      readonly type?: 'EQUIPMENT' | 'DRIVER' | 'FREIGHT' | 'SHIPPER_LOCATION' | undefined;
    }, {
      readonly data: readonly SpecialRequirement[];
    }>;
    readonly cities: OperationTypes<{
      readonly query?: string | undefined;
    }, {
      readonly data: readonly City[];
    }>;
  };
  readonly bills: {
    readonly filter: OperationTypes<{
      readonly filter?: BillFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Bill[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: BillFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<BillInput, Bill>;
    readonly get: OperationTypes<RecordId, Bill>;
    readonly update: OperationTypes<RecordId & BillPatch, Bill>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly approve: OperationTypes<RecordId, Bill>;
    readonly unapprove: OperationTypes<RecordId, Bill>;
    readonly revert: OperationTypes<RecordId & RevertBill, RevertBillResult>;
    readonly batchApprove: OperationTypes<BatchApprove, BatchApproveResult>;
    readonly payments: OperationTypes<RecordId, BillPaymentsApplied>;
    readonly agingReport: OperationTypes<{
      readonly carrierId?: string | undefined;
      readonly vendorId?: string | undefined;
      readonly entityType?: 'CARRIER' | 'VENDOR' | undefined;
      readonly currency?:
        | 'ARS'
        | 'AUD'
        | 'BRL'
        | 'CAD'
        | 'CNY'
        | 'EUR'
        | 'GBP'
        | 'IDR'
        | 'INR'
        | 'JPY'
        | 'KRW'
        | 'MXN'
        | 'RUB'
        | 'SAR'
        | 'TRY'
        | 'USD'
        | 'ZAR'
        | undefined;
      readonly daysPerBucket?: number | undefined;
      readonly maxDays?: number | undefined;
    }, PayablesAging, {
      readonly carrierId?: string | undefined;
      readonly vendorId?: string | undefined;
      readonly entityType?: 'CARRIER' | 'VENDOR' | undefined;
      readonly currency?:
        | 'ARS'
        | 'AUD'
        | 'BRL'
        | 'CAD'
        | 'CNY'
        | 'EUR'
        | 'GBP'
        | 'IDR'
        | 'INR'
        | 'JPY'
        | 'KRW'
        | 'MXN'
        | 'RUB'
        | 'SAR'
        | 'TRY'
        | 'USD'
        | 'ZAR'
        | undefined;
      readonly daysPerBucket: number;
      readonly maxDays: number;
    }>;
  };
  readonly billPayments: {
    readonly filter: OperationTypes<{
      readonly filter?: BillPaymentFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly BillPayment[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: BillPaymentFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<UnparsedBillPaymentInput, BillPayment, BillPaymentInput>;
    readonly get: OperationTypes<RecordId, BillPayment>;
    readonly update: OperationTypes<RecordId & UnparsedBillPaymentPatch, BillPayment, RecordId & BillPaymentPatch>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly applications: OperationTypes<RecordId, BillPaymentApplications>;
    readonly remittanceAdvice: OperationTypes<RecordId, Remittance>;
    readonly sendRemittance: OperationTypes<RecordId & SendRemittance, SendRemittanceResult>;
  };
  readonly invoices: {
    readonly filter: OperationTypes<{
      readonly filter?: InvoiceFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Invoice[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: InvoiceFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<InvoiceInput, Invoice>;
    readonly get: OperationTypes<RecordId, Invoice>;
    readonly update: OperationTypes<RecordId & InvoicePatch, Invoice>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly markAwaiting: OperationTypes<RecordId & MarkAwaiting, Invoice>;
    readonly send: OperationTypes<RecordId & SendInvoiceEmail, SendInvoiceResult>;
    readonly payments: OperationTypes<RecordId, InvoicePayments>;
    readonly availableCredits: OperationTypes<RecordId, AvailableCredits>;
    readonly batchGenerate: OperationTypes<UnparsedBatchGenerate, BatchGenerateResult, BatchGenerate>;
    readonly agingReport: OperationTypes<{
      readonly customerId?: string | undefined;
      readonly currency?:
        | 'ARS'
        | 'AUD'
        | 'BRL'
        | 'CAD'
        | 'CNY'
        | 'EUR'
        | 'GBP'
        | 'IDR'
        | 'INR'
        | 'JPY'
        | 'KRW'
        | 'MXN'
        | 'RUB'
        | 'SAR'
        | 'TRY'
        | 'USD'
        | 'ZAR'
        | undefined;
      readonly daysPerBucket?: number | undefined;
      readonly maxDays?: number | undefined;
    }, ReceivablesAging, {
      readonly customerId?: string | undefined;
      readonly currency?:
        | 'ARS'
        | 'AUD'
        | 'BRL'
        | 'CAD'
        | 'CNY'
        | 'EUR'
        | 'GBP'
        | 'IDR'
        | 'INR'
        | 'JPY'
        | 'KRW'
        | 'MXN'
        | 'RUB'
        | 'SAR'
        | 'TRY'
        | 'USD'
        | 'ZAR'
        | undefined;
      readonly daysPerBucket: number;
      readonly maxDays: number;
    }>;
  };
  readonly payments: {
    readonly filter: OperationTypes<{
      readonly filter?: PaymentFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly Payment[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: PaymentFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<UnparsedPaymentInput, Payment, PaymentInput>;
    readonly get: OperationTypes<RecordId, Payment>;
    readonly update: OperationTypes<RecordId & UnparsedPaymentPatch, Payment, RecordId & PaymentPatch>;
    readonly delete: OperationTypes<RecordId, undefined>;
    readonly applications: OperationTypes<RecordId, PaymentApplications>;
  };
  readonly creditMemos: {
    readonly filter: OperationTypes<{
      readonly filter?: CreditMemoFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly CreditMemo[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: CreditMemoFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<CreditMemoInput, CreditMemo>;
    readonly get: OperationTypes<RecordId, CreditMemo>;
    readonly update: OperationTypes<RecordId & CreditMemoPatch, CreditMemo>;
    readonly void: OperationTypes<RecordId & VoidCreditMemo, CreditMemo>;
    readonly apply: OperationTypes<RecordId & ApplyCredit, ApplyCreditResult>;
    readonly applications: OperationTypes<RecordId, CreditMemoApplications>;
    readonly unapply: OperationTypes<{
      readonly creditMemoId: string;
      readonly applicationId: string;
    }, CreditMemo>;
  };
  readonly webhookSubscriptions: {
    readonly filter: OperationTypes<{
      readonly filter?: WebhookSubscriptionFilter | undefined;
      readonly pageSize?: number | undefined;
      readonly cursor?: string | null | undefined;
    }, {
      readonly data: readonly WebhookSubscription[];
      readonly pagination: PageInfo;
      readonly errors?: readonly FieldError[] | undefined;
    }, {
      readonly filter?: WebhookSubscriptionFilter | undefined;
      readonly pageSize: number;
      readonly cursor?: string | null | undefined;
    }>;
    readonly create: OperationTypes<WebhookSubscriptionInput, WebhookSubscriptionCreated>;
    readonly get: OperationTypes<RecordId, WebhookSubscription>;
    readonly update: OperationTypes<RecordId & WebhookSubscriptionPatch, WebhookSubscription>;
    readonly delete: OperationTypes<RecordId, undefined>;
  };
  readonly bulkExport: {
    readonly read: OperationTypes<{
      readonly format: '2';
      readonly collections?: string | undefined;
    }, BulkExportLine>;
  };
}

export interface SandboxOperations {
  readonly sandbox: {
    readonly clock: OperationTypes<unknown, SandboxClock>;
    readonly advance: OperationTypes<SandboxAdvance, SandboxProgress>;
    readonly reset: OperationTypes<unknown, SandboxReset>;
  };
}
