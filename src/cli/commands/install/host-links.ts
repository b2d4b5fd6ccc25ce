import { type HostEntry, serverName, type ServerStart } from './host-entry.ts';
import type { HostLink } from './hosts.ts';

export interface InstallLinks {
  /** Opens the host itself. */
  readonly address: string;
  /** A web page that opens the host, if it has one. */
  readonly webAddress?: string | undefined;
}

/** Builds the links that add Waybill to a host; undefined where the host starts no such command from a link. */
export function buildLinks(link: HostLink, entry: HostEntry, start: ServerStart): InstallLinks | undefined {
  if (link.kind === 'words') return start.isNpx ? { address: `${link.address}?${encodeWords(start)}` } : undefined;
  if (link.kind === 'base64') return addQuery(link, { name: serverName, config: encodeBase64(entry) });
  const query = encodeURIComponent(JSON.stringify({ name: serverName, ...entry }));
  const { webAddress } = addQuery(link, { name: serverName, config: JSON.stringify(entry) });
  return { address: `${link.address}?${query}`, webAddress };
}

const encodeBase64 = (entry: HostEntry) => Buffer.from(JSON.stringify(entry)).toString('base64');

function encodeWords({ command, args }: ServerStart): string {
  const parameters = [
    ['cmd', command],
    ...args.map((word) => ['arg', word] as const),
    ['id', serverName],
    ['name', 'Waybill'],
    ['description', 'Runs a freight brokerage desk'],
  ] as const;
  return parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

function addQuery({ address, webAddress }: HostLink, parameters: Readonly<Record<string, string>>): InstallLinks {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return { address: `${address}?${query}`, webAddress: webAddress && `${webAddress}?${query}` };
}
