import { parseCount } from '../../base/counts.ts'
import { at, find, listAt, stringAt } from '../json-walk.ts'
import { channelIdOf } from './channel-path.ts'
import type { Comment } from './comments-output.ts'
import { textAt, textOf } from './text.ts'

/** The entities of an answer that hold comments, by their key. They come in no order. */
export const commentEntities = (body: unknown): Map<string, unknown> =>
  new Map(
    listAt(body, 'frameworkUpdates.entityBatchUpdate.mutations').flatMap(mutation => {
      const entity = at(mutation, 'payload.commentEntityPayload')
      const key = stringAt(mutation, 'entityKey') ?? stringAt(entity, 'key')
      return entity !== undefined && key !== null ? [[key, entity] as const] : []
    }),
  )

/** Since 2024: the item names an entity, which holds the comment. Null where the entity is missing. */
export function viewModelComment(view: unknown, entities: Map<string, unknown>): Comment | null {
  const entity = entities.get(stringAt(view, 'commentKey') ?? '')
  if (entity === undefined) return null
  const toolbar = at(entity, 'toolbar')
  return {
    id: stringAt(entity, 'properties.commentId') ?? stringAt(view, 'commentId'),
    text: textAt(entity, 'properties.content'),
    author: stringAt(entity, 'author.displayName'),
    author_channel_id: channelIdOf(at(entity, 'author.channelId')),
    likes: countOf(stringAt(toolbar, 'likeCountNotliked'), stringAt(toolbar, 'likeCountA11y')),
    reply_count: countOf(stringAt(toolbar, 'replyCount'), stringAt(toolbar, 'replyCountA11y')),
    published_at: stringAt(entity, 'properties.publishedTime'),
  }
}

/** 2021 to mid 2024: the item is the comment. Counts that are 0 are absent; likes are exact only in the label of their button. */
export function rendererComment(comment: unknown): Comment {
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

/** A count from its text, or from the words for it that are read aloud; a text that is there and blank means 0. */
export const countOf = (text: string | null, spoken: string | null): number | null =>
  parseCount(text) ?? parseCount(spoken) ?? (text?.trim() === '' ? 0 : null)
