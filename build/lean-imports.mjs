// Bundles load at their start all that an import could be asked for. These plugins have them load what is taken.
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'

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
}

/** Of PACKAGES, the parts that the project takes; the bundler tells of one that is not named there. */
export const leanPackages = () => ({
  name: 'lean-packages',
  enforce: 'pre',
  resolveId: (id, importer) =>
    Object.hasOwn(PACKAGES, id) && !importer?.includes('node_modules') ? `${PARTS}${id}` : null,
  load(id) {
    if (!id.startsWith(PARTS)) return
    const name = id.slice(PARTS.length)
    const folder = dirname(require.resolve(`${name}/package.json`))
    const parts = Object.entries(PACKAGES[name])
    return parts
      .map(([part, file]) => `export { default as ${part} } from ${JSON.stringify(join(folder, file))}`)
      .join('\n')
  },
})

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
