import { expect, test } from 'vitest';
import {
  describeAddressProblem,
  createGuardedLookup,
  isLoopbackHost,
  isPublicAddress,
  computeReach,
} from '../../../src/service/webhooks/address.ts';

test.each([
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2001::1',
  '2002:a00:1::1',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  'localhost',
  '',
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ['https://hooks.example/in?tenant=4', undefined, undefined],
  ['https://8.8.8.8/in', undefined, undefined],
  ['http://hooks.example/in', 'must begin with https://', 'must begin with https://'],
  ['https://hooks.example:8443/in', 'must not name a port', 'must not name a port'],
  ['https://user@hooks.example/in', 'must not hold a user name or password', 'must not hold a user name or password'],
  ['https://:secret@hooks.example/', 'must not hold a user name or password', 'must not hold a user name or password'],
  ['https://10.0.0.1/in', 'must be a public address', 'must be a public address'],
  ['https://0x0a000001/in', 'must be a public address', 'must be a public address'],
  ['https://[::ffff:10.0.0.1]/in', 'must be a public address', 'must be a public address'],
  ['https://[fd00::1]/in', 'must be a public address', 'must be a public address'],
  ['https://169.254.169.254/latest/meta-data', 'must be a public address', 'must be a public address'],
  ['http://127.0.0.1:9000/in', 'must be a public address', undefined],
  ['http://2130706433:9000/in', 'must be a public address', undefined],
  ['http://localhost:9000/in', 'must be a public address', undefined],
  ['https://hooks.localhost./in', 'must be a public address', undefined],
  ['http://[::1]:9000/in', 'must be a public address', undefined],
])('%s', (url, usually, withLoopback) => {
  expect([
    describeAddressProblem(url, { includesLoopback: false }),
    describeAddressProblem(url, { includesLoopback: true }),
  ]).toEqual([usually, withLoopback]);
});

/** Looks up a host name with these addresses as a connection does, and returns the result or the error. */
function lookUp(addresses: readonly string[], includesLoopback = false): Promise<unknown> {
  const entries = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const lookup = createGuardedLookup({ includesLoopback }, (_, done) => done(null, entries));
  return new Promise((resolve) => lookup('hooks.example', { all: true }, (error, list) => resolve(error ?? list)));
}

test('a host name is connected to only where every address behind it is public', async () => {
  expect(await lookUp(['8.8.8.8'])).toEqual([{ address: '8.8.8.8', family: 4 }]);
  expect(await lookUp(['8.8.8.8', '10.0.0.1'])).toBeInstanceOf(Error);
  expect(await lookUp(['::ffff:127.0.0.1'])).toBeInstanceOf(Error);
  expect(await lookUp([])).toBeInstanceOf(Error);
  expect(await lookUp(['127.0.0.1'])).toBeInstanceOf(Error);
  expect(await lookUp(['127.0.0.1'], true)).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(await lookUp(['192.168.0.1'], true)).toBeInstanceOf(Error);
});

test('servers on the same machine are reached by a sandbox whose service nobody else can call, and by nothing else', () => {
  const reaches = [true, false].map((isSandbox) =>
    [true, false].map((isBoundToLoopback) => computeReach({ isSandbox, isBoundToLoopback }).includesLoopback),
  );

  expect(reaches).toEqual([
    [true, false],
    [false, false],
  ]);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['', false],
  ['192.168.0.10', false],
  ['tms.example', false],
])('a service that listens on %j can be called from its own machine only: %s', (host, isLocal) => {
  expect(isLoopbackHost(host)).toBe(isLocal);
});
