import * as z from 'zod';
import {
  annualRevenues,
  annualSpends,
  customerModes,
  deactivationReasons,
  employeeNumbers,
  industries,
  noteDisplays,
  serviceTiers,
  spendTypes,
} from '../../domain/parties/customer-codes.ts';
import {
  ClientKey,
  CodeInput,
  Currency,
  each,
  InstantInput,
  MoneyInput,
  NotesInput,
  PhoneInput,
  ReferenceInput,
  TextInput,
  Uuid,
} from '../kit/shapes.ts';

/** Chosen from a list, the same on input, output and in filters. */
export const customerChoices = {
  serviceTier: z.enum(serviceTiers),
  industry: z.enum(industries),
  annualRevenue: z.enum(annualRevenues),
  annualSpend: z.enum(annualSpends),
  spendType: z.enum(spendTypes),
  numberOfEmployees: z.enum(employeeNumbers),
  currency: Currency,
  defaultMode: z.enum(customerModes),
  defaultShowNotes: z.enum(noteDisplays),
  deactivationReason: z.enum(deactivationReasons),
};

/** Fraction: 0.15 is 15 %; a loss is negative. */
const MarginInput = z.number().min(-1).max(1);

/** Input fields that a patch may also clear. */
export const customerDetails = {
  key: ClientKey,
  website: TextInput,
  phoneNumber: PhoneInput,
  dbaName: TextInput,
  leadSource: TextInput,
  ...each(CodeInput, 'naics', 'ein', 'duns', 'externalId', 'qboCustomerId'),
  ...each(MoneyInput, 'creditLimit', 'creditUsageWarning', 'freeCreditReq'),
  ...each(MarginInput, 'defaultMargin', 'minMargin', 'maxMargin'),
  ...each(NotesInput, 'defaultInternalNotes', 'defaultCarrierNotes', 'defaultExternalNotes'),
  ...each(NotesInput, 'notes', 'deactivationNotes'),
  autoAcceptTender: z.boolean(),
  groupId: Uuid,
  paymentTerm: ReferenceInput,
  deactivationDate: InstantInput,
  ...customerChoices,
};
