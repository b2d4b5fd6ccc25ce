import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ApiClient } from '../../../client/calls/api-client.ts';
import { type CopyOptions, openCopy, type LocalCopy } from '../../../copy/copy.ts';
import { formatAddress } from '../../../store/shown-address.ts';
import type { Config } from '../../config.ts';

/**
 * Returns the address of the copy, one file for each API and organization: an API client belongs to one organization.
 */
export function copyUrl({
  api,
  home,
  databaseUrl,
  currency,
}: Pick<Config, 'api' | 'home' | 'databaseUrl' | 'currency'>): string {
  const source =
    api.kind === 'remote'
      ? // A copy that was filled under another currency would mix both.
        [api.baseUrl, api.clientId, ...(currency === undefined ? [] : [currency])]
      : ['embedded', databaseUrl ? formatAddress(databaseUrl) : null];
  const name = createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 16);
  return `sqlite:${path.join(home, `copy-${name}.db`)}`;
}

export async function openRecordsCopy(
  config: Config,
  api: ApiClient,
  options: Pick<CopyOptions, 'log' | 'checksDaily' | 'compareElsewhere' | 'filling'>,
): Promise<LocalCopy> {
  const threads = await config.databaseThreads?.();
  return openCopy(copyUrl(config), { api, isEmbedded: config.api.kind === 'embedded' }, { ...options, threads });
}
