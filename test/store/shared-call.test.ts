import { expect, test } from 'vitest';
import { sharedCall } from '../../src/store/shared-call.ts';

function scripted() {
  const calls: PromiseWithResolvers<number>[] = [];
  const shared = sharedCall(() => {
    const call = Promise.withResolvers<number>();
    calls.push(call);
    return call.promise;
  });
  return { calls, shared };
}

const turn = () => new Promise(setImmediate);

test('who comes while a call is running shares the next one', async () => {
  const { calls, shared } = scripted();
  const first = shared();
  const later = [shared(), shared()];
  expect(calls).toHaveLength(1);

  calls[0]?.resolve(1);
  expect(await first).toBe(1);
  await turn();
  const afterwards = shared();
  expect(calls).toHaveLength(2);
  calls[1]?.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
  await turn();
  calls[2]?.resolve(3);

  expect(await afterwards).toBe(3);
  expect(calls).toHaveLength(3);
});

test('a call that fails fails its own callers only', async () => {
  const { calls, shared } = scripted();
  const first = shared();
  const second = shared();

  calls[0]?.reject(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await turn();
  calls[1]?.resolve(2);

  expect(await second).toBe(2);
});

test('who comes alone calls at once', async () => {
  const { calls, shared } = scripted();
  for (const value of [1, 2]) {
    const answer = shared();
    calls[value - 1]?.resolve(value);
    expect(await answer).toBe(value);
  }
});
