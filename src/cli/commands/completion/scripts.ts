import type { LocalCommandText } from '../../command-text.ts';
import type { CommandWords, OptionWord, CompletionWord } from './words.ts';

// Each script walks through the typed words to the command that they lead to, and runs none of them. A place is
// `COMMAND|WORD` there, such as `approvals|list`; `*|WORD` is that word behind any command.

export function buildBashScript(commands: readonly CommandWords[], commandText: LocalCommandText): string {
  return `# Completion of waybill. In ~/.bashrc: source <(${commandText('completion bash')})
_waybill() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' value='' count=0 words='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ -n "$value" ]]; then value=''; continue; fi
    case "$at|$word" in
      ${listPlacesBeforeValue(commands).map(formatBashPattern).join(' | ')}) value=yes ;;
      ${listPlaces(commands).map(formatBashPattern).join(' | ')}) at="\${at:+$at }$word" count=0 ;;
      *'|-'*) ;;
      *) count=$((count + 1)) ;;
    esac
  done
  COMPREPLY=()
  if [[ -n "$value" ]]; then return; fi
  if [[ "$cur" == -* ]]; then
    case "$at" in
${commands.map(({ path, options }) => `      '${path}') words='${joinTexts(options)}' ;;`).join('\n')}
    esac
  else
    case "$at|$count" in
${commands.map(({ path, first }) => `      '${path}|0') words='${joinTexts(first)}' ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# Where nothing of this fits, a file may.
complete -o default -F _waybill waybill
`;
}

/** Builds the script for zsh, which runs that for bash with its own bashcompinit. */
export const buildZshScript = (commands: readonly CommandWords[], commandText: LocalCommandText): string =>
  `# In ~/.zshrc, after compinit: source <(${commandText('completion zsh')})
autoload -Uz bashcompinit && bashcompinit
${buildBashScript(commands, commandText)}`;

export function buildFishScript(commands: readonly CommandWords[], commandText: LocalCommandText): string {
  const lines = commands.flatMap(({ path, options, first }) => [
    ...first.map(({ text, does }) => `${formatFishLine(`${path}|0`)} -a ${text}${formatFishDescription(does)}`),
    ...options.map(
      (option) => `${formatFishLine(`${path}|*`)}${formatFishFlags(option)}${formatFishDescription(option.does)}`,
    ),
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
            case ${listPlacesBeforeValue(commands).map(formatFishPattern).join(' ')}
                set value yes
            case ${listPlaces(commands).map(formatFishPattern).join(' ')}
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

const joinTexts = (words: readonly CompletionWord[]) => words.map(({ text }) => text).join(' ');

/** Lists the place of every command. */
const listPlaces = (commands: readonly CommandWords[]): readonly string[] =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => {
      const end = path.lastIndexOf(' ');
      return `${path.slice(0, Math.max(end, 0))}|${path.slice(end + 1)}`;
    });

/** Lists the places of options whose next word is their value; those of the program stand behind a command as well. */
const listPlacesBeforeValue = (commands: readonly CommandWords[]): readonly string[] =>
  commands.flatMap(({ path, options }) =>
    options.filter(({ value }) => value !== undefined).map(({ text }) => `${path || '*'}|${text}`),
  );

const formatBashPattern = (place: string) => (place.startsWith('*') ? `*'${place.slice(1)}'` : `'${place}'`);
const formatFishPattern = (place: string) => `'${place}'`;

const formatFishLine = (place: string) => `complete -c waybill -n 'string match -q -- "${place}" (__waybill_at)'`;

function formatFishFlags({ text, short, value }: OptionWord): string {
  const needs = { file: ' -r -F', text: ' -x', none: '' }[value ?? 'none'];
  return `${short === undefined ? '' : ` -s ${short.slice(1)}`} -l ${text.slice(2)}${needs}`;
}

const formatFishDescription = (text: string) =>
  text === '' ? '' : ` -d '${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
