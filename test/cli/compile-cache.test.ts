import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder, runWaybillProcess } from './support/waybill.ts';

/** Creates a person's home, and a temporary folder that all users of the machine share. */
function createMachine() {
  const folder = createTemporaryFolder();
  const [home, shared] = [path.join(folder.path, 'home'), path.join(folder.path, 'tmp')];
  for (const made of [home, shared]) mkdirSync(made);
  const cache = path.join(home, 'Cache', 'waybill', 'compile');
  const environment = {
    NODE_COMPILE_CACHE: '',
    TMPDIR: shared,
    XDG_CACHE_HOME: path.join(home, 'Cache'),
  };
  return {
    cache,
    home,
    shared,
    run: (args: readonly string[], more: Record<string, string> = {}) =>
      runWaybillProcess(args, { home, environment: { ...environment, ...more } }),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

// Elsewhere the cache lies where the system keeps a user's caches.
describe.runIf(process.platform === 'linux')('the compile cache', () => {
  test('compiled code is kept in a folder that only its user can write to, and none in the shared one', async () => {
    using machine = createMachine();

    await machine.run(['--version']);

    expect(statSync(machine.cache).mode & 0o777).toBe(0o700);
    expect(readdirSync(machine.cache)).not.toEqual([]);
    expect(readdirSync(machine.shared)).toEqual([]);
  });

  test.each(['', '.', 'home'])('nothing is kept in the working folder when the home is %j', async (home) => {
    using machine = createMachine();

    const { code } = await machine.run(['--version'], { HOME: home, XDG_CACHE_HOME: '' });

    expect(code).toBe(0);
    expect(readdirSync(machine.home)).toEqual([]);
  });

  test.each([
    ['others may write into', (cache: string) => chmodSync(cache, 0o777)],
    ['others may read', (cache: string) => chmodSync(cache, 0o755)],
    ['others may move away', (cache: string) => chmodSync(path.dirname(cache), 0o777)],
  ])('nothing is run from a folder that %s', async (_, open) => {
    using machine = createMachine();
    mkdirSync(machine.cache, { recursive: true, mode: 0o700 });
    open(machine.cache);

    const { code } = await machine.run(['--version']);

    expect(code).toBe(0);
    expect(readdirSync(machine.cache)).toEqual([]);
    expect(readdirSync(machine.shared)).toEqual([]);
  });

  test('nothing is run from a folder that a link leads to', async () => {
    using machine = createMachine();
    const elsewhere = path.join(machine.shared, 'theirs');
    mkdirSync(elsewhere, { mode: 0o700 });
    mkdirSync(path.dirname(machine.cache), { recursive: true, mode: 0o700 });
    symlinkSync(elsewhere, machine.cache);

    await machine.run(['--version']);

    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('a cache folder named without its place is not made in the working folder', async () => {
    using machine = createMachine();

    await machine.run(['--version'], { XDG_CACHE_HOME: 'Cache' });

    expect(existsSync(path.join(machine.home, 'Cache'))).toBe(false);
  });

  test('a service keeps none', async () => {
    using machine = createMachine();

    await machine.run(['service', '--help']);

    expect(existsSync(machine.cache)).toBe(false);
    expect(readdirSync(machine.shared)).toEqual([]);
  });
});
