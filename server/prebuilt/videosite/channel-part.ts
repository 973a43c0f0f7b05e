import type { Image } from './text.ts'

/** What one layout tells of a channel. A field that is not named is one that the layout never has. */
export interface ChannelPart {
  channel_id?: string | null
  channel_url?: string | null
  name?: string | null
  description?: string | null
  /** The sizes of the header, in its order. */
  avatar?: Image[]
  /** The one large picture of the metadata. */
  portrait?: Image[]
  tags?: string[]
  /** As shown: `5.04m subscribers`. */
  subscribers?: string | null
  video_count?: number | null
  view_count?: number | null
  joined_date?: string | null
  country?: string | null
  /** Addresses, out of their wrappers. */
  links?: string[]
}
