import { expect, test } from 'vitest';
import { createCipher } from '../../src/store/cipher.ts';

const cipher = createCipher(Buffer.alloc(32, 1));
const number = '000123456789';

test('what was encrypted is read back with the same key at the same place', () => {
  const encrypted = cipher.encrypt(number, 'here');

  expect(encrypted).toMatch(/^enc:v1:[A-Za-z0-9+/]+=*$/);
  expect(cipher.decrypt(encrypted, 'here')).toBe(number);
});

test('the same text never looks the same twice', () => {
  expect(cipher.encrypt(number, 'here')).not.toBe(cipher.encrypt(number, 'here'));
});

test('nothing opens with another key, at another place, or after a change', () => {
  const encrypted = cipher.encrypt(number, 'here');
  const changed = `${encrypted.slice(0, -4)}${encrypted.endsWith('AAA=') ? 'BBB=' : 'AAA='}`;
  const shortened = encrypted.slice(0, -8);

  expect(() => createCipher(Buffer.alloc(32, 2)).decrypt(encrypted, 'here')).toThrow('cannot be decrypted');
  expect(() => cipher.decrypt(encrypted, 'there')).toThrow('there cannot be decrypted');
  for (const broken of [changed, shortened, encrypted.slice('enc:v1:'.length), 'enc:v1:', number]) {
    expect(() => cipher.decrypt(broken, 'here')).toThrow('cannot be decrypted');
  }
});

test('a fingerprint is the same for the same text and key only', () => {
  const fingerprint = cipher.fingerprint(number);

  expect(cipher.fingerprint(number)).toBe(fingerprint);
  expect(cipher.fingerprint(`${number}0`)).not.toBe(fingerprint);
  expect(createCipher(Buffer.alloc(32, 2)).fingerprint(number)).not.toBe(fingerprint);
});

test('an error never shows the text that it is about', () => {
  const refused = (() => {
    try {
      return cipher.decrypt(number, 'here');
    } catch (error) {
      return `${String(error)} ${String(error instanceof Error && error.cause)}`;
    }
  })();

  expect(refused).toContain('here');
  expect(refused).not.toContain(number);
});
