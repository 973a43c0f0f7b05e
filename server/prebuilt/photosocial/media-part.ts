/** What one layout tells of a post. A field that is not named is one that the layout never has. */
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
  /** The owner keeps the likes to themselves: whatever another layout says of them is not theirs to count. */
  hides_likes?: true | null
  owner_id?: string | null
  owner_username?: string | null
  owner_full_name?: string | null
  owner_picture?: string | null
  owner_verified?: boolean | null
}
