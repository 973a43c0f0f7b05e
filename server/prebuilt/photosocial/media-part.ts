import { parseCount } from '../../base/text/counts.ts'
import { at, booleanAt, idAt, listAt, secondsAt, stringAt } from '../json-walk.ts'
import { mediaIdOf } from './post/post-link.ts'
import { largest, looseIntegerAt, nonEmptyAt } from './values.ts'

/** What one layout holds about a post. A field is absent if the layout never has it. */
export interface MediaPart {
  id?: string | null
  shortcode?: string | null
  display_url?: string | null
  is_video?: boolean | null
  video_url?: string | null
  likes?: number | null
  comments?: number | null
  /** Seconds since 1970. */
  timestamp?: number | null
  caption?: string | null
  /** The name of the place. */
  location?: string | null
  /** The owner hides the likes: the likes that another layout gives must not be returned. */
  hides_likes?: true | null
  owner_id?: string | null
  owner_username?: string | null
  owner_full_name?: string | null
  owner_picture?: string | null
  owner_verified?: boolean | null
}

/** Reads a post with its counts in `edge_…` objects: pages until 2021, web calls, embeds, `xdt_shortcode_media`. */
export const readEdgeMedia = (node: unknown): MediaPart => ({
  id: idAt(node, 'id'),
  shortcode: nonEmptyAt(node, 'shortcode'),
  display_url: nonEmptyAt(node, 'display_url') ?? nonEmptyAt(node, 'thumbnail_src'),
  is_video: booleanAt(node, 'is_video'),
  video_url: nonEmptyAt(node, 'video_url'),
  likes: parseCount(at(node, 'edge_liked_by.count') ?? at(node, 'edge_media_preview_like.count')),
  comments: parseCount(
    at(node, 'edge_media_to_parent_comment.count') ?? at(node, 'edge_media_to_comment.count'),
  ),
  timestamp: secondsAt(node, 'taken_at_timestamp'),
  caption: stringAt(node, 'edge_media_to_caption.edges.0.node.text'),
  location: nonEmptyAt(node, 'location.name'),
  hides_likes: booleanAt(node, 'like_and_view_counts_disabled') || null,
  owner_id: idAt(node, 'owner.id'),
  owner_username: nonEmptyAt(node, 'owner.username'),
  owner_full_name: stringAt(node, 'owner.full_name'),
  owner_picture: nonEmptyAt(node, 'owner.profile_pic_url'),
  owner_verified: booleanAt(node, 'owner.is_verified'),
})

/**
 * Reads a post with all fields on one level: calls of the mobile app, `xdt_api__v1…`, `xig_polaris_media` and the short
 * entries of the grid.
 */
export function readFlatMedia(node: unknown): MediaPart {
  const owner = at(node, 'user') ?? at(node, 'owner')
  return {
    id: mediaId(node),
    shortcode: nonEmptyAt(node, 'code'),
    display_url: pictureOf(node),
    is_video: isVideo(node),
    video_url: largest(listAt(node, 'video_versions')),
    likes: parseCount(at(node, 'like_count')),
    comments: parseCount(at(node, 'comment_count')),
    timestamp: secondsAt(node, 'taken_at'),
    caption: stringAt(node, 'caption.text'),
    location: nonEmptyAt(node, 'location.name'),
    hides_likes: booleanAt(node, 'like_and_view_counts_disabled') || null,
    owner_id: idAt(owner, 'pk'),
    owner_username: nonEmptyAt(owner, 'username'),
    owner_full_name: stringAt(owner, 'full_name'),
    owner_picture: nonEmptyAt(owner, 'profile_pic_url'),
    owner_verified: booleanAt(owner, 'is_verified'),
  }
}

/**
 * Returns the id of a post. `id` is `<pk>_<owner>` or `POLARIS_<pk>`. A numeric `pk` is too large to be exact; the shortcode
 * is exact.
 */
function mediaId(node: unknown): string | null {
  const idPart = stringAt(node, 'id')?.match(/^(?:POLARIS_)?(\d+)(?:_\d+)?$/)?.[1]
  const shortcode = stringAt(node, 'code')?.match(/^[\w-]+$/)?.[0]
  return idAt(node, 'pk') ?? idPart ?? (shortcode ? mediaIdOf(shortcode) : null)
}

const IS_VIDEO_BY_TYPE = new Map([
  [1, false],
  [2, true],
  [8, false],
])

/** `media_type`, a number or a text: 1 picture, 2 video, 8 several. */
const isVideo = (node: unknown): boolean | null =>
  IS_VIDEO_BY_TYPE.get(looseIntegerAt(node, 'media_type') ?? 0) ?? null

/** For a post with several parts, the picture of the first part. */
function pictureOf(node: unknown): string | null {
  const [first] = listAt(node, 'carousel_media')
  return (
    largest(listAt(first, 'image_versions2.candidates')) ??
    largest(listAt(node, 'image_versions2.candidates')) ??
    nonEmptyAt(node, 'display_uri') ??
    nonEmptyAt(first, 'display_uri')
  )
}
