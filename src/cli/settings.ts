import path from 'node:path';
import * as z from 'zod';
import { logLevels } from '../log.ts';
import { currencies } from '../domain/money/currencies.ts';
import { isTimeZone } from '../domain/places/time-zones.ts';
import { suggestName } from '../domain/text/nearest-names.ts';
import { type Toolset, toolsets } from '../mcp/policy/toolsets.ts';
import { findAddressProblem } from '../store/postgres/address.ts';
import { readTextFile } from './read-text-file.ts';
import { describeUnreadable, findDatabaseFileProblem, findFolderProblem } from './setting-paths.ts';

// An error follows the name of its setting. It does not repeat what was set where that may hold a secret.

const Text = z.string().optional();

export const createUrlSchema = (example: string) =>
  z.url({
    protocol: /^https?$/,
    normalize: true,
    abort: true,
    error: `must be an http or https address such as ${example}`,
  });
export const removeSlash = (url: string) => url.replace(/\/$/, '');

const apiExample = 'https://api.example.com/v1';
export const ApiUrl = createUrlSchema(apiExample).regex(/^[^?#]+\/v1\/?$/, `must end in /v1, such as ${apiExample}`);

const publicExample = 'https://tms.example.com';

const sqlite = 'sqlite:';
export const DatabaseUrl = z
  .string()
  .regex(/^(postgres(ql)?:\/\/|sqlite:.)/, 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE')
  .superRefine((url, ctx) => {
    const problem = url.startsWith(sqlite) ? undefined : findAddressProblem(url);
    if (problem !== undefined) ctx.addIssue(problem);
  })
  .overwrite((url) => (url.startsWith(sqlite) ? sqlite + path.resolve(url.slice(sqlite.length)) : url))
  .superRefine((url, ctx) => {
    const problem = url.startsWith(sqlite) ? findDatabaseFileProblem(url.slice(sqlite.length)) : undefined;
    if (problem !== undefined) ctx.addIssue(problem);
  });

/** A file of a secret has no folder that a path could start at. */
const DatabaseUrlInFile = z
  .string()
  .refine((url) => !url.startsWith(sqlite) || path.isAbsolute(url.slice(sqlite.length)), {
    abort: true,
    error: 'names a file with sqlite: and a relative path; write an absolute one',
  })
  .pipe(DatabaseUrl);

const smtpError = 'must be smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT';
const SmtpUrl = z.url({ protocol: /^smtps?$/, hostname: /./, error: smtpError }).regex(/^[^?]*$/, smtpError);

const MailAddress = z.email({
  pattern: z.regexes.html5Email,
  error: ({ input }) => `must be an address such as billing@example.com; it is ${JSON.stringify(input)}`,
});

export const EncryptionKey = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints')
  .transform((text) => Buffer.from(text, 'base64'));

// As the standard for signed notifications writes a shared secret: 24 to 64 random bytes.
const SigningSecret = z
  .string()
  .regex(
    /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
    'must be whsec_ and 24 to 64 random bytes in base64, such as `openssl rand -base64 32` prints',
  );

const OnOff = z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' });

export const FileText = z
  .string()
  .transform((file, ctx) => {
    try {
      return readTextFile(file).trim();
    } catch (error) {
      ctx.addIssue(describeUnreadable(file, error));
      return z.NEVER;
    }
  })
  .pipe(z.string().min(1, 'names an empty file'));

const createListSchema = <Item extends z.ZodType<string, string>>(separator: string, item: Item) =>
  z
    .string()
    .transform((text) => text.split(separator).flatMap((part) => part.trim() || []))
    .pipe(z.array(item));

const ToolsetName = z.enum(['all', 'default', ...toolsets], {
  error: ({ input }) =>
    `has ${JSON.stringify(input)}${suggestName(String(input), ['all', 'default', ...toolsets])}; use all, default, or a comma list of ${toolsets.join(', ')}`,
});
// Without `control` nothing that waits for a person could be run.
const Toolsets = createListSchema(',', ToolsetName).transform((names) =>
  toolsets.filter((toolset) => toolset === 'control' || names.some((name) => isSelectedBy(name, toolset))),
);
/**
 * Toolsets that everybody needs each day; those who bill customers name `billing`, those who pay carriers `payables`.
 */
const defaultToolsets: readonly Toolset[] = ['desk', 'catalogue', 'insight', 'control'];
const isSelectedBy = (name: z.output<typeof ToolsetName>, toolset: Toolset) =>
  name === toolset || name === 'all' || (name === 'default' && defaultToolsets.includes(toolset));

/** A folder, which may be made later. */
const ReadableFolder = z.string().superRefine((folder, ctx) => {
  const problem = findFolderProblem(folder, 'read');
  if (problem !== undefined) ctx.addIssue(problem);
});

const FileRoot = z
  .string()
  .refine((folder) => path.isAbsolute(folder), {
    abort: true,
    error: ({ input }) =>
      `must list absolute folders separated by "${path.delimiter}"; ${JSON.stringify(input)} is not one`,
  })
  .pipe(ReadableFolder);

const TimeZone = z.string().refine(isTimeZone, {
  error: ({ input }) => `must be an IANA time zone such as America/Chicago; it is ${JSON.stringify(input)}`,
});

const CurrencyCode = z.enum(currencies, {
  error: ({ input }) => `must be one of ${currencies.join(', ')}; it is ${JSON.stringify(input)}`,
});

/** A web page's origin, as browsers send it. */
const WebOrigin = z
  .string()
  .toLowerCase()
  .refine(
    (text) => /^https?:\/\/./.test(text) && URL.canParse(text) && new URL(text).origin === text && !text.includes('*'),
    {
      error: ({ input }) =>
        `has ${JSON.stringify(input)}, which is no origin; use a comma list of addresses without a path, such as https://chat.example.com`,
    },
  );

/** A host name of this server, with a port to accept only that port. */
const HostName = z
  .string()
  .toLowerCase()
  .regex(/^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/, {
    error: ({ input }) =>
      `has ${JSON.stringify(input)}, which is no host name; use a comma list of names, such as host.docker.internal or waybill.internal:3333`,
  });

/** Every setting by its name. Each is text that is not blank, or left out. */
export const Settings = z.strictObject(
  {
    WAYBILL_API_URL: ApiUrl.overwrite(removeSlash).optional(),
    WAYBILL_AUTH_URL: createUrlSchema('https://auth.example.com').overwrite(removeSlash).optional(),
    WAYBILL_CLIENT_ID: Text,
    WAYBILL_CLIENT_ID_FILE: FileText.optional(),
    WAYBILL_CLIENT_SECRET: Text,
    WAYBILL_CLIENT_SECRET_FILE: FileText.optional(),
    /** Known before the others, because a `.env` in it may hold them. */
    WAYBILL_HOME: Text,
    WAYBILL_RUNTIME_DIR: ReadableFolder.optional(),
    WAYBILL_DATABASE_URL: DatabaseUrl.optional(),
    WAYBILL_DATABASE_URL_FILE: FileText.pipe(DatabaseUrlInFile).optional(),
    WAYBILL_ENCRYPTION_KEY: EncryptionKey.optional(),
    WAYBILL_ENCRYPTION_KEY_FILE: FileText.pipe(EncryptionKey).optional(),
    WAYBILL_PUBLIC_URL: createUrlSchema(publicExample)
      .regex(/^[^?#@]+$/, `must have neither credentials nor a query, such as ${publicExample}`)
      .overwrite(removeSlash)
      .optional(),
    WAYBILL_TOOLSETS: Toolsets.prefault('default'),
    WAYBILL_READ_ONLY: OnOff.default(false),
    WAYBILL_POLICY: FileText.optional(),
    WAYBILL_SIGN_IN: FileText.optional(),
    WAYBILL_ALLOWED_ORIGINS: createListSchema(',', WebOrigin).optional(),
    WAYBILL_ALLOWED_HOSTS: createListSchema(',', HostName).optional(),
    WAYBILL_FILE_ROOTS: createListSchema(path.delimiter, FileRoot).optional(),
    WAYBILL_TIME_ZONE: TimeZone.optional(),
    WAYBILL_CURRENCY: CurrencyCode.optional(),
    WAYBILL_DESKTOP_NOTICES: OnOff.default(true),
    WAYBILL_APPROVAL_WEBHOOK: createUrlSchema('https://hooks.example.com/waybill').optional(),
    WAYBILL_APPROVAL_WEBHOOK_SECRET: SigningSecret.optional(),
    WAYBILL_APPROVAL_WEBHOOK_SECRET_FILE: FileText.pipe(SigningSecret).optional(),
    WAYBILL_APPROVAL_MAIL: createListSchema(',', MailAddress).pipe(z.array(z.string()).min(1)).optional(),
    WAYBILL_SMTP_URL: SmtpUrl.optional(),
    WAYBILL_SMTP_URL_FILE: FileText.pipe(SmtpUrl).optional(),
    WAYBILL_MAIL_FROM: MailAddress.optional(),
    WAYBILL_S3_BUCKET: Text,
    WAYBILL_S3_ENDPOINT: createUrlSchema('https://s3.example.com').optional(),
    WAYBILL_S3_REGION: Text,
    WAYBILL_S3_ACCESS_KEY_ID: Text,
    WAYBILL_S3_SECRET_ACCESS_KEY: Text,
    WAYBILL_S3_SECRET_ACCESS_KEY_FILE: FileText.optional(),
    WAYBILL_LOG: z.enum(logLevels).optional(),
  },
  { error: (issue) => `is not a setting${describeNames(issue.code === 'unrecognized_keys' ? issue.keys[0] : '')}` },
);

/** Describes the names near an unknown one, or all names. */
function describeNames(unknown = ''): string {
  const names = Object.keys(Settings.shape);
  return suggestName(unknown, names) || `; the settings are ${names.join(', ')}`;
}

export type Settings = z.output<typeof Settings>;
