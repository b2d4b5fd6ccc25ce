import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { type NamedRecord, getPartyName, formatTitleName } from '../../records/record-names.ts';
import type { RelatedStep } from '../kit/related-step.ts';
import type { RawSubject } from '../kit/plan-part.ts';
import type { AppliedMoney } from './applied-money.ts';

/** Write on what customers owe, with the records that it names. */
export interface ReceivablesWrite {
  readonly name: OperationName;
  readonly input: JsonObject;
  readonly subject: RawSubject;
  readonly moved: AppliedMoney;
  readonly relatedSteps: readonly RelatedStep[];
}

export const findRelated = ({ relatedRecords }: RawSubject, resource: string, id?: unknown): NamedRecord | undefined =>
  relatedRecords.find((related) => related.resource === resource && (id === undefined || related.record['id'] === id));

export const getText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Formats a record and its party, such as `INV-00012 of «Acme Foods»`. */
export function formatRecord(record: JsonObject): string {
  const party = getPartyName(record);
  return [getText(record['friendlyId']) ?? 'it', party && `of ${recordText(party, 'list')}`].filter(Boolean).join(' ');
}

/** Formats a customer, such as `A100012 «Acme Foods»`, or what is known of one that was not read. */
export function formatCustomer(subject: RawSubject, id: unknown): string {
  const customer = findRelated(subject, 'customers', id);
  if (customer) return formatTitleName(customer);
  const partyName = subject.current && getPartyName(subject.current);
  return partyName ? recordText(partyName, 'list') : 'the customer';
}
