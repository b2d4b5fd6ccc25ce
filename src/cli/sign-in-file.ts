import path from 'node:path';
import * as z from 'zod';
import { isPlainRecord } from '../domain/kit/plain-record.ts';
import { defaultScopes, getLastSegment } from '../mcp/sign-in/scopes.ts';
import { configProblem } from './config-problem.ts';
import { DatabaseUrl, FileText, createUrlSchema, removeSlash, ApiUrl } from './settings.ts';

const setting = 'WAYBILL_SIGN_IN';

const OwnFile = z
  .string()
  .refine((file) => path.isAbsolute(file), 'must be an absolute path')
  .pipe(FileText);

const issuerExample = 'https://login.example.com';

/** Tokens and codes travel there: in the clear only within this machine, where tests and trials run. */
const Issuer = createUrlSchema(issuerExample).refine((address) => isSafe(new URL(address)), 'must begin with https://');

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const ClaimName = z.string().trim().min(1).max(200);

const Claims = z.strictObject({
  /** Claim that names the person. An e-mail counts only where the issuer has verified it. */
  person: ClaimName.default('email'),
  roles: ClaimName.default('roles'),
  organization: ClaimName.default('organization'),
});

const scopeRule = 'must be the name of a scope, without spaces, such as api://waybill/waybill:read';
const ScopeName = z.string().regex(/^[\u0021\u0023-\u005B\u005D-\u007E]{1,300}$/, scopeRule);

const Scopes = z
  .strictObject({ read: ScopeName.default(defaultScopes.read), write: ScopeName.default(defaultScopes.write) })
  .refine(
    ({ read, write }) => getLastSegment(read) !== getLastSegment(write),
    'has the same last segment in read and write, but tokens are matched by it',
  );

/** The API of one organization; without an address its own sandbox. */
const Organization = z
  .strictObject({
    apiUrl: ApiUrl.overwrite(removeSlash).optional(),
    authUrl: createUrlSchema('https://auth.example.com').overwrite(removeSlash).optional(),
    clientId: z.string().min(1).optional(),
    clientSecretFile: OwnFile.optional(),
    policyFile: OwnFile.optional(),
    databaseUrl: DatabaseUrl.optional(),
  })
  .refine(
    ({ apiUrl, clientId, clientSecretFile }) =>
      [apiUrl, clientId, clientSecretFile].every((setting) => (setting === undefined) === (apiUrl === undefined)),
    'has to have apiUrl, clientId and clientSecretFile together, or none of them for a sandbox',
  );

// It names a folder.
const organizationName = /^[A-Za-z0-9][\w-]{0,63}$/;

const SignInFile = z.strictObject({
  issuer: Issuer,
  audience: z.string().min(1).optional(),
  client: z.strictObject({ id: z.string().min(1), secretFile: OwnFile.optional() }),
  claims: Claims.prefault({}),
  scopes: Scopes.prefault({}),
  introspection: z.boolean().default(false),
  assumeEmailVerified: z.boolean().default(false),
  organizations: z
    .record(z.string(), Organization)
    .refine((organizations) => Object.keys(organizations).length > 0, 'names none; leave it out where there is one')
    .optional(),
});

/** Settings for the sign-in of people and programs over HTTP, and the organizations they belong to. */
export type SignIn = z.output<typeof SignInFile>;
export type SignInOrganization = z.output<typeof Organization>;

/** Reads the text of the file; anything not understood ends the start with one sentence that names the member. */
export function readSignIn(text: string): SignIn {
  const file = parseFile(text);
  const parsed = SignInFile.safeParse(file);
  if (!parsed.success)
    throw configProblem(setting, `is not understood: ${describeFault(file, parsed.error.issues[0])}.`);
  const { introspection, client, organizations = {} } = parsed.data;
  if (introspection && client.secretFile === undefined)
    throw configProblem(setting, 'is not understood: "introspection" needs "client.secretFile".');
  refuseNames(Object.keys(organizations));
  return parsed.data;
}

function describeFault(file: unknown, issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path ?? [];
  const where = place.length > 0 ? `"${place.join('.')}"` : 'the file';
  if (issue?.code === 'unrecognized_keys')
    return `${where} has "${issue.keys.join('", "')}", which is no member there; docs/sign-in.md lists those that are`;
  return isMissing(file, place) ? `${where} is missing` : `${where} ${issue?.message}`;
}

function isMissing(file: unknown, place: readonly PropertyKey[]): boolean {
  let value = file;
  for (const name of place) value = isPlainRecord(value) ? value[String(name)] : undefined;
  return place.length > 0 && value === undefined;
}

function refuseNames(organizations: readonly string[]): void {
  const wrong = organizations.find((name) => !organizationName.test(name));
  if (wrong !== undefined)
    throw configProblem(
      setting,
      `is not understood: "${wrong}" is no name of "organizations"; use letters, digits, - and _, as tokens say it.`,
    );
  if (new Set(organizations.map((name) => name.toLowerCase())).size < organizations.length)
    throw configProblem(setting, 'is not understood: two "organizations" differ only by capital letters.');
}

function parseFile(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw configProblem(setting, 'names a file that is not valid JSON.');
  }
}
