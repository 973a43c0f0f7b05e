export interface BioLink {
  title: string | null
  url: string
}

/** What one layout tells of an account. A field that is not named is one that the layout never has. */
export interface ProfilePart {
  /** The number that calls name the account by. */
  id?: string | null
  /** The number by which queries go on after its first posts. */
  node_id?: string | null
  username?: string | null
  full_name?: string | null
  biography?: string | null
  picture?: string | null
  external_url?: string | null
  bio_links?: BioLink[]
  followers?: number | null
  following?: number | null
  posts?: number | null
  verified?: boolean | null
  private?: boolean | null
  business?: boolean | null
  professional?: boolean | null
  category?: string | null
  email?: string | null
  phone?: string | null
}
