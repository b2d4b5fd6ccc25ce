import { expect, test } from 'vitest';
import { canGetWork } from '../../../src/domain/parties/work-status.ts';

test.each([
  ['ACTIVE', true],
  ['PENDING', true],
  [null, true],
  ['INACTIVE', false],
  ['DO_NOT_USE', false],
])('a carrier or vendor that is %s may get work: %s', (status, may) => {
  expect(canGetWork(status)).toBe(may);
});
