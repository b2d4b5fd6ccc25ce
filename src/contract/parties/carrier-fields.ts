import * as z from 'zod';
import {
  ClientKey,
  CodeInput,
  CountInput,
  CivilDate,
  Currency,
  each,
  Email,
  InstantInput,
  MoneyInput,
  NotesInput,
  PhoneInput,
  TextInput,
  Uuid,
} from '../kit/shapes.ts';

export const carrierEquipments = [
  'CONTAINER',
  'FLATBED',
  'POWER_ONLY',
  'REEFER',
  'SPECIALIZED',
  'TANKER',
  'VAN',
] as const;

export const CarrierEquipments = z.array(z.enum(carrierEquipments));

/** Input fields of every carrier type that a patch may also clear. */
export const carrierDetails = {
  key: ClientKey,
  dbaName: TextInput,
  email: Email,
  phone: PhoneInput,
  website: TextInput,
  statusReason: NotesInput,
  notes: NotesInput,
  ...each(CodeInput, 'mcNumber', 'dotNumber', 'scac', 'einNumber', 'ffNumber', 'mxNumber', 'rfcNumber', 'iataCode'),
  ...each(z.boolean(), 'isHazmat', 'tsaApproved', 'isFactoringPreferred'),
  ...each(CountInput, 'trucks', 'trailers', 'drivers', 'powerUnits'),
  currency: Currency,
  paymentTermId: Uuid,
  goldenCarrierId: Uuid,
};

/** Input fields that only TRUCKLOAD carriers have. */
export const truckloadDetails = {
  ...each(TextInput, 'insuranceCompany', 'insuranceAgent'),
  insuranceAgentPhone: PhoneInput,
  ...each(InstantInput, 'insuranceAuthorityDate', 'insuranceExpirationDate'),
  ...each(MoneyInput, 'insuranceAutoLiabilityLimit', 'insuranceCargoLiabilityLimit', 'insuranceGeneralLiabilityLimit'),
  ...each(CodeInput, 'rating', 'reviewType', 'operatingAbility'),
  ...each(CivilDate, 'ratingDate', 'reviewDate'),
  inFmcsa: z.boolean(),
  ...each(CountInput, 'usDriverInspections', 'usDriverInspectionsOos'),
  ...each(CountInput, 'usVehicleInspections', 'usVehicleInspectionsOos'),
  /** Percent, 0 to 100. */
  ...each(z.number().min(0).max(100), 'usDriverInspectionsOosPct', 'usVehicleInspectionsOosPct'),
};

export type TruckloadField = keyof typeof truckloadDetails;

/** Fields that exist on TRUCKLOAD carriers only. The cast holds because the keys are those of the table above. */
export const truckloadFields = Object.keys(truckloadDetails) as readonly TruckloadField[];
