// Preloaded by the processes of a run of all tests: once the program is compiled, threads of the service start from that, in a
// third of the time that they take from the sources. Most tests of jobs and pages start one.
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const FOLDER = 'compiled Winnow'
const sources = new URL('../', import.meta.url).href

// Some threads are given no environment variables.
if (isMainThread) setEnvironmentData(FOLDER, process.env.COMPILED_WINNOW)
else if (existsSync(getEnvironmentData(FOLDER))) registerHooks({ resolve: takeCompiled })

function takeCompiled(name, context, next) {
  // What a thread moves is known by a sign that each copy of a package has for itself: the one that started it has to see it.
  const isPackage = /^[\w@]/.test(name) && !name.startsWith('node:')
  const found = next(name, isPackage ? { ...context, parentURL: import.meta.url } : context)
  if (!found.url.startsWith(`${sources}server/`) || !found.url.endsWith('worker.ts')) return found
  const path = found.url.slice(sources.length).replace(/ts$/, 'js')
  return { ...found, url: `${pathToFileURL(getEnvironmentData(FOLDER))}/${path}`, format: 'module' }
}
