// Preloaded by the processes of a full test run: as soon as the program is compiled, threads of the service start from the
// compiled code, in a third of the time that they need from the sources. Most tests of jobs and pages start a thread.
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const FOLDER = 'compiled Winnow'
const sources = new URL('../', import.meta.url).href

// Some threads get no environment variables.
if (isMainThread) setEnvironmentData(FOLDER, process.env.COMPILED_WINNOW)
else if (existsSync(getEnvironmentData(FOLDER))) registerHooks({ resolve: takeCompiled })

function takeCompiled(name, context, next) {
  // Packages are loaded from one place: piscina marks transferable values with a symbol that is different in each copy of
  // the package, and the starting process has to recognise it.
  const isPackage = /^[\w@]/.test(name) && !name.startsWith('node:')
  const found = next(name, isPackage ? { ...context, parentURL: import.meta.url } : context)
  if (!found.url.startsWith(`${sources}server/`) || !found.url.endsWith('worker.ts')) return found
  const path = found.url.slice(sources.length).replace(/ts$/, 'js')
  return { ...found, url: `${pathToFileURL(getEnvironmentData(FOLDER))}/${path}`, format: 'module' }
}
