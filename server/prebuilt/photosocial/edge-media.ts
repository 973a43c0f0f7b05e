import { parseCount } from '../../base/counts.ts'
import { at, booleanAt, stringAt } from '../json-walk.ts'
import type { MediaPart } from './media-part.ts'
import { filledAt, idAt, wholeAt } from './values.ts'

/** A post whose counts hang on `edge_…` objects: pages to 2021, web calls, embeds, `xdt_shortcode_media`. */
export const readEdgeMedia = (node: unknown): MediaPart => ({
  id: idAt(node, 'id'),
  shortcode: filledAt(node, 'shortcode'),
  display_url: filledAt(node, 'display_url') ?? filledAt(node, 'thumbnail_src'),
  is_video: booleanAt(node, 'is_video'),
  video_url: filledAt(node, 'video_url'),
  likes: parseCount(at(node, 'edge_liked_by.count') ?? at(node, 'edge_media_preview_like.count')),
  comments: parseCount(
    at(node, 'edge_media_to_parent_comment.count') ?? at(node, 'edge_media_to_comment.count'),
  ),
  timestamp: wholeAt(node, 'taken_at_timestamp'),
  caption: stringAt(node, 'edge_media_to_caption.edges.0.node.text'),
  location: filledAt(node, 'location.name'),
  hides_likes: booleanAt(node, 'like_and_view_counts_disabled') || null,
  owner_id: idAt(node, 'owner.id'),
  owner_username: filledAt(node, 'owner.username'),
  owner_full_name: stringAt(node, 'owner.full_name'),
  owner_picture: filledAt(node, 'owner.profile_pic_url'),
  owner_verified: booleanAt(node, 'owner.is_verified'),
})
