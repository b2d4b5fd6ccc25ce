import { stringify as stringifyToml } from '@decimalturn/toml-patch';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { jsonText } from '../../../src/cli/commands/install/json-text.ts';
import type { SettingsText } from '../../../src/cli/commands/install/settings-text.ts';
import { tomlText } from '../../../src/cli/commands/install/toml-text.ts';
import { yamlText } from '../../../src/cli/commands/install/yaml-text.ts';
import { countCases } from '../../support/depth.ts';

const entry = { command: 'C:\\Program Files\\node "x"', args: ['-y', 'waybill', '1', 'ü #'], timeout: 300, on: true };
const place = ['list', 'waybill'] as const;

/** A text, and the texts around what is added; left out where the addition is the only change that a person can see. */
const texts: readonly (readonly [title: string, format: SettingsText, text: string])[] = [
  ['JSON in one line', jsonText, '{"a":1,"list":{"other":{}},"z":[1, 2]}'],
  ['JSON in one line with spaces', jsonText, '{ "list": { "other": {} }, "z": 1 }\n'],
  ['JSON with a comment behind the last member', jsonText, '{\n  "list": {\n    "other": {} // stays\n  }\n}\n'],
  [
    'JSON with a comment of several lines',
    jsonText,
    '{\n  "list": {\n    "other": {} /* stays\n too */\n  } // end\n}\n',
  ],
  ['JSON with trailing commas', jsonText, '{\n\t"list": {\n\t\t"other": {}, // stays\n\t},\n}'],
  ['JSON with a comma in a comment', jsonText, '{\n  "list": {\n    "other": {} // a, b\n  }\n}\n'],
  ['JSON with other members only', jsonText, '{\n    // first\n    "a": 1\n}\n'],
  ['TOML with other tables', tomlText, '# c\na = 1\n\n[list.other]\ncommand = "x" # stays\n\n# last\n'],
  ['TOML with an inline parent', tomlText, 'list = { other = { command = "x" } } # stays\na = 1\n'],
  ['TOML with dotted keys', tomlText, 'list.other.command = "x" # stays\na = 1\n'],
  ['TOML with dates and numbers', tomlText, 'a = 1979-05-27\nb = 0xFF\nc = 1_000\n[list.other]\nd = 07:32:00\n'],
  ['TOML that ends in a list of tables', tomlText, '[list.other]\nx = 1\n\n[[b]]\nc = """\nx\n"""\n'],
  ['YAML in blocks', yamlText, '# c\nlist:\n  other:\n    x: |\n      text\n\n      more\n# below\nz: 1\n'],
  [
    'YAML with lists that are not indented',
    yamlText,
    'list:\n    other:\n        args:\n        - a # stays\n        - b\n',
  ],
  ['YAML in one line', yamlText, 'list: { other: { x: 1 } } # stays\nz: 1\n'],
  ['YAML with an anchor', yamlText, 'base: &b\n  x: 1\nlist:\n  other: *b\nz:\n  <<: *b\n'],
  ['YAML that begins with a mark', yamlText, '---\nlist:\n  other: 1\n'],
];

/** Ignores the spaces that a format may put beside an addition. */
const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

