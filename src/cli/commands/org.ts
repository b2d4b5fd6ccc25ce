import { createIds } from '../../service/identifiers/ids.ts';
import { isTimeZone } from '../../domain/places/time-zones.ts';
import { createOrganization, type OrganizationRow, getTimeZone } from '../../service/organization/organization.ts';
import { changeOrganization, listOrganizations, requireOrganization } from '../../service/organization/settings.ts';
import { configProblem } from '../config-problem.ts';
import { readCount } from '../flags.ts';
import { type StoreFlags, withStore } from '../opening/stores/operator-store.ts';
import { toOneLine } from '../output.ts';
import { formatCommandName } from '../command-text.ts';
import type { Session } from '../session.ts';

interface OutputFlags extends StoreFlags {
  readonly json?: boolean | undefined;
}

/** Commander has checked the choices. */
interface SettingFlags extends OutputFlags {
  readonly tier?: 'standard' | 'enterprise' | undefined;
  readonly rateLimit?: string | undefined;
  readonly reviewsBills?: 'yes' | 'no' | undefined;
  readonly timeZone?: string | undefined;
}

export interface AddOrganizationFlags extends SettingFlags {
  readonly currency: string;
}

export interface SetFlags extends SettingFlags {
  readonly name?: string | undefined;
}

const nameMax = 200;
const rateLimitMax = 1_000_000;

export async function runOrgAdd(
  name: string,
  flags: AddOrganizationFlags,
  { config, now, print }: Session,
): Promise<void> {
  const settings = { ...readSettings(flags), name: readName(name), currency: readCurrency(flags.currency) };
  await withStore(
    flags,
    config,
    async (database) => {
      const created = await createOrganization(database, { ...settings, now: now(), newId: createIds(now) });
      const row = await requireOrganization(database.reader, created.organizationId);
      const { clientId, clientSecret } = created;
      if (flags.json) return print(JSON.stringify({ ...toOrganizationView(row), clientId, clientSecret }, null, 2));
      print(formatOrganization(row));
      print(`client id      ${clientId}\nclient secret  ${clientSecret}`);
      print('The secret is shown this once; keep it now.');
    },
    { mayBeNew: true },
  );
}

export async function runOrgList(flags: OutputFlags, { config, print }: Session): Promise<void> {
  await withStore(flags, config, async (database) => {
    const rows = await listOrganizations(database.reader);
    if (flags.json) return print(JSON.stringify(rows.map(toOrganizationView), null, 2));
    if (rows.length === 0) print(`No organization yet; \`${config.commandText('org add NAME')}\` makes one.`);
    for (const row of rows) print(formatOrganization(row));
  });
}

export async function runOrgSet(id: string, flags: SetFlags, { config, print }: Session): Promise<void> {
  const settings = { ...readSettings(flags), name: flags.name === undefined ? undefined : readName(flags.name) };
  if (Object.values(settings).every((value) => value === undefined))
    throw configProblem(
      formatCommandName('org set'),
      'needs something to set: --name, --tier, --rate-limit, --reviews-bills or --time-zone.',
    );
  await withStore(flags, config, async (database) => {
    await requireOrganization(database.reader, id);
    const row = await database.transaction((tx) => changeOrganization(tx, id, settings));
    print(flags.json ? JSON.stringify(toOrganizationView(row), null, 2) : formatOrganization(row));
  });
}

function readSettings({ tier, rateLimit, reviewsBills, timeZone }: SettingFlags) {
  const tiers = { standard: 'STANDARD', enterprise: 'ENTERPRISE' } as const;
  return {
    ...(tier === undefined ? {} : { tier: tiers[tier] }),
    ...(rateLimit === undefined ? {} : { rateLimitPerMinute: readCount('--rate-limit', rateLimit, rateLimitMax) }),
    ...(reviewsBills === undefined ? {} : { reviewsBills: reviewsBills === 'yes' }),
    ...(timeZone === undefined ? {} : { timeZone: readTimeZone(timeZone) }),
  };
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= nameMax) return name;
  throw configProblem('The name of an organization', `must have 1 to ${nameMax} characters.`);
}

function readCurrency(text: string): string {
  if (Intl.supportedValuesOf('currency').includes(text)) return text;
  throw configProblem(
    '--currency',
    `must be a currency code of ISO 4217 such as USD or CAD; it is ${JSON.stringify(text)}.`,
  );
}

function readTimeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw configProblem('--time-zone', `must be an IANA zone such as America/Chicago; it is ${JSON.stringify(text)}.`);
}

const toOrganizationView = (row: OrganizationRow) => ({
  id: row.id,
  name: row.name,
  currency: row.currency,
  tier: row.rate_tier.toLowerCase(),
  rateLimitPerMinute: row.rate_limit_per_minute,
  reviewsBills: row.reviews_bills === 1,
  timeZone: getTimeZone(row),
  isSandbox: row.is_sandbox === 1,
  createdAt: row.created_at,
});

function formatOrganization(row: OrganizationRow): string {
  const { id, name, currency, tier, rateLimitPerMinute, reviewsBills, timeZone } = toOrganizationView(row);
  const review = reviewsBills ? 'reviews bills' : 'does not review bills';
  return `${id}  ${toOneLine(name)}  ${currency}  ${timeZone}  ${tier} (${rateLimitPerMinute} requests per minute), ${review}`;
}
