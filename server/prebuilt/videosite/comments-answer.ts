import { parseCount } from '../../base/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, find, findAll, listAt, stringAt } from '../json-walk.ts'
import { commentEntities, rendererComment, viewModelComment } from './comment-views.ts'
import type { Comment } from './comments-output.ts'
import type { CommentsPart } from './comments-part.ts'
import { textOf } from './text.ts'

const ACTIONS = ['reloadContinuationItemsCommand', 'appendContinuationItemsAction']
const COMMENTS = ['commentThreadRenderer', 'commentViewModel', 'commentRenderer']
const BESIDE = ['commentsHeaderRenderer', 'commentFilterContextViewModel', 'continuationItemRenderer']

/** An answer with comments of either kind: views of entities since 2024, whole renderers before; threads, or bare replies. */
export const commentsAnswer: Reader<CommentsPart> = {
  layout: 'continuationItems of commentViewModel or commentRenderer',
  recognise: body => (commentActions(body).length > 0 ? body : undefined),
  read(body) {
    const actions = commentActions(body)
    const items = actions.flatMap(action => listAt(action, 'continuationItems'))
    const entities = commentEntities(body)
    const shown = items.filter(isComment)
    return {
      comments: shown.map(item => commentIn(item, entities)).filter(comment => comment !== null),
      isEmpty: shown.length === 0 && entities.size === 0 && saysNone(actions),
      ...nextPage(items),
      isReplies: actions.some(action => /^comment-repl/.test(stringAt(action, 'targetId') ?? '')),
    }
  },
}

/** What an answer tells a page to do with comments: the first page fills header and body, a later one appends. */
const commentActions = (body: unknown): unknown[] =>
  ['onResponseReceivedEndpoints', 'onResponseReceivedActions']
    .flatMap(list => listAt(body, list))
    .flatMap(entry => ACTIONS.map(name => at(entry, name)))
    .filter(isAboutComments)

const isAboutComments = (action: unknown) =>
  (stringAt(action, 'targetId') ?? '').startsWith('comment') ||
  listAt(action, 'continuationItems').some(item => isComment(item) || isHeader(item))

const isComment = (item: unknown) => COMMENTS.some(name => at(item, name) !== undefined)
const isHeader = (item: unknown) => at(item, 'commentsHeaderRenderer') !== undefined
const isBeside = (item: unknown) => BESIDE.some(name => at(item, name) !== undefined)

/** A header that counts none, or lists without anything unknown: what is missing or has another name may have been moved. */
function saysNone(actions: unknown[]): boolean {
  const lists = actions.map(action => at(action, 'continuationItems')).filter(Array.isArray)
  const header = lists.flat().find(isHeader)
  const count = at(header, 'commentsHeaderRenderer.countText')
  const isCounted = header !== undefined && count !== undefined
  return isCounted ? parseCount(textOf(count)) === 0 : lists.length > 0 && lists.flat().every(isBeside)
}

/** The comment of an item; the replies that a thread shows below it are no comments of the page. Null where it cannot be read. */
function commentIn(item: unknown, entities: Map<string, unknown>): Comment | null {
  const { replies: _, ...thread } = (at(item, 'commentThreadRenderer') ?? item) as Record<string, unknown>
  const renderer = find(thread, 'commentRenderer')
  const views = [...findAll(thread, 'commentViewModel')]
  const view = views.find(node => at(node, 'commentKey') !== undefined)
  const comment = renderer === undefined ? viewModelComment(view, entities) : rendererComment(renderer)
  return comment?.text == null && comment?.author == null ? null : comment
}

/** The token behind the last item, where that asks for more; the tokens inside of threads ask for replies. */
function nextPage(items: unknown[]): Pick<CommentsPart, 'continuation' | 'hasMore'> {
  const more = items.map(item => at(item, 'continuationItemRenderer')).findLast(item => item !== undefined)
  const continuation = stringAt(find(more, 'continuationCommand'), 'token')
  return { continuation, hasMore: more === undefined ? false : continuation === null ? null : true }
}
