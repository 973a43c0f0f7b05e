import { AppError } from '../../../base/errors.ts'
import type { Timeline } from './timeline.ts'

/**
 * A parsed cursor. It usually is the platform's own text, and works with only one kind of source: `<post>_<owner>` with the
 * app's call, `QV…` with former queries, anything else with the grid. The grid also needs the account's node number:
 * `g:<node>:<text>`. `s:<skip>:<cursor>` starts within the page at the cursor.
 */
export interface Cursor {
  /** Number of posts of the page that have already been returned. */
  skip: number
  node_id: string | null
  /** The platform's text; null for the first page. */
  after: string | null
  /** The kinds of sources that the text may work with. */
  kinds: readonly CursorKind[]
}

export type CursorKind = 'app' | 'grid' | 'former'
const ALL_KINDS: readonly CursorKind[] = ['app', 'grid', 'former']

export const FIRST_PAGE: Cursor = { skip: 0, node_id: null, after: null, kinds: ALL_KINDS }

const CURSOR_PATTERN = /^(?:s:(?<skip>[1-9]\d{0,3}):)?(?:g:(?<node>\d{1,30}):(?=.))?(?<after>[\x21-\x7e]*)$/

/** Throws AppError `invalid_input` for a text that is not a cursor. */
export function readCursor(text: string): Cursor {
  const {
    skip,
    node = null,
    after = '',
  } = (text.length <= 2_000 && CURSOR_PATTERN.exec(text.trim())?.groups) || {}
  const isBroken = /^[sg]:/.test(after) || (after === '' && skip === undefined)
  if (isBroken) throw invalidCursor()
  return { skip: Number(skip ?? 0), node_id: node, after: after || null, kinds: kindsOf(after, node) }
}

function kindsOf(after: string, node: string | null): Cursor['kinds'] {
  if (after === '') return ALL_KINDS
  if (/^\d+(?:_\d+)?$/.test(after)) return node === null ? ['app'] : ['app', 'grid']
  if (node !== null || after.startsWith('AQ')) return ['grid']
  return after.startsWith('QV') ? ['former'] : ['grid', 'former']
}

/** Returns the cursor for the page after a timeline, or null if the timeline ends or has no cursor. */
export const cursorAfter = ({ cursor, node_id, has_next }: Timeline): string | null => {
  if (cursor === null || has_next === false) return null
  return node_id === null ? cursor : `g:${node_id}:${cursor}`
}

/** Returns the cursor for the position after `skip` posts of the page at a cursor. */
export const skipCursor = (skip: number, { node_id, after }: Cursor): string =>
  `s:${skip}:${node_id === null ? '' : `g:${node_id}:`}${after ?? ''}`

const invalidCursor = () =>
  new AppError('invalid_input', 'This is not a cursor.', {
    field: 'cursor',
    hint: 'Pass on the `end_cursor` of the page before, as it is.',
  })
