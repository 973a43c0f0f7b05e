// Bundles load at their start all that an import could be asked for. These plugins have them load what is taken.
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const NODE = '\0node:'
const PARTS = '\0parts of '

/** Parts of packages that load much for what few meet, here the second version of HTTP: loaded by their first call. */
const LATE = { 'undici/lib/dispatcher/client.js': { connectH2: './client-h2.js' } }

/** Where the parts of a package are whose index loads all others as well: clients of a dozen stores, a fetch, doubles for tests. */
const PACKAGES = {
  undici: {
    Agent: 'lib/dispatcher/agent.js',
    Pool: 'lib/dispatcher/pool.js',
    ProxyAgent: 'lib/dispatcher/proxy-agent.js',
    buildConnector: 'lib/core/connect.js',
  },
  'rate-limiter-flexible': {
    RateLimiterMemory: 'lib/RateLimiterMemory.js',
    RateLimiterRes: 'lib/RateLimiterRes.js',
  },
  parse5: {
    html: 'dist/common/html.js',
    foreignContent: 'dist/common/foreign-content.js',
  },
}

/** Functions that not every use of Winnow calls, of packages that keep megabytes of tables or build them when they are loaded. */
const LATE_CALLS = {
  cronstrue: ['toString'],
  'entities/decode': ['decodeHTML', 'decodeHTMLAttribute', 'decodeHTMLStrict'],
  'libphonenumber-js/min': ['parsePhoneNumberFromString'],
  parse5: ['parse'],
}

/** Of PACKAGES and LATE_CALLS, what the project takes; the bundler tells of a name that does not stand there. */
export const leanPackages = () => ({
  name: 'lean-packages',
  enforce: 'pre',
  resolveId: (id, importer) =>
    (Object.hasOwn(PACKAGES, id) || Object.hasOwn(LATE_CALLS, id)) && isOurs(importer) ? PARTS + id : null,
  load(id) {
    if (!id.startsWith(PARTS)) return
    const name = id.slice(PARTS.length)
    return [...partsOf(name), ...lateCallsOf(name)].join('\n')
  },
})

const isOurs = importer => !importer?.includes('node_modules') && !importer?.startsWith(PARTS)

/** A part of a package of CommonJS is what its file exports; of others, all that it exports. */
function partsOf(name) {
  const parts = Object.entries(PACKAGES[name] ?? {})
  if (parts.length === 0) return []
  const folder = fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))
  const isModule = require(join(folder, 'package.json')).type === 'module'
  return parts.map(([part, file]) => {
    const from = JSON.stringify(join(folder, file))
    return isModule ? `export * as ${part} from ${from}` : `export { default as ${part} } from ${from}`
  })
}

/** The first call loads the package. */
function lateCallsOf(name) {
  const calls = LATE_CALLS[name] ?? []
  if (calls.length === 0) return []
  return [
    'let whole',
    `const load = () => (whole ??= require(${JSON.stringify(name)}))`,
    ...calls.map(call => `export const ${call} = (...given) => load().${call}(...given)`),
    `export default { ${calls.join(', ')} }`,
  ]
}

/** Of LATE, the functions; the build fails where a package has changed. */
export const lateParts = () => ({
  name: 'late-parts',
  enforce: 'pre',
  transform(code, id) {
    const [, parts] = Object.entries(LATE).find(([file]) => id.endsWith(`/node_modules/${file}`)) ?? []
    if (!parts) return
    const late = Object.entries(parts).reduce((text, [name, file]) => {
      const load = `require('${file}')`
      const atOnce = `const ${name} = ${load}`
      if (!text.includes(atOnce)) this.error(`${id} does not load ${file} as ${name}.`)
      return text.replace(atOnce, `const ${name} = (...given) => ${load}(...given)`)
    }, code)
    return { code: late, map: null }
  },
})

/**
 * Node makes a module of each of its own that is imported, and reads every name of it for that; some of these load much that is
 * not needed then: the fetch of Node's own, its cryptography of the web. Of these modules, the names that are taken are read.
 */
export const leanNode = () => ({
  name: 'lean-node',
  enforce: 'pre',
  // What the bundler adds of its own comes before all modules, these too.
  resolveId: (id, importer, { kind }) =>
    isBuiltin(id) && kind === 'import-statement' && !importer?.startsWith('\0rolldown')
      ? `${NODE}${id.replace('node:', '')}`
      : null,
  load(id) {
    if (!id.startsWith(NODE)) return
    const name = id.slice(1)
    const names = Object.keys(process.getBuiltinModule(name)).filter(key => key !== 'default')
    // What is not taken is left out, since reading is said to do nothing else.
    return `const $whole = process.getBuiltinModule('${name}')
const $read = key => $whole[key]
${names.map(key => `export const ${key} = /* @__PURE__ */ $read('${key}')`).join('\n')}
export default $whole`
  },
})
