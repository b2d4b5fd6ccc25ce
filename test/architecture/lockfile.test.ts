import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly bin?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const root = path.join(import.meta.dirname, '../..');
// The form of the file is npm's own.
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const installed = Object.entries(packages).filter(([name, { link }]) => name.startsWith('node_modules/') && !link);

test('every package is checked against the lockfile when it is installed', () => {
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([]);
});

test('the Node of a checkout is such a package, made by no install script', () => {
  const nodes = installed.filter(([, { bin }]) => bin && 'node' in bin);

  expect(nodes.length).toBeGreaterThan(3);
  expect(nodes.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  const pinned = packages['bin/checkout-node']?.optionalDependencies;
  expect(Object.fromEntries(nodes.map(([name, { version }]) => [name.slice('node_modules/'.length), version]))).toEqual(
    pinned,
  );
});
