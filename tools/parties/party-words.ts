import { joinUndos, type Undo } from '../../src/mcp/text/undo-text.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import type { PlanDraft, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { recordText } from '../../src/mcp/text/text.ts';

/** "1200 Main St, Chicago, IL 60607", as people write an address on one line. */
const addressPattern =
  /^(?<line1>[^,]+),\s*(?<city>[^,]+),\s*(?<state>[A-Za-z]{2})\s+(?<zipCode>\d{5}(?:-\d{4})?|[A-Za-z]\d[A-Za-z]\s?\d[A-Za-z]\d)$/;

/** Parses an address of the United States or Canada. The postal code tells the country. */
export function parseAddress(text: string) {
  const { line1, city, state, zipCode } = addressPattern.exec(text.trim())?.groups ?? {};
  if (line1 === undefined || city === undefined || state === undefined || zipCode === undefined)
    throw createFieldError('BAD_REQUEST', 'address', 'must be like "1200 Main St, Chicago, IL 60607"');
  const country = /^\d/.test(zipCode) ? 'US' : 'CA';
  return { line1, city, state: state.toUpperCase(), zipCode: zipCode.toUpperCase(), country, market: '' };
}

/** Request to set up or change a party, as far as it says how the party is reached or paid, and who was asked. */
interface VerifiableRequest {
  readonly verifiedBy?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: string | undefined;
  readonly bank?: unknown;
}

/**
 * Adds to a plan how it was verified. Another way to reach or pay a party on file is trusted only if a number that was
 * known before was called.
 */
export function addEvidence(
  plan: PlanDraft,
  { verifiedBy, email, phone, address, bank }: VerifiableRequest,
  isOnFile: boolean,
): PlanDraft {
  if (verifiedBy !== undefined)
    return { ...plan, lines: [`Verified: ${recordText(verifiedBy, 'list')}`, ...plan.lines] };
  const isRedirected = isOnFile && [email, phone, address, bank].some((value) => value !== undefined);
  return isRedirected ? { ...plan, policyHits: [...plan.policyHits, unverified] } : plan;
}

const unverified = 'Not verified: call a number that was on file before, not one from the same mail.';

interface PartyOfChange {
  readonly friendlyId: string;
  readonly name: string;
}

/** Formats the title of a change: the party, and each part of it that changes. */
export function formatChangeTitle(
  kind: 'carrier' | 'customer',
  { friendlyId, name }: PartyOfChange,
  drafts: readonly PlanDraft[],
  { contact, bank }: { readonly contact?: string | undefined; readonly bank?: unknown },
): string {
  const ownChange = drafts.find(({ steps }) => steps.some(({ operation }) => operation === `${kind}s.update`));
  const parts = [
    ...(contact === undefined ? [] : [`contact ${recordText(contact, 'list')}`]),
    ...(bank === undefined ? [] : ['bank details']),
  ];
  const party = `Change ${kind} ${friendlyId} ${recordText(name, 'list')}`;
  return ownChange ? [ownChange.title, ...parts].join(', ') : `${party}: ${parts.join(', ')}`;
}

const twinPrefix = 'On record: ';

/** Asks the person to choose if the plan names likely duplicates, because a plan can't tell which one is right. */
export function askAboutTwins(
  { taken: interpretations = [] }: PlanDraft,
  kind: 'customer' | 'carrier',
  again: boolean | undefined,
): void {
  const twins = interpretations
    .filter((line) => line.startsWith(twinPrefix))
    .map((line) => line.slice(twinPrefix.length));
  if (twins.length < 2 || again === true) return;
  throw new WaybillError(
    'AMBIGUOUS',
    `It may be on file already: ${twins.join('; ')}. Nothing was changed. To change one of them, name it as ${kind}; to set up another one, call again with again: true.`,
    { details: [{ field: 'name', message: `is like ${twins.length} on record` }] },
  );
}

/** Returns the id of the party that a plan was about. Its name may be the change. */
export function getPartyId(
  kind: 'carrier' | 'customer',
  { steps, records }: Pick<PlanDraft, 'steps' | 'records'>,
  outcomes: readonly StepOutcome[],
): string {
  const [made] = outcomes;
  if (steps[0]?.operation === `${kind}s.create`)
    return made?.status === 'done' && isPlainRecord(made.answer) ? String(made.answer['id']) : '';
  const changed = steps.find(({ operation }) => operation === `${kind}s.update`)?.input['id'];
  const owner = steps.map(({ input }) => input[`${kind}Id`]).find((id) => id !== undefined);
  const ids = [changed, owner, records.find((record) => record.kind === `${kind}s`)?.id];
  return ids.find((id) => typeof id === 'string') ?? '';
}

/** Describes the undo of each call of a plan. */
export const describeUndo = (drafts: readonly PlanDraft[]): Undo =>
  joinUndos(
    drafts.map(({ title, undo, undoCall }) => ({ undo: drafts.length > 1 ? `${title}: ${undo}` : undo, undoCall })),
  );
