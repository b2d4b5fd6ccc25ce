import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hosts } from '../../../src/cli/commands/install/hosts.ts';
import { toolList } from '../../../tools/list.ts';
import { listDeclaredCommands, runWaybill } from '../support/in-process.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

/** Longer than any machine takes: it only ends a shell that waits for what never comes. */
const guardMs = 60_000;

/** Each program is given the script, what was typed, and the word that the shell has to make of it. */
const shells = {
  bash: `source "$1"
    read -r -a COMP_WORDS <<< "$2"
    [[ "$2" == *" " ]] && COMP_WORDS+=('')
    COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
    _waybill
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  // A person at a terminal who presses the key: the line is shown again until it holds the word.
  zsh: `zmodload zsh/zpty
    zpty desk zsh -f -i
    zpty -w desk "autoload -Uz compinit; compinit -u -D; source $1; echo REA''DY"
    while zpty -r desk line; do [[ $line == *READY* ]] && break; done
    zpty -w -n desk "$2"$'\\t'
    zpty -r desk line "*$3*" && print -r -- "$3"
    zpty -d desk`,
  fish: `source $argv[1]; complete -C "$argv[2]" | string replace -r '\\t.*' ''; true`,
} as const;
const flags = { bash: ['--norc', '-c'], zsh: ['-f', '-c'], fish: ['--no-config', '-c'] } as const;

type Shell = keyof typeof shells;
const names = ['bash', 'zsh', 'fish'] as const;
const present = names.filter((shell) => spawnSync(shell, ['--version']).status === 0);

const folder = createTemporaryFolder();
beforeAll(async () => {
  for (const shell of present) {
    const { stdout } = await runWaybill(['completion', shell], { home: folder.path });
    writeFileSync(path.join(folder.path, shell), stdout);
  }
});
afterAll(() => folder[Symbol.dispose]());

/** Lists the words that the shell offers for a line. */
function listOffered(shell: Shell, line: string, word = ''): readonly string[] {
  const { stdout, stderr, status } = spawnSync(
    shell,
    // The first argument of a program in bash and zsh is its name.
    [...flags[shell], shells[shell], ...(shell === 'fish' ? [] : [shell]), path.join(folder.path, shell), line, word],
    { encoding: 'utf8', timeout: guardMs, cwd: folder.path, env: { ...process.env, HOME: folder.path, TERM: 'dumb' } },
  );
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter(Boolean);
}

const lines = [
  ['waybill appr', 'approvals'],
  ['waybill approvals passk', 'passkeys'],
  ['waybill approvals passkeys rem', 'remove'],
  ['waybill call track', 'track_shipments'],
  ['waybill install curs', 'cursor'],
  ['waybill completion fi', 'fish'],
  ['waybill service --po', '--port'],
  ['waybill --home desk sandbox adv', 'advance'],
] as const;

// A machine without one of them skips what is said of it.
for (const shell of names)
  describe.skipIf(!present.includes(shell))(`in ${shell}`, () => {
    test.each(lines)('"%s" becomes %s', (line, word) => {
      expect(listOffered(shell, line, word)).toEqual([word]);
    });

    test.skipIf(shell === 'zsh')('every command, tool and client is offered', () => {
      const commands = listDeclaredCommands().map((command) => command.name());

      expect(listOffered(shell, 'waybill ').toSorted()).toEqual(commands.toSorted());
      expect(listOffered(shell, 'waybill call ').toSorted()).toEqual(toolList.map(({ name }) => name).toSorted());
      expect(listOffered(shell, 'waybill install ').toSorted()).toEqual(Object.keys(hosts).toSorted());
      expect(listOffered(shell, 'waybill call find ')).toEqual([]);
    });

    test('nothing of what is typed is run', () => {
      const trap = path.join(folder.path, 'trap');

      listOffered(shell, `waybill call $(touch\${IFS}${trap}) find; waybill approvals passk`, 'passkeys');

      expect(existsSync(trap)).toBe(false);
    });
  });

test('another shell is refused with the names of those that are known', async () => {
  const { code, stderr } = await runWaybill(['completion', 'ksh'], { home: folder.path });

  expect([code, stderr]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh, fish')]);
});