describe.each(texts)('%s', (_title, format, text) => {
  const added = format.set(text, place, entry);

  test('holds the addition, and everything else as it was', () => {
    const before = format.parse(text) as { readonly list?: object };

    expect(format.parse(added)).toEqual({ ...before, list: { ...before.list, waybill: entry } });
    expect(squeeze(format.remove(added, 'list' in before ? place : ['list']))).toBe(squeeze(text));
  });

  test('keeps every comment', () => {
    const comments = text.match(/(?:\/\/|#|\/\*)[^\n]*/g) ?? [];

    for (const comment of comments) expect(added).toContain(comment);
  });

  test('changes and removes a member of the addition, and nothing beside it', () => {
    const changed = format.remove(format.set(added, [...place, 'args'], ['z']), [...place, 'timeout']);
    const { timeout: _timeout, ...rest } = entry;
    const before = format.parse(text) as { readonly list?: object };

    expect(format.parse(changed)).toEqual({ ...before, list: { ...before.list, waybill: { ...rest, args: ['z'] } } });
  });

  test('with the line endings of Windows gets no others', () => {
    const windows = format.set(text.replaceAll('\n', '\r\n'), place, entry);

    expect(text.includes('\n') ? windows.replaceAll('\r\n', '') : '').not.toContain('\n');
  });
});

test.each([
  ['JSON', jsonText, '{\n  "list": {\n    "waybill": {\n      "a": 1\n    }\n  }\n}\n'],
  ['TOML', tomlText, '[list.waybill]\na = 1\n'],
  ['YAML', yamlText, 'list:\n  waybill:\n    a: 1\n'],
] as const)('%s of an empty file is written as a person would', (_title, format, text) => {
  expect(format.set('', place, { a: 1 }).trimStart()).toBe(text);
});

test.each([
  ['the first of two', 'list:\n- url: x # mine\n  name: a\n- name: b\n', 0, 'list:\n- name: b\n'],
  ['the last of two', 'list:\n  - name: b\n  - name: a\n    args: [x]\nz: 1\n', 1, 'list:\n  - name: b\nz: 1\n'],
  ['the only one', 'list: # mine\n- name: a\nz: 1\n', 0, 'list: [] # mine\nz: 1\n'],
])('%s of a list in YAML goes', (_title, text, index, remaining) => {
  expect(yamlText.remove(text, ['list', index])).toBe(remaining);
});

test('the first member of an object in a list of YAML goes without the dash', () => {
  expect(yamlText.remove('list:\n- url: x # mine\n  name: a\n- name: b\n', ['list', 0, 'url'])).toBe(
    'list:\n- name: a\n- name: b\n',
  );
});

const names = fc
  .oneof(fc.constantFrom('a', 'x y', '1', 'true', '- q', '#', 'a: b'), fc.string({ maxLength: 6 }))
  .filter((name) => !['__proto__', 'waybill', 'list'].includes(name));
const oddTexts = fc.constantFrom('lines\nof text\n', '- a', '# no', '{', 'key: v', "it's", '"q"', '', '  x  ', '\ttab');
const leaves = fc.oneof(oddTexts, fc.string({ maxLength: 12 }), fc.integer(), fc.boolean());
const { values } = fc.letrec<{ values: unknown }>((tie) => ({
  values: fc.oneof(
    { maxDepth: 3 },
    leaves,
    fc.array(tie('values'), { maxLength: 3 }),
    fc.dictionary(names, tie('values'), { maxKeys: 3 }),
  ),
}));
const members = fc.dictionary(names, values, { maxKeys: 3 });
const settings = fc
  .record({ before: members, list: fc.option(members, { nil: undefined }), after: members })
  .map(({ before, list, after }) => ({ ...before, ...(list && { list }), ...after }));
const yamlStyles = fc.record({
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  collectionStyle: fc.constantFrom('any', 'flow'),
  defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL'),
});

/** Settings in every style that the writers of their format have. */
const styles = [
  [
    'JSON',
    jsonText,
    fc.tuple(settings, fc.constantFrom(undefined, 2, '\t')).map(([all, indent]) => JSON.stringify(all, null, indent)),
  ],
  ['YAML', yamlText, fc.tuple(settings, yamlStyles).map(([all, style]) => stringify(all, style))],
  [
    'TOML',
    tomlText,
    fc
      .tuple(settings, fc.constantFrom(1, 2, 5))
      .map(([all, inlineTableStart]) => stringifyToml(all, { inlineTableStart })),
  ],
] as const;

test.each(styles)('%s of any style and content keeps everything else', (_title, format, generated) => {
  fc.assert(
    fc.property(generated, (text) => {
      const read = (edited: string) => structuredClone(format.parse(edited)) as { readonly list?: object };
      const before = read(text);
      const added = format.set(text, place, entry);
      const changed = format.set(added, [...place, 'args'], ['z', '#']);
      const removed = format.remove(changed, before.list ? place : ['list']);

      expect(read(added)).toEqual({ ...before, list: { ...before.list, waybill: entry } });
      expect(read(changed)).toEqual({ ...before, list: { ...before.list, waybill: { ...entry, args: ['z', '#'] } } });
      expect({ list: {}, ...read(removed) }).toEqual({ list: {}, ...before });
    }),
    { numRuns: countCases({ usual: 100, deep: 2_000 }) },
  );
});
