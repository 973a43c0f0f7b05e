import { AppError } from '../../../base/errors.ts'
import type { Timeline } from './timeline.ts'

/**
 * A cursor of ours, read. Mostly it is the platform's own text and goes with one kind of source alone: `<post>_<owner>`
 * with the app's call, `QV…` with the queries of former years, anything else with the grid, which also wants the number
 * of the account: `g:<node>:<text>`. `s:<skip>:<cursor>` starts within the page that the cursor opens.
 */
export interface Cursor {
  /** Posts of the page that were given before. */
  skip: number
  node_id: string | null
  /** The platform's text; null for the first page. */
  after: string | null
  /** The kinds of sources that the text may go with. */
  kinds: readonly Kind[]
}

export type Kind = 'app' | 'grid' | 'former'
const ALL: readonly Kind[] = ['app', 'grid', 'former']

export const FIRST_PAGE: Cursor = { skip: 0, node_id: null, after: null, kinds: ALL }

const FORM = /^(?:s:(?<skip>[1-9]\d{0,3}):)?(?:g:(?<node>\d{1,30}):(?=.))?(?<after>[\x21-\x7e]*)$/

/** Throws 400 for what is no cursor. */
export function readCursor(text: string): Cursor {
  const { skip, node = null, after = '' } = (text.length <= 2_000 && FORM.exec(text.trim())?.groups) || {}
  const isBroken = /^[sg]:/.test(after) || (after === '' && skip === undefined)
  if (isBroken) throw notOurs()
  return { skip: Number(skip ?? 0), node_id: node, after: after || null, kinds: kindsOf(after, node) }
}

function kindsOf(after: string, node: string | null): Cursor['kinds'] {
  if (after === '') return ALL
  if (/^\d+(?:_\d+)?$/.test(after)) return node === null ? ['app'] : ['app', 'grid']
  if (node !== null || after.startsWith('AQ')) return ['grid']
  return after.startsWith('QV') ? ['former'] : ['grid', 'former']
}

/** Where a timeline goes on; null where it ends or cannot be gone on from. */
export const cursorAfter = ({ cursor, node_id, has_next }: Timeline): string | null => {
  if (cursor === null || has_next === false) return null
  return node_id === null ? cursor : `g:${node_id}:${cursor}`
}

/** The place after so many posts of the page that a cursor opens. */
export const skipCursor = (skip: number, { node_id, after }: Cursor): string =>
  `s:${skip}:${node_id === null ? '' : `g:${node_id}:`}${after ?? ''}`

const notOurs = () =>
  new AppError('invalid_input', 'This is not a cursor.', {
    field: 'cursor',
    hint: 'Pass on the `end_cursor` of the page before, as it is.',
  })
