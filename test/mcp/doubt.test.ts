import { expect, test } from 'vitest';
import { type ErrorCode, WaybillError } from '../../src/errors.ts';
import { errorResult } from '../../src/mcp/results/error-result.ts';

const shown = (code: ErrorCode, isWrite: boolean) =>
  errorResult({
    error: new WaybillError(code, 'No answer.'),
    isWrite,
    log: () => {},
    commandText: (words) => `waybill ${words}`,
  }).text;

const open = ['TIMEOUT', 'UNREACHABLE', 'GATEWAY_TIMEOUT', 'BAD_RESPONSE', 'STILL_RUNNING', 'OUTCOME_UNKNOWN'] as const;

test.each(open)('after %s nobody is told that a write was not done, but how to find out', (code) => {
  expect(shown(code, true)).toMatch(new RegExp(`^UNKNOWN whether it was done. ${code}: No answer.`));
  expect(shown(code, true)).toContain('To find out, read the record');
  expect(shown(code, false)).not.toMatch(/^UNKNOWN/);
});

test('what was refused was not done', () => {
  expect(shown('CONFLICT', true)).toMatch(/^NOT DONE\. CONFLICT/);
});
