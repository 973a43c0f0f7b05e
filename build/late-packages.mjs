// A start reads, hashes and decodes every file that it imports, whether it calls it or not. Packages of some hundred kilobytes
// that no start calls are compiled to files of their own here, each of which is loaded at the first call.
import { join } from 'node:path'
import { folderOf, isOurs, partsOf } from './lean-imports.mjs'

/** Stands for the folder of the compiled program at the beginning of addresses. */
export const DIST_PREFIX = '@winnow/'

/** Files of what is used of a package whose index loads everything else as well: a fetch, test doubles. */
const FILES = {
  undici: {
    Agent: 'lib/dispatcher/agent.js',
    Pool: 'lib/dispatcher/pool.js',
    ProxyAgent: 'lib/dispatcher/proxy-agent.js',
    buildConnector: 'lib/core/connect.js',
  },
}

/** What is used of each package: functions and classes. */
const LATE_CALLS = {
  croner: ['Cron', 'CronDate'],
  cronstrue: ['toString'],
  'entities/decode': ['decodeHTML', 'decodeHTMLAttribute', 'decodeHTMLStrict'],
  'libphonenumber-js/min': ['parsePhoneNumberFromString'],
  'mime-types': ['contentType', 'lookup'],
  parse5: ['parse'],
  qs: ['parse'],
  re2js: ['RE2JS'],
  undici: Object.keys(FILES.undici),
}

/** Packages that other packages use. */
const OF_PACKAGES = ['mime-types', 'qs']

/** Classes that are used by their static members. */
const BY_MEMBERS = ['RE2JS']

/** Packages that stay where they are, since nearly every page needs them: their tables are built at the first call. */
const IN_PLACE = ['entities/decode']

/** Files of packages that load a lot of their own at a call. The text of that call. */
const LATE_REQUIRES = {
  'iconv-lite/lib/index.js': { name: 'iconv-lite/encodings/index.js', call: 'require("../encodings")' },
}

/** The same for HTTP/2, which few sites speak: a function of a file that is loaded at its first call. */
const LATE_FUNCTIONS = {
  'undici/lib/dispatcher/client.js': { name: 'connectH2', file: './client-h2.js' },
}

const WHOLE_PACKAGE = 'whole of '
const LOADER = '\0loader of '
const CALLS = '\0late calls of '

const fileOf = name => name.replaceAll('/', '-').replace(/\.js$/, '')

/** The files as entry points of the bundler: their paths without an ending, and what each is compiled from. */
export const lateFiles = Object.fromEntries(
  [...Object.keys(LATE_CALLS), ...Object.values(LATE_REQUIRES).map(({ name }) => name)]
    .filter(name => !IN_PLACE.includes(name))
    .map(name => [`server/late/${fileOf(name)}`, WHOLE_PACKAGE + name]),
)

/** Compiles the files, and replaces what loads the packages. The build fails if a package has changed. */
export const latePackages = () => ({
  name: 'late-packages',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id.startsWith(WHOLE_PACKAGE)) return `\0${id}`
    if (id.startsWith(LOADER)) return id
    if (!Object.hasOwn(LATE_CALLS, id)) return null
    const isUser = OF_PACKAGES.includes(id) ? importer?.includes('node_modules') : isOurs(importer)
    return isUser ? CALLS + id : null
  },
  load(id) {
    if (id.startsWith(`\0${WHOLE_PACKAGE}`)) return packageSource(id.slice(WHOLE_PACKAGE.length + 1))
    if (id.startsWith(LOADER)) return loaderOf(id.slice(LOADER.length))
    if (id.startsWith(CALLS)) return callsOf(id.slice(CALLS.length))
  },
  transform(code, id) {
    const change = changeOf(id)
    if (!change) return
    if (!code.includes(change.from)) this.error(`${id} does not contain ${change.from}`)
    return { code: code.replace(change.from, change.to), map: null }
  },
})

/** All that is used of a package, as CommonJS, which can be loaded in the middle of a function. */
function packageSource(name) {
  if (!FILES[name]) return `module.exports = require(${JSON.stringify(name)})`
  const exports = Object.entries(FILES[name]).map(
    ([part, file]) => `${part}: require(${JSON.stringify(join(folderOf(name), file))})`,
  )
  return `module.exports = { ${exports.join(', ')} }`
}

/** Exports a function that loads what is used of a package. */
function loaderOf(name) {
  const late = `createRequire(new URL('${DIST_PREFIX}server/late/', import.meta.url))('./${fileOf(name)}.cjs')`
  const found = IN_PLACE.includes(name) ? `require(${JSON.stringify(name)})` : late
  return `import { createRequire } from 'node:module'
let whole
export const load = () => (whole ??= ${found})`
}

/** Exports functions that load their package at their first call, as functions or as classes. */
function callsOf(name) {
  const calls = LATE_CALLS[name]
  return [
    ...partsOf(name),
    `import { load } from ${JSON.stringify(LOADER + name)}`,
    ...calls.map(lateCall),
    `export default { ${calls.join(', ')} }`,
  ].join('\n')
}

const lateCall = call =>
  BY_MEMBERS.includes(call)
    ? `export const ${call} = new Proxy({}, { get: (_, member) => load().${call}[member] })`
    : `export function ${call}(...given) {
  return new.target ? new (load().${call})(...given) : load().${call}(...given)
}`

/** The text that changes in a file of a package, and what takes its place. Undefined for all other files. */
function changeOf(id) {
  const find = table => Object.entries(table).find(([file]) => id.endsWith(`/node_modules/${file}`))?.[1]
  const required = find(LATE_REQUIRES)
  if (required)
    return { from: required.call, to: `require(${JSON.stringify(LOADER + required.name)}).load()` }
  const late = find(LATE_FUNCTIONS)
  if (!late) return
  const load = `require('${late.file}')`
  return { from: `const ${late.name} = ${load}`, to: `const ${late.name} = (...given) => ${load}(...given)` }
}
