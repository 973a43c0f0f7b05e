import { endOnFirstPage } from '../paging/gather-list.ts'
import { listOf } from '../paging/paged-list.ts'
import { compileUrlPatterns } from '../paging/url-patterns.ts'
import type { PageKind, PageSchema, Pagination } from '../parser-schema.ts'
import {
  addressRule,
  type CompileContext,
  compileExpect,
  compileFields,
  compileFollow,
  compileRule,
  keysOf,
} from './compile-rule.ts'
import type { CompiledFields, CompiledKind, CompiledNext } from './compiled-parser.ts'

/** Compiles a kind of pages of a checked schema. `path` is its path in the schema. */
export function compileKind(
  kind: PageKind & PageSchema,
  path: string,
  context: CompileContext,
): CompiledKind {
  const location = { path, key: '' }
  const { name, match, paginate, follow } = kind
  const fields = compileFields(kind.fields, location, context)
  const list = paginate && (listOf(kind.fields, paginate.list) as string)
  if (list !== undefined) markPaged(fields, list)
  return {
    name: name ?? path,
    fields,
    keys: keysOf(fields),
    expect: compileExpect(kind.expect, location, context),
    fitsUrl: match?.url_patterns ? compileUrlPatterns(match.url_patterns) : null,
    fits: compileExpect(match?.expect, { ...location, path: `${path}.match` }, context),
    next: paginate && compileNext(paginate, list!, `${path}.paginate`, context),
    endList: paginate?.until === undefined ? undefined : first => endOnFirstPage(kind, paginate, first),
    follow: follow && compileFollow(follow, location, context),
  }
}

function markPaged({ inTurn }: CompiledFields, list: string): void {
  const { rule } = inTurn.find(({ name }) => name === list)!
  rule.isPaged = true
  for (const choice of Array.isArray(rule.source) ? rule.source : []) choice.isPaged = true
}

function compileNext(
  { next, param, cursor, start = 1, step = 1 }: Pagination,
  list: string,
  path: string,
  context: CompileContext,
): CompiledNext {
  const rule = (key: string, source: NonNullable<typeof next>) =>
    compileRule(source, { path: `${path}.${key}`, key: '' }, context)
  if (next !== undefined) return { way: 'link', rule: rule('next', addressRule(next)), list }
  return cursor === undefined
    ? { way: 'count', param: param!, start, step }
    : { way: 'cursor', param: param!, rule: rule('cursor', cursor) }
}
