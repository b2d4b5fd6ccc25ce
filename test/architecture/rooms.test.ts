import { expect, test } from 'vitest';
import {
  findCircle,
  listFolderImports,
  getFolder,
  importGraph,
  findLongestChain,
  readSourceFiles,
  buildStaticImportGraph,
} from './source-files.ts';

/** The folders of each layer, lowest first: a folder may import the folders above it in this list. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [
    'rules',
    'messages',
    'kit',
    'text',
    'places',
    'parties',
    'charges',
    'money',
    'limits',
    'payments',
    'carriers',
    'stops',
    'freight',
    'bills',
    'quotes',
    'shipments',
    'identifiers',
  ],
  'src/metrics': ['kit', 'measures', '.'],
  'src/contract': [
    'kit',
    'events',
    'organization',
    'freight',
    'receivables',
    'payables',
    'parties',
    'search',
    '.',
    'document',
  ],
  'src/store': [
    'migrations',
    'migrations/brokerage/0008-search',
    'migrations/brokerage/0014-search-text',
    'migrations/brokerage',
    'migrations/tool-memory',
    'postgres',
    'sqlite',
    'sqlite-file',
    '.',
    'search',
    'memory',
  ],
  'src/service': [
    'identifiers',
    'shared',
    'clock',
    'secrets',
    'filter',
    'search',
    'papers/pdf',
    'papers',
    'mail',
    'documents',
    'webhooks',
    'ledger',
    'organization',
    'parties',
    'payables',
    'freight',
    'freight/orders',
    'freight/services',
    'freight/loads',
    'freight/shipments',
    'freight/quotes',
    'receivables',
    'handlers/kit',
    'handlers/parties',
    'handlers/freight',
    'handlers/receivables',
    'handlers/payables',
    'handlers/organization',
    'handlers/events',
    'handlers/search',
    'handlers',
    'sandbox',
    'request',
    '.',
  ],
  'src/client': ['responses', 'forms', 'capabilities', 'calls', 'transport', '.'],
  'src/telemetry': ['.'],
  'src/copy-tables': ['kit', '.'],
  'src/copy': ['kit', 'collections', 'facts', 'state', '.'],
  'src/sandbox': ['fill', 'kit', 'parties', 'money', 'freight', 'planted', 'onward', '.'],
  'src/mcp': [
    'input',
    'text',
    'results',
    'audit',
    'policy',
    'copied',
    'tool',
    'run',
    'limits',
    'prompt',
    'page',
    'approvals',
    'approvals-page/session',
    'approvals-page',
    'cards/views/kit',
    'cards/views',
    'cards',
    'desk-page',
    'stop',
    'execution',
    'gate',
    'resources',
    'server',
    'sign-in',
    'http',
  ],
  'src/cli': [
    'threads',
    '.',
    'opening/writes',
    'opening/copies',
    'http',
    'opening/stores',
    'opening/notifications',
    'opening',
    'opening/filling',
    'opening/serving',
    'opening/signed-in',
    'commands/sync',
    'commands/desk',
    'commands/install',
    'commands/doctor',
    'commands/completion',
    'commands/servers',
    'commands/approvals',
    'commands',
    'program',
  ],
  tools: [
    'records',
    'arguments/days',
    'arguments/locations',
    'arguments/parties',
    'arguments/finders',
    'arguments',
    'copied',
    'lanes',
    'find',
    'documents',
    'carriers',
    'quotes',
    'stops',
    'shipments',
    'bills',
    'customers',
    'ledger',
    'calls',
    'plans/kit',
    'plans/parties',
    'plans/freight',
    'plans/money',
    'plans',
    'booking',
    'freight',
    'billing',
    'payables',
    'parties',
    'control',
    'insight',
    'raw',
    'record',
    'brief',
    'tracking',
    '.',
  ],
};

const filesMax = 25;
/** Folders that hold more, each with a sentence that says why. */
const largeFolders: Readonly<Record<string, string>> = {};
/** A tool leads to the plan of its operations, that to the rules of each kind of record, and those to the contract. */
const chainMax = 20;

const product = readSourceFiles('src/**/*.ts', 'tools/**/*.ts', 'prompts/**/*.ts');
const everything = [...product, ...readSourceFiles('test/**/*.ts', 'bench/**/*.ts', 'demo/**/*.ts')];

test.each(Object.entries(rooms))('in %s a folder imports only the folders below it', (layer, order) => {
  const inside = product.filter(({ file }) => file.startsWith(`${layer}/`));
  const getPlace = (folder: string) => order.indexOf(folder === layer ? '.' : folder.slice(layer.length + 1));
  const unknown = [...new Set(inside.map(({ file }) => getFolder(file)))].filter((folder) => getPlace(folder) === -1);

  const upwards = [...listFolderImports(inside)].flatMap(([folder, reached]) =>
    [...reached]
      .filter(([target]) => target.startsWith(`${layer}/`) || target === layer)
      .filter(([target]) => getPlace(target) > getPlace(folder))
      .map(([, example]) => example),
  );

  expect(inside.length).toBeGreaterThan(0);
  expect(unknown).toEqual([]);
  expect(upwards).toEqual([]);
});

test('no file imports itself through others, types included', () => {
  expect(findCircle(importGraph(product))).toBeUndefined();
  expect(findCircle(importGraph(everything))).toBeUndefined();
});

test(`at most ${chainMax} files import one another in a row, types included`, () => {
  const chain = findLongestChain(buildStaticImportGraph(product));

  expect(chain.length).toBeGreaterThan(5);
  expect(chain.length > chainMax ? chain : []).toEqual([]);
});

test(`a folder holds at most ${filesMax} files, or a sentence says why`, () => {
  const folders = Map.groupBy(everything, ({ file }) => getFolder(file));

  const crowded = [...folders].filter(([, files]) => files.length > filesMax).map(([folder]) => folder);
  expect(crowded).toEqual(Object.keys(largeFolders));
  expect(Object.values(largeFolders).filter((reason) => !/^[A-Z].+\.$/.test(reason))).toEqual([]);
});
