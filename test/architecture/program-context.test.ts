import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

/** The files that may: the start of the process, and the exporters of telemetry, which read its settings by themselves. */
const exceptions = ['src/main.ts', 'src/telemetry/collector.ts'];

const reaches =
  /\bprocess\.(?:stdin|stdout|stderr|env|exitCode|exit|cwd|chdir|argv|kill)\b|\bconsole\.\w+|\bhomedir\(/g;

test.each(
  readSourceFiles('src/**/*.ts', 'tools/**/*.ts', 'prompts/**/*.ts').filter(({ file }) => !exceptions.includes(file)),
)(
  '$file reaches for no stream, setting or folder of the process: commands get theirs from who runs them',
  ({ text }) => {
    const withoutComments = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

    expect(withoutComments.match(reaches) ?? []).toEqual([]);
  },
);
