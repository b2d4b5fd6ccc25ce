import type { LocalCommandText } from '../../command-text.ts';
import type { CommandWords, OptionWord, Word } from './words.ts';

// Each script walks through the typed words to the command that they lead to, and runs none of them. A place is
// `COMMAND|WORD` there, such as `approvals|list`; `*|WORD` is that word behind any command.

export function bashScript(commands: readonly CommandWords[], commandText: LocalCommandText): string {
  return `# Completion of waybill. In ~/.bashrc: source <(${commandText('completion bash')})
_waybill() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' value='' count=0 words='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ -n "$value" ]]; then value=''; continue; fi
    case "$at|$word" in
      ${placesBeforeValue(commands).map(bashPattern).join(' | ')}) value=yes ;;
      ${placesOf(commands).map(bashPattern).join(' | ')}) at="\${at:+$at }$word" count=0 ;;
      *'|-'*) ;;
      *) count=$((count + 1)) ;;
    esac
  done
  COMPREPLY=()
  if [[ -n "$value" ]]; then return; fi
  if [[ "$cur" == -* ]]; then
    case "$at" in
${commands.map(({ path, options }) => `      '${path}') words='${textsOf(options)}' ;;`).join('\n')}
    esac
  else
    case "$at|$count" in
${commands.map(({ path, first }) => `      '${path}|0') words='${textsOf(first)}' ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# Where nothing of this fits, a file may.
complete -o default -F _waybill waybill
`;
}

/** Zsh runs the script for bash with what it brings for that. */
export const zshScript = (commands: readonly CommandWords[], commandText: LocalCommandText): string =>
  `# In ~/.zshrc, after compinit: source <(${commandText('completion zsh')})
autoload -Uz bashcompinit && bashcompinit
${bashScript(commands, commandText)}`;

export function fishScript(commands: readonly CommandWords[], commandText: LocalCommandText): string {
  const lines = commands.flatMap(({ path, options, first }) => [
    ...first.map(({ text, does }) => `${fishLine(`${path}|0`)} -a ${text}${fishDescription(does)}`),
    ...options.map((option) => `${fishLine(`${path}|*`)}${fishFlags(option)}${fishDescription(option.does)}`),
  ]);
  return `# Completion of waybill. In ~/.config/fish/config.fish: ${commandText('completion fish')} | source
function __waybill_at
    set -l at ''
    set -l value ''
    set -l count 0
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test -n "$value"
            set value ''
            continue
        end
        switch "$at|$word"
            case ${placesBeforeValue(commands).map(fishPattern).join(' ')}
                set value yes
            case ${placesOf(commands).map(fishPattern).join(' ')}
                set at (string trim -- "$at $word")
                set count 0
            case '*|-*'
            case '*'
                set count (math $count + 1)
        end
    end
    echo "$at|$count"
end
complete -c waybill -f
${lines.join('\n')}
`;
}

const textsOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');

/** The place of every command. */
const placesOf = (commands: readonly CommandWords[]): readonly string[] =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => {
      const end = path.lastIndexOf(' ');
      return `${path.slice(0, Math.max(end, 0))}|${path.slice(end + 1)}`;
    });

/** The places of options whose next word is their value; those of the program stand behind a command as well. */
const placesBeforeValue = (commands: readonly CommandWords[]): readonly string[] =>
  commands.flatMap(({ path, options }) =>
    options.filter(({ value }) => value !== undefined).map(({ text }) => `${path || '*'}|${text}`),
  );

const bashPattern = (place: string) => (place.startsWith('*') ? `*'${place.slice(1)}'` : `'${place}'`);
const fishPattern = (place: string) => `'${place}'`;

const fishLine = (place: string) => `complete -c waybill -n 'string match -q -- "${place}" (__waybill_at)'`;

function fishFlags({ text, short, value }: OptionWord): string {
  const needs = { file: ' -r -F', text: ' -x', none: '' }[value ?? 'none'];
  return `${short === undefined ? '' : ` -s ${short.slice(1)}`} -l ${text.slice(2)}${needs}`;
}

const fishDescription = (text: string) => (text === '' ? '' : ` -d '${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`);
