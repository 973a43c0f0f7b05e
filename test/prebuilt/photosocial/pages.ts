import { shortcodeOf } from '../../../server/prebuilt/photosocial/post/post-link.ts'

/** Small handwritten pages, one per layout, with only what its reader knows. */

export const ID = '48120396571'
export const NODE = '17841448120396571'
export const NAME = 'tidepool.studio'

export const idOf = (post: number) => `${3_456_612_345_678_901_234n - BigInt(post)}`
export const codeOf = (post: number) => shortcodeOf(idOf(post))
export const cursorAt = (post: number) => `${idOf(post)}_${ID}`
export const timeOf = (post: number) => 1_726_280_000 - post

/** Posts `from` to `to`, newest first, in the layout that `make` gives them. */
export const posts = <T>(from: number, to: number, make: (post: number) => T): T[] =>
  Array.from({ length: to - from + 1 }, (_, index) => make(from + index))

const sizes = (post: number) => [
  { url: `https://pictures.example/${post}_480.jpg`, width: 480, height: 480 },
  { url: `https://pictures.example/${post}_1080.jpg`, width: 1_080, height: 1_350 },
  { url: `https://pictures.example/${post}_tie.jpg`, width: 1_350, height: 1_080 },
]

export const edgePost = (post: number) => ({
  __typename: 'GraphImage',
  id: idOf(post),
  shortcode: codeOf(post),
  display_url: `https://pictures.example/${post}.jpg`,
  is_video: false,
  edge_media_to_caption: { edges: [{ node: { text: `Post ${post}` } }] },
  edge_media_to_comment: { count: post + 3 },
  edge_media_preview_like: { count: post + 100 },
  taken_at_timestamp: timeOf(post),
  owner: { id: ID, username: NAME },
})

export const flatPost = (post: number) => ({
  pk: idOf(post),
  id: `${idOf(post)}_${ID}`,
  code: codeOf(post),
  media_type: 1,
  image_versions2: { candidates: sizes(post) },
  caption: { text: `Post ${post}` },
  comment_count: post + 3,
  like_count: post + 100,
  taken_at: timeOf(post),
  user: { pk: ID, username: NAME },
})

export const gridPost = (post: number) => ({
  pk: idOf(post),
  id: `POLARIS_${idOf(post)}`,
  code: codeOf(post),
  media_type: '1',
  display_uri: `https://pictures.example/${post}_640.jpg`,
  caption: { text: `Post ${post}` },
  user: { pk: ID, username: NAME },
})

const connection = (nodes: unknown[], end_cursor: string | null) => ({
  edges: nodes.map(node => ({ node })),
  page_info: { has_next_page: end_cursor !== null, end_cursor },
})

const WORDS = {
  username: NAME,
  full_name: 'Tidepool Studio',
  biography: 'Small films.\nAbout small animals.',
}
const LINK = {
  title: 'All films',
  url: 'https://tidepool.example',
  lynx_url: 'https://l.photosocial.example/?u=x',
  link_type: 'external',
}

export const edgeUser = {
  ...WORDS,
  id: ID,
  fbid: NODE,
  external_url: 'https://tidepool.example',
  bio_links: [LINK],
  profile_pic_url: 'https://pictures.example/me_150.jpg',
  profile_pic_url_hd: 'https://pictures.example/me_320.jpg',
  edge_followed_by: { count: 128_402 },
  edge_follow: { count: 211 },
  is_verified: false,
  is_private: false,
  is_business_account: false,
  is_professional_account: true,
  category_name: 'Video creator',
  business_category_name: 'None',
  business_email: '',
  business_phone_number: null,
}

/** An account with one page of its posts. */
export const profileInfo = (nodes: unknown[], end_cursor: string | null = 'QVFDabc') => ({
  data: {
    user: { ...edgeUser, edge_owner_to_timeline_media: { count: 640, ...connection(nodes, end_cursor) } },
  },
  status: 'ok',
})

export const formerPage = (nodes: unknown[], end_cursor: string | null = 'QVFDdef') => ({
  data: { user: { edge_owner_to_timeline_media: { count: 640, ...connection(nodes, end_cursor) } } },
  status: 'ok',
})

export const xigUser = {
  ...WORDS,
  pk: ID,
  id: NODE,
  bio_links: [{ lynx_url: 'https://l.photosocial.example/?u=https%3A%2F%2Ftidepool.example&e=1' }],
  follower_count: 128_402,
  following_count: 211,
  all_media_count: null,
  is_private: false,
  is_verified: false,
  profile_pic_url: 'https://pictures.example/me_150.jpg',
}

export const xigProfile = { data: { xig_user_by_username: xigUser }, status: 'ok' }

export const gridOf = (nodes: unknown[], end_cursor: string | null = 'AQHabc-_') => ({
  data: {
    xig_user_by_username: {
      pk: ID,
      id: NODE,
      username: NAME,
      polaris_ordered_timeline_connection: connection(nodes, end_cursor),
    },
  },
})

export const gridPage = (nodes: unknown[], end_cursor: string | null = 'AQHdef-_') => ({
  data: { node: { id: NODE, polaris_timeline_connection: connection(nodes, end_cursor) } },
})

export const xdtTimeline = (nodes: unknown[], end_cursor: string | null) => ({
  data: {
    xdt_api__v1__feed__user_timeline_graphql_connection: connection(nodes, end_cursor),
    xdt_viewer: { user: null },
  },
})

export const feed = (nodes: unknown[], next_max_id?: string) => ({
  items: nodes,
  num_results: nodes.length,
  more_available: next_max_id !== undefined,
  ...(next_max_id && { next_max_id }),
  user: { pk: ID, username: NAME, full_name: 'Tidepool Studio', is_private: false, is_verified: false },
  status: 'ok',
})

/** The account as the app gets it, with a number as its id. */
export const userInfo = {
  user: {
    ...WORDS,
    pk: Number(ID),
    external_url: '',
    follower_count: 128_402,
    following_count: 211,
    media_count: 640,
    is_private: false,
    is_verified: false,
    hd_profile_pic_versions: [
      { url: 'https://pictures.example/me_320.jpg', width: 320, height: 320 },
      { url: 'https://pictures.example/me_1080.jpg', width: 1_080, height: 1_080 },
    ],
    is_business: false,
    account_type: 3,
    category: 'Video creator',
    public_email: 'shore@tidepool.example',
    public_phone_country_code: '64',
    public_phone_number: '3123456',
    contact_phone_number: '',
  },
  status: 'ok',
}

export const profileEmbed = {
  context: {
    type: 'Profile',
    username: NAME,
    full_name: 'Tidepool Studio',
    owner_id: ID,
    profile_pic_url: 'https://pictures.example/me_150.jpg',
    followers_count: 128_402,
    posts_count: 640,
    graphql_media: posts(1, 6, post => ({ shortcode_media: edgePost(post) })),
  },
}
