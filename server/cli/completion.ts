import { Argument, type Command } from 'commander'
import { settingNames } from '../settings/settings.ts'
import { flagsOf } from './common-options.ts'
import { print } from './print.ts'
import { runningClient } from './service.ts'

/** Hidden command that the completion scripts call. It gets the words after `winnow`; the last one may be incomplete. */
const COMPLETE_COMMAND = '__complete'

/**
 * The script that each shell loads once. At each Tab, the program itself prints the candidates, one per line, with a tab
 * before the description.
 */
const SCRIPTS = {
  bash: `# Put this into ~/.bashrc: source <(winnow completion bash)
_winnow() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(winnow ${COMPLETE_COMMAND} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _winnow winnow
`,
  zsh: `#compdef winnow
# Put this into ~/.zshrc, behind compinit: source <(winnow completion zsh)
_winnow() {
  local -a found
  found=(\${(f)"$(winnow ${COMPLETE_COMMAND} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  found=(\${found//:/\\\\:})
  found=(\${found/$'\\t'/:})
  if (( $#found )); then _describe winnow found; else _files; fi
}
compdef _winnow winnow
`,
  fish: `# Put this into ~/.config/fish/completions/winnow.fish
function __winnow_complete
  set -l words (commandline -opc) (commandline -ct)
  winnow ${COMPLETE_COMMAND} -- $words[2..-1] 2>/dev/null
end
complete -c winnow -a '(__winnow_complete)'
`,
}

type Shell = keyof typeof SCRIPTS

/** `winnow completion bash|zsh|fish`. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(Object.keys(SCRIPTS)))
    .description('print a script that completes commands, options and operations with Tab')
    .option('--json', 'print JSON')
    .action((shell: Shell, options: { json?: boolean }) =>
      print({ shell, script: SCRIPTS[shell] }, options, () => SCRIPTS[shell].trimEnd()),
    )

  program.command(`${COMPLETE_COMMAND} [words...]`, { hidden: true }).action(async (words: string[]) => {
    for (const { value, description } of await candidatesFor(program, words))
      console.log(`${value}\t${description.replaceAll(/\s+/g, ' ')}`)
  })
}

interface Candidate {
  value: string
  description: string
}

/** Candidates for the last word. */
async function candidatesFor(program: Command, words: string[]): Promise<Candidate[]> {
  const prefix = words.at(-1) ?? ''
  const earlierWords = words.slice(0, -1)
  const command = earlierWords.reduce(
    (inner, word) => inner.commands.find(one => one.name() === word) ?? inner,
    program,
  )
  const candidates = await (prefix.startsWith('-') ? optionsOf(command) : wordsOf(command, earlierWords))
  return candidates.filter(({ value }) => value.startsWith(prefix))
}

const optionsOf = (command: Command): Candidate[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short, description }) => ({ value: (long ?? short)!, description }))

/** Subcommands, or the values of an argument; nothing if the shell should complete file names. */
async function wordsOf(command: Command, earlierWords: string[]): Promise<Candidate[]> {
  const previous = earlierWords.at(-1) ?? ''
  if (command.options.some(({ required, long, short }) => required && [long, short].includes(previous)))
    return []
  if (command.commands.length > 0)
    return command
      .createHelp()
      .visibleCommands(command)
      .map(one => ({ value: one.name(), description: one.description() }))
  if (previous !== command.name()) return []
  return ARGUMENTS[command.name()]?.(earlierWords) ?? choicesOf(command)
}

const choicesOf = (command: Command): Candidate[] =>
  (command.registeredArguments[0]?.argChoices ?? []).map(value => ({ value, description: '' }))

/** Values of first arguments, by command. */
const ARGUMENTS: Record<string, (before: string[]) => Promise<Candidate[]>> = {
  settings: async () => settingNames.map(value => ({ value, description: '' })),
  call: async () => {
    const client = await runningClient(flagsOf({}))
    return (await client?.operations())?.map(({ id, summary }) => ({ value: id, description: summary })) ?? []
  },
}
