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

test('who comes in one turn shares one call, which starts when all have come', async () => {
  const { calls, shared } = scripted();
  const answers = [shared(), shared()];
  expect(calls).toHaveLength(0);
  answers.push(shared());

  await turn();
  calls[0]?.resolve(1);

  expect(await Promise.all(answers)).toEqual([1, 1, 1]);
  expect(calls).toHaveLength(1);
});

test('who comes while a call is running gets the answer of a later one', async () => {
  const { calls, shared } = scripted();
  const first = shared();
  await turn();
  const second = shared();
  await turn();
  expect(calls).toHaveLength(2);

  calls[1]?.resolve(2);
  calls[0]?.resolve(1);

  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

test('a call that fails fails its own callers only', async () => {
  const { calls, shared } = scripted();
  const first = shared();
  await turn();
  const second = shared();
  await turn();

  calls[0]?.reject(new Error('gone'));
  calls[1]?.resolve(2);

  await expect(first).rejects.toThrow('gone');
  expect(await second).toBe(2);
});
