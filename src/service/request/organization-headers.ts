import type { Organization } from '../shared/context.ts';

/** Builds the headers that say whose records an answer is about. A header is ASCII, so the name is percent-encoded. */
export const buildOrganizationHeaders = ({ id, name, isSandbox }: Organization): Readonly<Record<string, string>> => ({
  'x-organization-id': id,
  'x-organization-name': encodeURIComponent(name.toWellFormed()),
  ...(isSandbox && { 'x-sandbox': 'true' }),
});
