import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { configProblem } from './config-problem.ts';
import type { Config } from './config.ts';
import { readPostgresAddress } from '../store/postgres/address.ts';
import type { SignInOrganization, SignIn } from './sign-in-file.ts';

const organizationsFolder = 'organizations';

/**
 * Lists the settings of each organization's desk by the organization's name in tokens; '' if tokens need not name one.
 */
export function listDeskSettings(config: Config, { organizations }: SignIn): ReadonlyMap<string, Config> {
  if (organizations === undefined) return new Map([['', config]]);
  if (config.api.kind === 'remote')
    throw configProblem(
      'WAYBILL_API_URL',
      'is set, and so are "organizations" in WAYBILL_SIGN_IN: each has its own API there.',
    );
  const entries = Object.entries(organizations);
  const databases = entries.flatMap(([, { databaseUrl }]) =>
    databaseUrl === undefined ? [] : readPostgresAddress(databaseUrl).connectionString,
  );
  if (new Set(databases).size < databases.length)
    throw configProblem('WAYBILL_SIGN_IN', 'has one "databaseUrl" for two "organizations": each needs its own.');
  return new Map(entries.map(([name, settings]) => [name, buildOrganizationConfig(config, name, settings)]));
}

/**
 * Lists the desks that a command at this data folder is about: those of every organization, or of the one whose own
 * folder it is; the desk of the folder itself, as '', if there is no sign-in by organization.
 */
export function listDeskConfigs(config: Config): ReadonlyMap<string, Config> {
  const { signIn, organization } = config;
  if (organization !== undefined) return new Map([[organization, config]]);
  return signIn === undefined ? new Map([['', config]]) : listDeskSettings(config, signIn);
}

/**
 * Returns the configuration of the organization if this is its data folder: the sign-in file names its API, database
 * and policy.
 */
export function toOrganizationConfig(config: Config): Config {
  const { signIn, home } = config;
  const name = path.basename(home);
  const folder = path.dirname(home);
  const isItsFolder = path.basename(folder) === organizationsFolder && Object.hasOwn(signIn?.organizations ?? {}, name);
  if (signIn === undefined || !isItsFolder) return config;
  return listDeskSettings({ ...config, home: path.dirname(folder) }, signIn).get(name) ?? config;
}

export const getOrganizationHome = ({ home }: Pick<Config, 'home'>, name: string): string =>
  path.join(home, organizationsFolder, name);

/** Organizations that have a folder here though no setting names them. */
export function listStrayOrganizations({ signIn, home }: Config): readonly string[] {
  const folder = path.join(home, organizationsFolder);
  return signIn === undefined && existsSync(folder) ? readdirSync(folder) : [];
}

/** Builds the configuration of one organization, with a folder and a database of its own. */
function buildOrganizationConfig(config: Config, name: string, organizationSettings: SignInOrganization): Config {
  if (config.databaseUrl !== undefined && organizationSettings.databaseUrl === undefined)
    throw configProblem(
      'WAYBILL_SIGN_IN',
      `has no "organizations.${name}.databaseUrl": with WAYBILL_DATABASE_URL each organization names a database of its own.`,
    );
  const home = getOrganizationHome(config, name);
  return {
    ...config,
    organization: name,
    api: toApiSettings(organizationSettings),
    home,
    mail: { ...config.mail, outbox: path.join(home, 'outbox') },
    isDefaultHome: false,
    databaseUrl: organizationSettings.databaseUrl,
    policyText: organizationSettings.policyFile ?? config.policyText,
  };
}

function toApiSettings({ apiUrl, authUrl, clientId, clientSecretFile }: SignInOrganization): Config['api'] {
  if (apiUrl === undefined || clientId === undefined || clientSecretFile === undefined) return { kind: 'embedded' };
  return {
    kind: 'remote',
    baseUrl: apiUrl,
    authUrl: authUrl ?? new URL(apiUrl).origin,
    clientId,
    // Its text: the settings have read the file.
    clientSecret: clientSecretFile,
  };
}
