import { expect, test } from 'vitest';
import { type ErrorCode, errorKinds, WaybillError } from '../../src/errors.ts';
import { type ErrorResultInput, buildErrorResult } from '../../src/mcp/results/error-result.ts';

const show = (error: unknown, more: Pick<ErrorResultInput, 'outcome' | 'done'> & { readonly isWrite?: boolean } = {}) =>
  buildErrorResult({ isWrite: true, ...more, error, log: () => {}, commandText: (words) => `waybill ${words}` });

// The table has these names.
const codes = Object.keys(errorKinds) as ErrorCode[];
const failures = [...codes.map((code) => new WaybillError(code, 'No answer.')), new TypeError('terminated')];

test.each(failures)('before anything is sent, $code$name is NOT DONE', (error) => {
  const { text, data } = show(error, { outcome: 'not_done' });

  expect(text).toMatch(/^NOT DONE\. /);
  expect(data.error.outcome).toBe('not_done');
});

test.each(failures)(
  'after a write has left, $code$name is UNKNOWN, with how to find out and no "try again"',
  (error) => {
    const { text, data } = show(error, { outcome: 'unknown' });

    expect(text).toMatch(/^UNKNOWN whether it was done\. /);
    expect(text).toContain('To find out, read the record');
    expect(text).not.toMatch(/try (once|again)|call again|once more/i);
    expect(data.error).toMatchObject({ outcome: 'unknown', retryable: false });
  },
);

test.each(failures)(
  'where some of it was done before, $code$name says what, and does not ask to repeat it',
  (error) => {
    const { text, data } = show(error, { outcome: 'partial', done: ['Create a quote (Q-1005)'] });

    expect(text).toMatch(/^PARTLY DONE\. /);
    expect(text).toContain('Done before it failed: Create a quote (Q-1005).');
    expect(text).not.toMatch(/try (once|again)|call again|once more/i);
    expect(data.error).toMatchObject({ outcome: 'partial', retryable: false });
  },
);

test('an error that the client marks as open is UNKNOWN by itself', () => {
  expect(show(new WaybillError('TIMEOUT', 'No answer.', { isOpen: true })).text).toMatch(/^UNKNOWN/);
  expect(show(new WaybillError('TIMEOUT', 'No answer.')).text).toMatch(/^NOT DONE/);
});

test.each(failures)('a reading that fails with $code$name has no outcome', (error) => {
  const { text, data } = show(error, { isWrite: false });

  expect(text).not.toMatch(/^(UNKNOWN|NOT DONE|PARTLY)/);
  expect(data.error.outcome).toBeUndefined();
});
