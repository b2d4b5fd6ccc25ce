import { type Cipher, createCipher } from '../../src/store/cipher.ts';

/** Of every store in the tests, so that several services can share one. */
export const testCipher: Cipher = createCipher(Buffer.alloc(32, 7));
