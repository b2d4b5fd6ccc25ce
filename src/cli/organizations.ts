import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { configProblem } from './config-problem.ts';
import type { Config } from './config.ts';
import { readPostgresAddress } from '../store/postgres/address.ts';
import type { OrganizationSettings, SignIn } from './sign-in-file.ts';

const organizationsFolder = 'organizations';

/** Settings of the desk of each organization, by the name that tokens give it; one that no token has to name is ''. */
export function deskSettings(config: Config, { organizations }: SignIn): ReadonlyMap<string, Config> {
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
  return new Map(entries.map(([name, settings]) => [name, configOf(config, name, settings)]));
}

/**
 * The desks that a command at this data folder is about: those of every organization, or of the one whose own folder it
 * is; the desk of the folder itself, as '', where nobody signs in by organization.
 */
export function desksOf(config: Config): ReadonlyMap<string, Config> {
  const { signIn, organization } = config;
  if (organization !== undefined) return new Map([[organization, config]]);
  return signIn === undefined ? new Map([['', config]]) : deskSettings(config, signIn);
}

/** In the data folder of one organization its API, database and policy are those that the sign-in file gives it. */
export function ofOrganization(config: Config): Config {
  const { signIn, home } = config;
  const name = path.basename(home);
  const folder = path.dirname(home);
  const isItsFolder = path.basename(folder) === organizationsFolder && Object.hasOwn(signIn?.organizations ?? {}, name);
  if (signIn === undefined || !isItsFolder) return config;
  return deskSettings({ ...config, home: path.dirname(folder) }, signIn).get(name) ?? config;
}

export const organizationHome = ({ home }: Pick<Config, 'home'>, name: string): string =>
  path.join(home, organizationsFolder, name);

/** Organizations that have a folder here though no setting names them. */
export function strayOrganizations({ signIn, home }: Config): readonly string[] {
  const folder = path.join(home, organizationsFolder);
  return signIn === undefined && existsSync(folder) ? readdirSync(folder) : [];
}

/** All that one organization keeps lies in a folder of its own, and in a database of its own. */
function configOf(config: Config, name: string, own: OrganizationSettings): Config {
  if (config.databaseUrl !== undefined && own.databaseUrl === undefined)
    throw configProblem(
      'WAYBILL_SIGN_IN',
      `has no "organizations.${name}.databaseUrl": with WAYBILL_DATABASE_URL each organization names a database of its own.`,
    );
  const home = organizationHome(config, name);
  return {
    ...config,
    organization: name,
    api: apiOf(own),
    home,
    mail: { ...config.mail, outbox: path.join(home, 'outbox') },
    isDefaultHome: false,
    databaseUrl: own.databaseUrl,
    policyText: own.policyFile ?? config.policyText,
  };
}

function apiOf({ apiUrl, authUrl, clientId, clientSecretFile }: OrganizationSettings): Config['api'] {
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
