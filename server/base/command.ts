import { basename, delimiter, dirname, resolve } from 'node:path'

/** Scripts of the package that start Winnow. */
const SCRIPTS = ['start', 'dev', 'winnow']

/** The file that is the command; npm gives its link the other name. */
const PROGRAM = 'winnow.mjs'
const LINK = 'winnow'

/**
 * How a command of Winnow begins for whoever started this process: npm tells its programs how they were started; otherwise
 * it shows in the file that Node was given, `program`.
 */
export function commandName(
  { npm_lifecycle_event: script = '', npm_package_name: owner, PATH }: NodeJS.ProcessEnv,
  program = '',
) {
  if (script === 'npx') return 'npx winnow'
  if (owner === 'winnow' && SCRIPTS.includes(script)) return 'npm run -s winnow --'
  if (basename(program) === PROGRAM) return `node ${quoted(program)}`
  return basename(program) === LINK && !isFound(program, PATH) ? quoted(program) : LINK
}

/** Whether a shell finds a program by its name. */
const isFound = (program: string, path: string | undefined) =>
  path === undefined || path.split(delimiter).includes(dirname(program))

const FOLDER = '--data-dir'

/** The data folder that this process was given, as an option: another process would take the default. */
export function folderOption(argv: string[], { WINNOW_DATA_DIR }: NodeJS.ProcessEnv): string {
  const at = argv.indexOf(FOLDER)
  const joined = argv.find(arg => arg.startsWith(`${FOLDER}=`))?.slice(FOLDER.length + 1)
  const folder = at < 0 ? joined || WINNOW_DATA_DIR : argv[at + 1]
  return folder ? ` ${FOLDER} ${quoted(resolve(folder))}` : ''
}

/** A text as one word of a command line. */
export function quoted(text: string): string {
  if (process.platform === 'win32') return /^[\w.:\\/@,=+-]+$/.test(text) ? text : `"${text}"`
  return /^[\w.:/@,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * A command of Winnow, ready to be pasted: it begins as this process was started, and names its data folder. Values are
 * quoted where a shell needs that; a list is a word for each.
 *
 *     commandLine`accounts set ${name} --unlimited` // winnow accounts set 'my shop' --unlimited
 */
export function commandLine(parts: TemplateStringsArray, ...values: (string | readonly string[])[]): string {
  const words = values.map(value => [value].flat().map(quoted).join(' '))
  const text = String.raw({ raw: parts }, ...words)
  return `${commandName(process.env, process.argv[1])} ${text}${folderOption(process.argv, process.env)}`
}

/** A command of Winnow in backticks, for a sentence. */
export const command = (parts: TemplateStringsArray, ...values: (string | readonly string[])[]) =>
  `\`${commandLine(parts, ...values)}\``

/** The same for answers to anyone who asks: the folders of data and program are the owner's matter. */
export const publicCommand = (parts: TemplateStringsArray) =>
  `\`${commandName(process.env, publicPlace(process.argv[1]))} ${parts[0]}\``

const publicPlace = (program = '') => (basename(program) === PROGRAM ? `bin/${PROGRAM}` : '')
