import { whyMissing } from '../page-view.ts'
import { readItem } from './json-source.ts'
import type { CompiledSource } from './source.ts'

/** Reads the content of meta elements by name: the first that is not empty, or all. */
export function metaSource(name: string, all: boolean): CompiledSource {
  const missing = `no meta element is named ${JSON.stringify(name)}`
  return {
    find(scope, page) {
      const found = page.metas(name)
      if (found.length === 0) return whyMissing(page, missing)
      return (all ? found : [found.find(Boolean) ?? '']).map(item => ({ node: scope.node, item }))
    },
    read: readItem,
  }
}
