import { parseCount } from '../../base/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, find, findAll } from '../json-walk.ts'
import { channelIdOf } from './channel-path.ts'
import { commentCount } from './comments-section.ts'
import { videoIdIn } from './player.ts'
import { textAt, textOf } from './text.ts'
import type { VideoPart } from './video-part.ts'
import { columnOf } from './watch-page.ts'

/** The watch page of the desktop: the only place of likes for most clients, and of the number of comments. */
export const watchPage: Reader<VideoPart> = {
  layout: 'videoPrimaryInfoRenderer',
  recognise: body => (find(columnOf(body), 'videoPrimaryInfoRenderer') === undefined ? undefined : body),
  read(body) {
    const head = find(columnOf(body), 'videoPrimaryInfoRenderer')
    const foot = find(columnOf(body), 'videoSecondaryInfoRenderer')
    const owner = at(foot, 'owner.videoOwnerRenderer')
    const views = at(head, 'viewCount.videoViewCountRenderer')
    const isLive = at(views, 'isLive') === true
    return {
      video_id: videoIdIn(body),
      title: textAt(head, 'title'),
      description: textAt(foot, 'attributedDescription') ?? textAt(foot, 'description'),
      channel_id:
        channelIdOf(at(owner, 'navigationEndpoint.browseEndpoint.browseId')) ??
        channelIdOf(at(foot, 'subscribeButton.subscribeButtonRenderer.channelId')),
      channel_name: textAt(owner, 'title') ?? textAt(owner, 'attributedTitle'),
      published_at: textAt(head, 'dateText'),
      // A stream shows here how many are watching.
      view_count: isLive ? null : parseCount(textAt(views, 'viewCount')),
      like_count: likes(at(head, 'videoActions')),
      comment_count: commentCount(body),
      is_live: isLive ? true : null,
    }
  },
}

/** The label of the button has the exact number, its face a rounded one. */
function likes(actions: unknown): number | null {
  const old = [...findAll(actions, 'toggleButtonRenderer')].find(
    button => at(button, 'defaultIcon.iconType') === 'LIKE',
  )
  const button = find(actions, 'likeButtonViewModel') ?? old
  const texts = [find(button, 'accessibilityText'), find(button, 'label'), find(button, 'title')]
  return texts.map(text => parseCount(textOf(text))).find(count => count !== null) ?? null
}
