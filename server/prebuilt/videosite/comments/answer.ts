import { parseCount } from '../../../base/text/counts.ts'
import type { Reader } from '../../define-prebuilt.ts'
import { at, find, findAll, listAt, stringAt } from '../../json-walk.ts'
import { channelIdOf } from '../channel/path.ts'
import { textAt, textOf } from '../text.ts'
import type { Comment, CommentsPart } from './output.ts'

/** Returns the entities of a response that hold comments, by key. They are in no particular order. */
const commentEntities = (body: unknown): Map<string, unknown> =>
  new Map(
    listAt(body, 'frameworkUpdates.entityBatchUpdate.mutations').flatMap(mutation => {
      const entity = at(mutation, 'payload.commentEntityPayload')
      const key = stringAt(mutation, 'entityKey') ?? stringAt(entity, 'key')
      return entity !== undefined && key !== null ? [[key, entity] as const] : []
    }),
  )

/**
 * Reads a comment since 2024: the item refers to an entity, which holds the comment. Returns null if the entity is missing.
 */
function viewModelComment(
  view: unknown,
  entities: Map<string, unknown>,
  hasNoReplies: boolean,
): Comment | null {
  const entity = entities.get(stringAt(view, 'commentKey') ?? '')
  if (entity === undefined) return null
  const toolbar = at(entity, 'toolbar')
  return {
    id: stringAt(entity, 'properties.commentId') ?? stringAt(view, 'commentId'),
    text: textAt(entity, 'properties.content'),
    author: stringAt(entity, 'author.displayName'),
    author_channel_id: channelIdOf(at(entity, 'author.channelId')),
    likes: countOf(stringAt(toolbar, 'likeCountNotliked'), stringAt(toolbar, 'likeCountA11y')),
    reply_count:
      countOf(stringAt(toolbar, 'replyCount'), stringAt(toolbar, 'replyCountA11y')) ??
      (hasNoReplies ? 0 : null),
    published_at: stringAt(entity, 'properties.publishedTime'),
  }
}

/**
 * Reads a comment from 2021 to mid 2024: the item is the comment. Counts of 0 are absent; only the label of the like button
 * has the exact number.
 */
function rendererComment(comment: unknown): Comment {
  const [likes, replies] = [at(comment, 'voteCount'), at(comment, 'replyCount')]
  const button = at(comment, 'actionButtons.commentActionButtonsRenderer.likeButton')
  const label = stringAt(find(button, 'accessibilityData'), 'accessibilityData.label')
  return {
    id: stringAt(comment, 'commentId'),
    text: textAt(comment, 'contentText'),
    author: textAt(comment, 'authorText'),
    author_channel_id: channelIdOf(at(comment, 'authorEndpoint.browseEndpoint.browseId')),
    likes: parseCount(label) ?? (likes === undefined ? 0 : parseCount(textOf(likes))),
    reply_count: replies === undefined ? 0 : parseCount(replies),
    published_at: textAt(comment, 'publishedTimeText'),
  }
}

/** Reads a count from its text or from its accessibility label; an empty text means 0. */
export const countOf = (text: string | null, label: string | null): number | null =>
  parseCount(text) ?? parseCount(label) ?? (text?.trim() === '' ? 0 : null)

const ACTIONS = ['reloadContinuationItemsCommand', 'appendContinuationItemsAction']
const COMMENT_ITEMS = ['commentThreadRenderer', 'commentViewModel', 'commentRenderer']
const OTHER_ITEMS = ['commentsHeaderRenderer', 'commentFilterContextViewModel', 'continuationItemRenderer']

/** A response with comments: references to entities since 2024, whole renderers before; as threads, or as bare replies. */
export const commentsAnswer: Reader<CommentsPart> = {
  layout: 'continuationItems of commentViewModel or commentRenderer',
  recognise: body => (commentActions(body).length > 0 ? body : undefined),
  read(body) {
    const actions = commentActions(body)
    const items = actions.flatMap(action => listAt(action, 'continuationItems'))
    const entities = commentEntities(body)
    const commentItems = items.filter(isComment)
    const comments = commentItems.map(item => readComment(item, entities)).filter(comment => comment !== null)
    return {
      comments,
      isEmpty: commentItems.length === 0 && entities.size === 0 && saysNoComments(actions),
      unread: commentItems.length - comments.length,
      ...nextPage(items),
      isReplies: actions.some(action => /^comment-repl/.test(stringAt(action, 'targetId') ?? '')),
    }
  },
}

/**
 * Returns the actions of a response that add comments to a page: the first page fills header and body, later pages append.
 */
const commentActions = (body: unknown): unknown[] =>
  ['onResponseReceivedEndpoints', 'onResponseReceivedActions']
    .flatMap(list => listAt(body, list))
    .flatMap(entry => ACTIONS.map(name => at(entry, name)))
    .filter(isAboutComments)

const isAboutComments = (action: unknown) =>
  (stringAt(action, 'targetId') ?? '').startsWith('comment') ||
  listAt(action, 'continuationItems').some(item => isComment(item) || isHeader(item))

const isComment = (item: unknown) => COMMENT_ITEMS.some(name => at(item, name) !== undefined)
const isHeader = (item: unknown) => at(item, 'commentsHeaderRenderer') !== undefined
const isOtherItem = (item: unknown) => OTHER_ITEMS.some(name => at(item, name) !== undefined)

/**
 * Whether a header counts 0 comments, or the lists hold only known items. Missing or unknown items may be comments in a new
 * layout.
 */
function saysNoComments(actions: unknown[]): boolean {
  const lists = actions.map(action => at(action, 'continuationItems')).filter(Array.isArray)
  const header = lists.flat().find(isHeader)
  const count = at(header, 'commentsHeaderRenderer.countText')
  const isCounted = header !== undefined && count !== undefined
  return isCounted ? parseCount(textOf(count)) === 0 : lists.length > 0 && lists.flat().every(isOtherItem)
}

/** Returns the comment of an item, or null if it cannot be read. Replies below a thread are not comments of the page. */
function readComment(item: unknown, entities: Map<string, unknown>): Comment | null {
  const threadRenderer = at(item, 'commentThreadRenderer')
  const { replies, ...thread } = (threadRenderer ?? item) as Record<string, unknown>
  const renderer = find(thread, 'commentRenderer')
  const views = [...findAll(thread, 'commentViewModel')]
  const view = views.find(node => at(node, 'commentKey') !== undefined)
  const comment =
    renderer === undefined
      ? viewModelComment(view, entities, threadRenderer !== undefined && replies === undefined)
      : rendererComment(renderer)
  return comment?.text == null && comment?.author == null ? null : comment
}

/**
 * Returns the token in the last item, if it requests more comments. Tokens inside threads request replies. An unknown item
 * may have the token in a new layout.
 */
function nextPage(items: unknown[]): Pick<CommentsPart, 'continuation' | 'hasMore'> {
  const nextItem = items
    .map(item => at(item, 'continuationItemRenderer'))
    .findLast(item => item !== undefined)
  const continuation = stringAt(find(nextItem, 'continuationCommand'), 'token')
  const isEnd = nextItem === undefined && items.every(item => isComment(item) || isOtherItem(item))
  return { continuation, hasMore: isEnd ? false : continuation === null ? null : true }
}
