import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { type NamedRecord, nameOfParty, titleName } from '../../records/record-names.ts';
import type { RelatedStep } from '../kit/step-beside.ts';
import type { RawSubject } from '../kit/plan-part.ts';
import type { AppliedMoney } from './applied-money.ts';

/** A write on what customers owe, with the records around it. */
export interface ReceivablesWrite {
  readonly name: OperationName;
  readonly input: JsonObject;
  readonly subject: RawSubject;
  readonly moved: AppliedMoney;
  readonly relatedSteps: readonly RelatedStep[];
}

export const namedIn = ({ relatedRecords }: RawSubject, resource: string, id?: unknown): NamedRecord | undefined =>
  relatedRecords.find((one) => one.resource === resource && (id === undefined || one.record['id'] === id));

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `INV-00012 of «Acme Foods»`. */
export function ownText(record: JsonObject): string {
  const party = nameOfParty(record);
  return [textOf(record['friendlyId']) ?? 'it', party && `of ${recordText(party, 'list')}`].filter(Boolean).join(' ');
}

/** `A100012 «Acme Foods»`, or what is known of a customer that was not read. */
export function customerText(subject: RawSubject, id: unknown): string {
  const found = namedIn(subject, 'customers', id);
  if (found) return titleName(found);
  const own = subject.current && nameOfParty(subject.current);
  return own ? recordText(own, 'list') : 'the customer';
}
