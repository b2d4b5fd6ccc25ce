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

/** Describes how a change was verified. A phone number or an account is trusted only if a known number was called. */
export const formatEvidence = (verifiedBy: string | undefined): string =>
  verifiedBy === undefined
    ? 'Not verified: call a number that was on file before, not one from the same mail.'
    : `Verified: ${recordText(verifiedBy, 'list')}`;

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
export const describeUndo = (drafts: readonly PlanDraft[]): string =>
  drafts.map(({ title, undo }) => (drafts.length > 1 ? `${title}: ${undo}` : undo)).join(' ');
