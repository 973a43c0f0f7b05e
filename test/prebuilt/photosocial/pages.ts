import { shortcodeOf } from '../../../server/prebuilt/photosocial/shortcode.ts'

/** Small pages of our own making, one per layout: what the readers know of it and nothing else. */

export const ID = '48120396571'
export const NODE = '17841448120396571'
export const NAME = 'tidepool.studio'

export const idOf = (post: number) => `${3_456_612_345_678_901_234n - BigInt(post)}`
export const codeOf = (post: number) => shortcodeOf(idOf(post))
export const cursorAt = (post: number) => `${idOf(post)}_${ID}`
export const timeOf = (post: number) => 1_726_280_000 - post

/** Posts `from` to `to`, newest first, in the form that `make` gives them. */
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

/** `posts` of null: the account alone. */
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

/** The app's own account, its id a number. */
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

/** A film, with all that a post may have. */
export const edgeFilm = {
  ...edgePost(1),
  __typename: 'GraphVideo',
  is_video: true,
  video_url: 'https://films.example/1.mp4',
  edge_media_to_parent_comment: { count: 37 },
  location: { name: 'Kaikōura' },
  owner: {
    id: ID,
    username: NAME,
    full_name: 'Tidepool Studio',
    profile_pic_url: 'https://pictures.example/me_150.jpg',
    is_verified: false,
  },
}

export const flatFilm = {
  ...flatPost(1),
  media_type: 2,
  video_versions: [
    { url: 'https://films.example/1_small.mp4', width: 480, height: 480 },
    { url: 'https://films.example/1.mp4', width: 1_080, height: 1_350 },
  ],
  comment_count: 37,
  location: { name: 'Kaikōura' },
  user: {
    pk: ID,
    username: NAME,
    full_name: 'Tidepool Studio',
    profile_pic_url: 'https://pictures.example/me_150.jpg',
    is_verified: false,
  },
}

export const xigPost = (media: unknown) => ({
  data: { xig_polaris_media: { gating_ruling: null, if_not_gated_logged_out: media } },
})

/** The state as a page of today carries it, deep in the calls of its loader. */
export const inPage = (data: unknown, head = '') => {
  const state = { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { result: data } }]]] }
  return `<!doctype html><html><head>${head}</head><body><script type="application/json" data-content-len="9" data-sjs>${JSON.stringify(state)}</script></body></html>`
}

/** The data of an embed: JSON as a string within a script. */
export const inEmbed = (context: unknown) =>
  `<html><title>Instagram</title><script>init([{"isRichEmbed":true,"contextJSON":${JSON.stringify(JSON.stringify(context))}}])</script></html>`

export const profileHead = `<title>Tidepool Studio (&#064;${NAME})</title>
<meta property="og:type" content="profile" />
<meta property="og:title" content="Tidepool Studio (&#064;${NAME}) &#x2022; photos and videos" />
<meta property="og:image" content="https://pictures.example/me_100.jpg?a=1&amp;b=2" />
<meta property="og:description" content="128K Followers, 211 Following, 640 Posts - See photos and videos from Tidepool Studio (&#064;${NAME})" />
<meta name="description" content='128K Followers, 211 Following, 640 Posts - Tidepool Studio (&#064;${NAME}) on a site: "Small films: &quot;the shore&quot;"' />
<meta property="al:ios:url" content="instagram://user?username=${NAME}" />`

export const postHead = `<title>Tidepool Studio</title>
<meta property="og:type" content="video" />
<meta property="og:title" content='Tidepool Studio on Instagram: "Low tide: &quot;at six&quot;

#tidepool"' />
<meta property="og:description" content='1,204 likes, 37 comments - ${NAME} on September 14, 2024: "Low tide …". ' />
<meta property="og:image" content="https://pictures.example/1_640.jpg" />
<meta property="og:url" content="https://www.instagram.com/${NAME}/reel/${codeOf(1)}/" />
<meta property="og:video" content="https://films.example/1.mp4?a=1&amp;b=2" />
<meta name="twitter:title" content="Tidepool Studio (&#064;${NAME}) &#x2022; reel" />
<meta property="al:ios:url" content="instagram://media?id=${idOf(1)}" />
<meta property="instapp:owner_user_id" content="${ID}" />`

export const embedMarkup = `<html><title id="pageTitle">Instagram</title><body>
<div class="Embed" data-permalink="https://www.instagram.com/p/${codeOf(1)}/?utm_source=ig_embed&amp;a=b" data-media-type="GraphImage" data-media-id="${idOf(1)}" data-owner-id="${ID}">
<a class="Avatar InsideRing" href="#"><img src="https://pictures.example/me_100.jpg?a=1&amp;b=2" alt="" /></a>
<span class="UsernameText">${NAME}</span><i class="Sprite VerifiedSprite"><u>Verifiziert</u></i>
<img class="EmbeddedMediaImage" src="https://pictures.example/1_640.jpg" srcset="https://pictures.example/1_640.jpg 640w,https://pictures.example/1_1080.jpg 1080w" />
<div class="SocialProof"><a href="#">60,296,518 likes</a></div>
<div class="Caption"><a class="CaptionUsername" href="#">${NAME}</a><br /><br />Low tide at six.<br /><br /><a href="#">#tidepool</a> &amp; more<div class="CaptionComments"><a class="CaptionCommentsExpand" href="#">View all 3,773,524 comments</a></div></div>
</div></body></html>`
