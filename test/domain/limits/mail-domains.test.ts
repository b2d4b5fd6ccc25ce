import { expect, test } from 'vitest';
import { isWithin, parseMailAddress, normalizeDomain } from '../../../src/domain/limits/mail-domains.ts';

test.each([
  ['Acme.COM', 'acme.com'],
  ['acme.com.', 'acme.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['ACME。com', 'acme.com'],
])('%s is %s to a machine', (text, domain) => {
  expect(normalizeDomain(text)).toBe(domain);
});

test.each([
  '',
  'com',
  '*.acme.com',
  '@acme.com',
  'acme.com/evil',
  'acme.com@evil.com',
  'acme.com:25',
  'a b.com',
  '127.1',
])('%j is no domain', (text) => {
  expect(normalizeDomain(text)).toBeUndefined();
});

test.each([
  'x@evil.com,y@acme.com',
  'x@evil.com y@acme.com',
  'acme.com',
  '@acme.com',
  'x@acme.com/evil.com',
  'x@acme.com\r\nBcc: y@evil.com',
])('%j is not one address', (text) => {
  expect(parseMailAddress(text)).toBeUndefined();
});

test.each([
  ['acme.com', true],
  ['ap.acme.com', true],
  ['notacme.com', false],
  ['acme.com.evil.com', false],
  ['com', false],
])('%s within acme.com: %s', (domain, isInside) => {
  expect(isWithin(domain, ['other.test', 'acme.com'])).toBe(isInside);
});
