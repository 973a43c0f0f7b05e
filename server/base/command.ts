import { basename, delimiter, dirname, resolve } from 'node:path'

/** npm scripts of the package that start Winnow. */
const SCRIPTS = ['start', 'dev', 'winnow']

/** The file of the command. npm names its link `winnow`. */
const PROGRAM = 'winnow.mjs'
const LINK = 'winnow'

/**
 * Returns how the user can start a Winnow command: npm sets environment variables that show how this process was started;
 * without them, the file that Node was given (`program`) shows it.
 */
export function commandName(
  { npm_lifecycle_event: script = '', npm_package_name: owner, PATH }: NodeJS.ProcessEnv,
  program = '',
) {
  if (script === 'npx') return 'npx winnow'
  if (owner === 'winnow' && SCRIPTS.includes(script)) return 'npm run -s winnow --'
  if (basename(program) === PROGRAM) return `node ${quoteWord(program)}`
  return basename(program) === LINK && !isOnPath(program, PATH) ? quoteWord(program) : LINK
}

/** Whether a shell finds the program by its name. */
const isOnPath = (program: string, path: string | undefined) =>
  path === undefined || path.split(delimiter).includes(dirname(program))

const FOLDER_OPTION = '--data-dir'

/**
 * Returns the `--data-dir` option for the data folder of this process, or '' if it has the default. Another process would
 * use the default folder.
 */
export function folderOption(argv: string[], { WINNOW_DATA_DIR }: NodeJS.ProcessEnv): string {
  const at = argv.indexOf(FOLDER_OPTION)
  const joinedValue = argv.find(arg => arg.startsWith(`${FOLDER_OPTION}=`))?.slice(FOLDER_OPTION.length + 1)
  const folder = at < 0 ? joinedValue || WINNOW_DATA_DIR : argv[at + 1]
  return folder ? ` ${FOLDER_OPTION} ${quoteWord(resolve(folder))}` : ''
}

/** Quotes a text as one word of a command line, if needed. */
export function quoteWord(text: string): string {
  if (process.platform === 'win32') return /^[\w.:\\/@,=+-]+$/.test(text) ? text : `"${text}"`
  return /^[\w.:/@,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * A Winnow command, ready to be pasted: it starts the way this process was started, and names its data folder. Values are
 * quoted where a shell needs it; each entry of a list becomes one word.
 *
 *     commandLine`accounts set ${name} --unlimited` // winnow accounts set 'my shop' --unlimited
 */
export function commandLine(parts: TemplateStringsArray, ...values: (string | readonly string[])[]): string {
  const words = values.map(value => [value].flat().map(quoteWord).join(' '))
  const text = String.raw({ raw: parts }, ...words)
  return `${commandName(process.env, process.argv[1])} ${text}${folderOption(process.argv, process.env)}`
}

/** A Winnow command in backticks, for use in a sentence. */
export const command = (parts: TemplateStringsArray, ...values: (string | readonly string[])[]) =>
  `\`${commandLine(parts, ...values)}\``

/** Same as `command`, for answers that anyone can read: without the paths of the data folder and the program. */
export const publicCommand = (parts: TemplateStringsArray) =>
  `\`${commandName(process.env, publicProgram(process.argv[1]))} ${parts[0]}\``

const publicProgram = (program = '') => (basename(program) === PROGRAM ? `bin/${PROGRAM}` : '')
