import { expect, test } from 'vitest';
import { WaybillError } from '../../src/errors.ts';
import { errorResult } from '../../src/mcp/results/error-result.ts';

const shown = (code: 'TIMEOUT' | 'UNREACHABLE' | 'GATEWAY_TIMEOUT' | 'BAD_RESPONSE' | 'CONFLICT', isWrite: boolean) =>
  errorResult({
    error: new WaybillError(code, 'No answer.'),
    isWrite,
    log: () => {},
    commandText: (words) => `waybill ${words}`,
  }).text;

test.each(['TIMEOUT', 'UNREACHABLE', 'GATEWAY_TIMEOUT', 'BAD_RESPONSE'] as const)(
  'after %s nobody is told that a write was not done, but how to find out',
  (code) => {
    expect(shown(code, true)).toMatch(new RegExp(`^UNKNOWN whether it was done. ${code}: No answer.`));
    expect(shown(code, true)).toContain('To find out, read the record');
    expect(shown(code, false)).not.toContain('UNKNOWN');
  },
);

test('what was refused was not done', () => {
  expect(shown('CONFLICT', true)).toMatch(/^NOT DONE\. CONFLICT/);
});
