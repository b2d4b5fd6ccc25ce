import type { Scope } from '../../store/connection.ts';
import { type FriendlyResource, formatFriendlyId } from '../../domain/kit/friendly-id.ts';
import { incrementCounter } from '../../store/records.ts';

/** The number of a new record: counted per organization, in the transaction that stores the record. */
export async function nextFriendlyId(scope: Scope, resource: FriendlyResource): Promise<string> {
  return formatFriendlyId(resource, await incrementCounter(scope, resource));
}
