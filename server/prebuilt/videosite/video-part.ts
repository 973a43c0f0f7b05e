import type { Image } from './text.ts'

/** What one layout tells of a video. A field that is not named is one that the layout never has. */
export interface VideoPart {
  video_id?: string | null
  title?: string | null
  description?: string | null
  channel_id?: string | null
  channel_name?: string | null
  published_at?: string | null
  duration_seconds?: number | null
  view_count?: number | null
  like_count?: number | null
  comment_count?: number | null
  thumbnails?: Image[]
  keywords?: string[]
  category?: string | null
  is_live?: boolean | null
  is_family_safe?: boolean | null
  caption_languages?: string[]
}
