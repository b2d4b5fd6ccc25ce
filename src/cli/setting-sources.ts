import path from 'node:path';
import { parseEnv } from 'node:util';
import { configProblem } from './config-problem.ts';
import { findHomeFolder } from './home-folder.ts';
import { readTextFile } from './read-text-file.ts';
import { describeUnreadable, findFolderProblem } from './setting-paths.ts';
import type { Variables } from './program-context.ts';

/** One place that settings come from: the environment, or a file. A blank setting is there, and undefined. */
interface SettingSource {
  readonly name: string;
  readonly settings: Variables;
}

/**
 * Address settings with the settings that are sent there. Both must come from one place: a person who can write to one
 * place must not send the secrets of another to an address of their choice. Each setting stands for its `_FILE` form as
 * well.
 */
export const settingsOfOnePlace: Readonly<Record<string, readonly string[]>> = {
  WAYBILL_API_URL: ['WAYBILL_AUTH_URL', 'WAYBILL_CLIENT_ID', 'WAYBILL_CLIENT_SECRET'],
  WAYBILL_APPROVAL_WEBHOOK: ['WAYBILL_APPROVAL_WEBHOOK_SECRET'],
  WAYBILL_S3_BUCKET: [
    'WAYBILL_S3_ENDPOINT',
    'WAYBILL_S3_REGION',
    'WAYBILL_S3_ACCESS_KEY_ID',
    'WAYBILL_S3_SECRET_ACCESS_KEY',
  ],
};

export interface FoundSettings {
  readonly home: string;
  readonly settings: Variables;
  /** The files that settings were read from: `.env` files, secrets and the policy. */
  readonly files: readonly string[];
}

interface SettingPlaces {
  readonly envFile: string | undefined;
  readonly defaultHome: string;
  readonly resolvePath: (file: string) => string;
}

/**
 * Reads the environment, then the file that the person named, then `.env` of the data folder: the first that has a
 * setting wins. The working folder is never read, because it may be another person's project.
 */
export function findSettings(
  environment: Variables,
  { envFile, defaultHome, resolvePath }: SettingPlaces,
): FoundSettings {
  const environmentSettings = pickSettings(environment);
  refuseRelative(environmentSettings, environment, resolvePath);
  const namedSources = [
    { name: 'the environment', settings: environmentSettings },
    ...readNamedFile(envFile, resolvePath),
  ];
  const namedHome = findSource('WAYBILL_HOME', namedSources)?.settings['WAYBILL_HOME'];
  const home = path.resolve(namedHome ?? defaultHome);
  requireHome(home, { isDefault: namedHome === undefined });
  const ownFile = readEnvFile(path.join(home, '.env'));
  const sources = ownFile ? [...namedSources, ownFile] : namedSources;
  refuseMixedPlaces(sources);
  const settings = mergeSources(sources);
  const pointedAt = Object.entries(settings).flatMap(([name, file]) => (file && isFileName(name) ? [file] : []));
  return { home, settings, files: [...sources.slice(1).map(({ name }) => name), ...pointedAt] };
}

/** Requires a data folder that can be used, before a file in it is looked for. */
function requireHome(home: string, { isDefault }: { readonly isDefault: boolean }): void {
  const problem = findFolderProblem(home, 'write');
  if (problem !== undefined)
    throw configProblem('WAYBILL_HOME', `${isDefault ? 'is not set, and its default ' : ''}${problem}.`);
}

function readNamedFile(
  envFile: string | undefined,
  resolvePath: SettingPlaces['resolvePath'],
): readonly SettingSource[] {
  if (envFile === undefined) return [];
  const source = readEnvFile(resolvePath(envFile), '--env-file');
  if (source) return [source];
  throw configProblem('--env-file', `names the file ${envFile}, which does not exist.`);
}

