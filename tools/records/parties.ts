import { isSent } from '../../src/contract/kit/sent-fields.ts';
import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';

type NumberedPartyKind = 'customer' | 'carrier' | 'vendor';

interface NumberedParty {
  readonly name: string;
  readonly friendlyId: string;
}

const describeUnsent = (kind: NumberedPartyKind): string => `${kind} not sent by this API`;

/** Formats the name of a party, or says that the API sends none with this record. */
export const formatParty = (party: Pick<NumberedParty, 'name'> | null, kind: NumberedPartyKind): string =>
  party ? recordText(party.name, 'list') : describeUnsent(kind);

/** Formats name and number of a party, or says that the API sends none with this record. */
export const formatNumberedParty = (party: NumberedParty | null, kind: NumberedPartyKind): string =>
  party ? `${recordText(party.name, 'list')} (${party.friendlyId})` : describeUnsent(kind);

/** Returns the party of a record that nothing can be done for without it. */
export function requireParty<Party>(party: Party | null, kind: NumberedPartyKind, record: string): Party {
  if (party) return party;
  throw new WaybillError('REFUSED', `This API doesn't say who the ${kind} of ${record} is. Nothing was done.`);
}

/** Text for the carrier of a load that the API does not send. */
export const unsentCarrier = describeUnsent('carrier');

interface CalledParty {
  readonly phoneNumber: string | null;
  readonly email: string | null;
}

/** Returns how to reach a party; of one whose number an API doesn't send, that it doesn't. */
export function formatContact(party: CalledParty | null, unrecorded: string): string {
  const contact = party?.phoneNumber ?? party?.email;
  if (contact !== null && contact !== undefined) return contact;
  return party && isSent(party, 'phoneNumber') ? unrecorded : 'number not sent by this API';
}
