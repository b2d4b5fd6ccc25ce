import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Receivers that may be sent to: public ones, and servers on the same machine if it is allowed. */
export interface AllowedReach {
  readonly includesLoopback: boolean;
}

/**
 * Computes the receivers that are allowed. If others can call the service, its sandbox must not give them access to the
 * programs of its machine.
 */
export const computeReach = ({
  isSandbox,
  isBoundToLoopback,
}: Readonly<Record<'isSandbox' | 'isBoundToLoopback', boolean>>): AllowedReach => ({
  includesLoopback: isSandbox && isBoundToLoopback,
});

type Subnet = readonly [network: string, bits: number];

/** Networks outside the public internet: private, local, shared, reserved, documentation and multicast. */
const closedV4: readonly Subnet[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** The only public range of IPv6. IPv4-mapped and translated addresses are outside of it. */
const openV6: Subnet = ['2000::', 3];

/** Inside the public range: special purposes and tunnels that end at any version 4 address, then documentation. */
const closedV6: readonly Subnet[] = [
  ['2001::', 23],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

const closedVersion4 = buildBlockList(closedV4, 'ipv4');
const openVersion6 = buildBlockList([openV6], 'ipv6');
const closedVersion6 = buildBlockList(closedV6, 'ipv6');
const loopbackVersion4 = buildBlockList([['127.0.0.0', 8]], 'ipv4');

function buildBlockList(subnets: readonly Subnet[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, bits] of subnets) list.addSubnet(network, bits, family);
  return list;
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closedVersion4.check(address, 'ipv4');
  return family === 6 && openVersion6.check(address, 'ipv6') && !closedVersion6.check(address, 'ipv6');
}

const isLoopbackAddress = (address: string) =>
  isIP(address) === 4 ? loopbackVersion4.check(address, 'ipv4') : address === '::1';

const isAllowed = (address: string, { includesLoopback }: AllowedReach) =>
  isPublicAddress(address) || (includesLoopback && isLoopbackAddress(address));

/** Returns true if a name or address can only mean this machine. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);

/**
 * Describes why nothing may be sent to this address, or returns undefined if it may. A host name is checked again when
 * it is connected to.
 */
export function describeAddressProblem(text: string, reach: AllowedReach): string | undefined {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (isLoopbackHost(host)) return reach.includesLoopback ? undefined : 'must be a public address';
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (url.port !== '') return 'must not name a port';
  if (isIP(host) !== 0 && !isAllowed(host, reach)) return 'must be a public address';
  return undefined;
}

export class ClosedAddress extends Error {}

export type Resolve = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const resolveHost: Resolve = (host, done) => lookup(host, { all: true }, done);

/**
 * Creates a lookup that resolves a host name for one connection and returns exactly the addresses that were checked, so
 * that the connection can't use another address than the check.
 */
export function createGuardedLookup(reach: AllowedReach, resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, addresses) => {
      if (error) return done(error, '', 0);
      const [first] = addresses;
      const isOpen = addresses.every(({ address }) => isAllowed(address, reach));
      if (!first || !isOpen) return done(new ClosedAddress(), '', 0);
      if (options.all) return done(null, [...addresses]);
      done(null, first.address, first.family);
    });
  };
}