/** Reads a settings file. `name` is the flag or setting that named it; undefined for a default file. */
function readEnvFile(file: string, name?: string): SettingSource | undefined {
  try {
    return { name: file, settings: resolvePaths(pickSettings(parseEnv(readTextFile(file))), file) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    if (name !== undefined) throw configProblem(name, `${describeUnreadable(file, error)}.`);
    throw configProblem(file, 'cannot be read; make it a file with settings that your user can read, or remove it.');
  }
}

/** Paths in a file start at the file: the working folder has no say in them either. */
function resolvePaths(settings: Variables, file: string): Variables {
  const resolve = (name: string, text: string) => {
    if (isPathName(name)) return path.resolve(path.dirname(file), text);
    return text.replace(
      /^sqlite:(.+)$/,
      (_, database: string) => `sqlite:${path.resolve(path.dirname(file), database)}`,
    );
  };
  return Object.fromEntries(
    Object.entries(settings).map(([name, text]) => [name, text === undefined ? undefined : resolve(name, text)]),
  );
}

/** Refuses relative paths in the environment: the working folder may be another person's project. */
function refuseRelative(settings: Variables, environment: Variables, resolvePath: SettingPlaces['resolvePath']): void {
  for (const [name, text = ''] of Object.entries(settings)) {
    const [, scheme = '', file = text] = /^(sqlite:)(.+)$/.exec(text) ?? [];
    if (text === '' || (!isPathName(name) && scheme === '') || path.isAbsolute(file)) continue;
    const whole = file.startsWith('~/') ? path.join(findHomeFolder(environment), file.slice(2)) : resolvePath(file);
    throw configProblem(name, `must be an absolute path in the environment, such as ${scheme}${whole}.`);
  }
}

const isFileName = (name: string) => name === 'WAYBILL_POLICY' || name === 'WAYBILL_SIGN_IN' || name.endsWith('_FILE');

const isPathName = (name: string) => name === 'WAYBILL_HOME' || name === 'WAYBILL_RUNTIME_DIR' || isFileName(name);

/** Text that hosts of bundles leave in the place of a setting that their user did not fill in. */
const unfilled = /^\$\{user_config\.\w+\}$/;

/** Picks the settings among the variables; a blank one is undefined. */
function pickSettings(variables: Variables): Variables {
  const names = Object.keys(variables).filter(
    (name) => name.startsWith('WAYBILL_') && !unfilled.test(variables[name]?.trim() ?? ''),
  );
  return Object.fromEntries(names.map((name) => [name, variables[name]?.trim() || undefined]));
}

/** Lists the forms of a setting. The setting and its `_FILE` form are one: a place that has either of them decides. */
const listForms = (name: string) => [name, `${name}_FILE`] as const;

const findSource = (name: string, sources: readonly SettingSource[]) =>
  sources.find(({ settings }) => listForms(name).some((form) => form in settings));

function mergeSources(sources: readonly SettingSource[]): Variables {
  const names = new Set(
    sources.flatMap(({ settings }) => Object.keys(settings).map((name) => name.replace(/_FILE$/, ''))),
  );
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [form, fileForm] = listForms(name);
      const settings = findSource(name, sources)?.settings ?? {};
      // The file of a setting that is set itself is not read.
      return [
        [form, settings[form]],
        [fileForm, settings[form] === undefined ? settings[fileForm] : undefined],
      ].filter(([, text]) => text !== undefined);
    }),
  );
}

function refuseMixedPlaces(sources: readonly SettingSource[]): void {
  for (const [address, otherSettings] of Object.entries(settingsOfOnePlace)) {
    const home = findSource(address, sources);
    if (home?.settings[address] === undefined) continue;
    for (const name of otherSettings) {
      const source = findSource(name, sources);
      const form = listForms(name).find((candidate) => source?.settings[candidate] !== undefined);
      if (source && form && source !== home)
        throw configProblem(
          form,
          `is set in ${source.name} and ${address} in ${home.name}; set an address and its credentials in one place.`,
        );
    }
  }
}
