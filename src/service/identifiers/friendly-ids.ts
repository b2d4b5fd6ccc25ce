import type { Scope } from '../../store/connection.ts';
import { type FriendlyResource, formatFriendlyId } from '../../domain/identifiers/friendly-id.ts';
import { incrementCounter } from '../../store/records.ts';

/** Creates the number of a new record. It is counted per organization, in the transaction that stores the record. */
export async function createFriendlyId(scope: Scope, resource: FriendlyResource): Promise<string> {
  return formatFriendlyId(resource, await incrementCounter(scope, resource));
}
