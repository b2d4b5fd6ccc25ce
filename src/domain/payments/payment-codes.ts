export const billEntityTypes = ['CARRIER', 'VENDOR'] as const;
export type BillEntityType = (typeof billEntityTypes)[number];

export const receivedMethodTypes = [
  'ACH_WIRE',
  'ZELLE',
  'VENMO',
  'CHECK',
  'EFT_DIRECT_DEPOSIT',
  'E_TRANSFER',
  'CREDIT_CARD',
] as const;
export type ReceivedMethodType = (typeof receivedMethodTypes)[number];

export const paidMethodTypes = [
  'ACH_WIRE',
  'CHECK',
  'CREDIT_CARD',
  'EFT_DIRECT_DEPOSIT',
  'E_TRANSFER',
  'VENMO',
] as const;
export type PaidMethodType = (typeof paidMethodTypes)[number];

export const paymentMethodTypes = [
  'ACH_WIRE',
  'ZELLE',
  'VENMO',
  'ACH',
  'CHECK',
  'WIRE',
  'CAD_EFT',
  'TRIUMPH_PAY',
  'COMCHECK',
  'EFS',
  'ECHECK',
] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

export const syncStatuses = ['pending', 'synced', 'error'] as const;
export type SyncStatus = (typeof syncStatuses)[number];

export const factoringProviders = ['DENIM', 'HAULPAY'] as const;
export type FactoringProvider = (typeof factoringProviders)[number];
