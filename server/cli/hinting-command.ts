import { Command, type ErrorOptions } from 'commander'

/** More options than this, as `serve` has, would hide the one that is meant. */
const MAX_SHOWN_OPTIONS = 8

/** A command whose errors about arguments and options also say how to write it. Its subcommands do so, too. */
export class HintingCommand extends Command {
  override createCommand(name?: string): Command {
    return new HintingCommand(name)
  }

  override error(message: string, options: ErrorOptions = {}): never {
    const lines = HINTS[options.code ?? '']?.(this) ?? []
    this.showHelpAfterError([...lines, '(add --help for the options)'].join('\n'))
    return super.error(message, options)
  }
}

/** What helps with an error, by its code. */
const HINTS: Record<string, (command: Command) => string[]> = {
  'commander.excessArguments': command => [usageOf(command), ...optionsWithValue(command)],
  'commander.missingArgument': command => [usageOf(command), ...argumentsOf(command)],
  'commander.missingMandatoryOptionValue': command => [usageOf(command)],
  'commander.unknownCommand': command => [...purposeOf(command), commandsOf(command)],
}

const usageOf = (command: Command) => `Usage: ${command.createHelp().commandUsage(command)}`

/** An argument too many often belongs to an option, or is the rest of a value that was not quoted. */
function optionsWithValue(command: Command): string[] {
  const shown = command.createHelp().visibleOptions(command)
  const flags = shown.filter(({ required }) => required).map(option => option.flags)
  return [
    ...(command.registeredArguments.length > 0 ? ['Put a value that contains spaces in quotes.'] : []),
    ...(flags.length <= MAX_SHOWN_OPTIONS ? [`Options that take a value: ${flags.join(', ')}`] : []),
  ]
}

const argumentsOf = (command: Command) => {
  const help = command.createHelp()
  return help
    .visibleArguments(command)
    .map(argument => `  ${help.argumentTerm(argument)}: ${help.argumentDescription(argument)}`)
}

/** What the commands of a group are for. */
const purposeOf = (command: Command) =>
  command.parent ? [`winnow ${command.name()}: ${command.description()}`] : []

const commandsOf = (command: Command) => {
  const shown = command.createHelp().visibleCommands(command)
  return `Commands: ${shown.map(one => one.name()).join(', ')}`
}
