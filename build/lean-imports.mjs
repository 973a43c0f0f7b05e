// By default, a bundle loads at its start everything that a package exports. These plugins make it load only what is used.
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const NODE = '\0node:'
const PARTS = '\0parts of '

/** Files of the used exports of packages whose index loads everything else as well, such as clients for a dozen stores. */
const PACKAGES = {
  'rate-limiter-flexible': {
    RateLimiterMemory: 'lib/RateLimiterMemory.js',
    RateLimiterRes: 'lib/RateLimiterRes.js',
  },
  parse5: {
    html: 'dist/common/html.js',
    foreignContent: 'dist/common/foreign-content.js',
  },
}

/** Replaces imports of PACKAGES by the exports that the project uses. The bundler reports an import that is not listed. */
export const leanPackages = () => ({
  name: 'lean-packages',
  enforce: 'pre',
  resolveId: (id, importer) => (Object.hasOwn(PACKAGES, id) && isOurs(importer) ? PARTS + id : null),
  load: id => (id.startsWith(PARTS) ? partsOf(id.slice(PARTS.length)).join('\n') : null),
})

/** Whether a module is imported by one of the project, not by a package or by a module that a plugin writes. */
export const isOurs = importer => !importer?.includes('node_modules') && !importer?.startsWith('\0')

/** The folder of a package. */
export const folderOf = name => fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))

/** Exports the parts of a package, if it is one of PACKAGES: for CommonJS, what the file exports; for ES modules, its namespace. */
export function partsOf(name) {
  const parts = Object.entries(PACKAGES[name] ?? {})
  if (parts.length === 0) return []
  const folder = folderOf(name)
  const isModule = require(join(folder, 'package.json')).type === 'module'
  return parts.map(([part, file]) => {
    const from = JSON.stringify(join(folder, file))
    return isModule ? `export * as ${part} from ${from}` : `export { default as ${part} } from ${from}`
  })
}

/**
 * Node creates a module for each imported built-in and reads all its exports for that, some of which load a lot of unneeded
 * code: Node's own fetch, WebCrypto. With this plugin, only the used exports are read. Each importing module gets lines of its
 * own for that: shared ones would be a dozen small files, each of which a start looks for and reads.
 */
export const leanNode = () => ({
  name: 'lean-node',
  enforce: 'pre',
  // Code that the bundler itself adds comes before all modules, including these.
  resolveId: (id, importer, { kind }) =>
    isBuiltin(id) && kind === 'import-statement' && !importer?.startsWith('\0rolldown')
      ? `${NODE}${id.replace('node:', '')}?${importer}`
      : null,
  load(id) {
    if (!id.startsWith(NODE)) return
    const [name] = id.slice(1).split('?')
    const names = Object.keys(process.getBuiltinModule(name)).filter(key => key !== 'default')
    // The bundler drops unused exports, because reading is declared to have no side effects.
    return `const $whole = process.getBuiltinModule('${name}')
const $read = key => $whole[key]
${names.map(key => `export const ${key} = /* @__PURE__ */ $read('${key}')`).join('\n')}
export default $whole`
  },
})
