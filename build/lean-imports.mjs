// By default, a bundle loads at its start everything that a package exports. These plugins make it load only what is used.
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const NODE = '\0node:'
const PARTS = '\0parts of '

/** Rarely used parts of packages that load a lot of code, such as HTTP/2. They are loaded at their first call. */
const LATE = { 'undici/lib/dispatcher/client.js': { connectH2: './client-h2.js' } }

/** Files of the used exports of packages whose index loads everything else as well: clients for a dozen stores, a fetch, test doubles. */
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

/** Functions that are not always needed, of packages with megabytes of tables that are loaded or built on import. */
const LATE_CALLS = {
  cronstrue: ['toString'],
  'entities/decode': ['decodeHTML', 'decodeHTMLAttribute', 'decodeHTMLStrict'],
  'libphonenumber-js/min': ['parsePhoneNumberFromString'],
  parse5: ['parse'],
}

/** Replaces imports of PACKAGES and LATE_CALLS by the exports that the project uses. The bundler reports an import that is not listed. */
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

/** Exports the parts of a package: for CommonJS, what the file exports; for ES modules, its namespace. */
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

/** Exports functions that load the package at their first call. */
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

/** Makes the requires of LATE lazy. The build fails if the package has changed. */
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
 * Node creates a module for each imported built-in and reads all its exports for that, some of which load a lot of unneeded
 * code: Node's own fetch, WebCrypto. With this plugin, only the used exports are read.
 */
export const leanNode = () => ({
  name: 'lean-node',
  enforce: 'pre',
  // Code that the bundler itself adds comes before all modules, including these.
  resolveId: (id, importer, { kind }) =>
    isBuiltin(id) && kind === 'import-statement' && !importer?.startsWith('\0rolldown')
      ? `${NODE}${id.replace('node:', '')}`
      : null,
  load(id) {
    if (!id.startsWith(NODE)) return
    const name = id.slice(1)
    const names = Object.keys(process.getBuiltinModule(name)).filter(key => key !== 'default')
    // The bundler drops unused exports, because reading is declared to have no side effects.
    return `const $whole = process.getBuiltinModule('${name}')
const $read = key => $whole[key]
${names.map(key => `export const ${key} = /* @__PURE__ */ $read('${key}')`).join('\n')}
export default $whole`
  },
})
