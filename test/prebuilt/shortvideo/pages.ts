/** Small handwritten pages, one per layout and meaning, with only what the readers know. */

export const NAME = 'tide.pool_1'
export const USER_ID = '6990000000000000001'
export const VIDEO_ID = '7600000000000000001'

export const user = {
  id: USER_ID,
  uniqueId: NAME,
  nickname: 'Tidepool 🐚',
  signature: 'Small films.\nOf small animals.',
  verified: true,
  avatarLarger: 'https://pictures.example/1080.jpeg?x-signature=a%2Fb',
  avatarMedium: 'https://pictures.example/720.jpeg',
  bioLink: { link: 'tidepool.example', risk: 0 },
  privateAccount: false,
  commentSetting: 1,
  commerceUserInfo: { commerceUser: true },
  ttSeller: false,
}

export const stats = {
  followerCount: 38_500,
  followingCount: 9,
  heart: 77_300,
  heartCount: 77_300,
  videoCount: 177,
}

export const statsV2 = { followerCount: '38490', followingCount: '9', heartCount: '77286', videoCount: '177' }

export const scope = (scopes: Record<string, unknown>) => ({
  __DEFAULT_SCOPE__: { 'webapp.app-context': { language: 'en' }, ...scopes },
})

export const userDetail = (detail: object) => scope({ 'webapp.user-detail': { statusCode: 0, ...detail } })

export const profilePage = userDetail({ userInfo: { user, stats, statsV2 } })

export const sigiState = {
  UserModule: {
    users: { 'other.one': { ...user, id: '1', uniqueId: 'other.one' }, [NAME]: user },
    stats: { 'other.one': { ...stats, followerCount: 1 }, [NAME]: stats },
  },
  UserPage: { uniqueId: NAME, statusCode: 0 },
}

export const nextData = { props: { pageProps: { userInfo: { user, stats } } } }

export const embedState = {
  source: {
    data: {
      [`/embed/@${NAME}`]: {
        userInfo: {
          id: USER_ID,
          uniqueId: NAME,
          nickname: 'Tidepool 🐚',
          signature: 'Small films.\nOf small animals.',
          verified: true,
          avatarThumbUrl: 'https://pictures.example/100.jpeg',
          followerCount: 38_500,
          followingCount: 9,
          heartCount: -1_794_967_296,
        },
        videoList: [{ id: VIDEO_ID }],
      },
    },
  },
}

export const comment = (cid: string, more: object = {}) => ({
  cid,
  aweme_id: VIDEO_ID,
  text: `Comment ${cid}`,
  create_time: 1_770_281_693,
  digg_count: 2,
  reply_id: '0',
  reply_comment: null,
  reply_comment_total: 3,
  user: {
    uid: '6900000000000000007',
    unique_id: 'limpet',
    nickname: 'Limpet',
    avatar_thumb: {
      url_list: ['https://pictures.example/limpet.webp', 'https://pictures.example/limpet.jpeg'],
    },
  },
  ...more,
})

export const commentList = (comments: unknown, cursor: unknown, hasMore: unknown) => ({
  status_code: 0,
  comments,
  cursor,
  has_more: hasMore,
  total: 227,
})

export const videoPage = (detail: object) =>
  scope({ 'webapp.video-detail': { itemInfo: {}, statusCode: 0, ...detail } })

export const openVideo = (more: object = {}) =>
  videoPage({
    itemInfo: {
      itemStruct: { id: VIDEO_ID, itemCommentStatus: 0, stats: { commentCount: 227 }, ...more },
    },
  })

export const closedVideo = openVideo({ itemCommentStatus: 3 })

/** A page as a browser saves it, with each state in a script of its own. */
export const html = (...states: unknown[]) =>
  `<!DOCTYPE html><html><head><title>Tidepool</title><script id="api-domains" type="application/json">{"captcha":""}</script></head><body>${states.map(script).join('')}</body></html>`

const script = (state: unknown) =>
  `<script type="application/json" id="${idOf(state as object)}">${JSON.stringify(state).replaceAll('/', '\\u002F')}</script>`

function idOf(state: object): string {
  if ('__DEFAULT_SCOPE__' in state) return '__UNIVERSAL_DATA_FOR_REHYDRATION__'
  if ('UserModule' in state) return 'SIGI_STATE'
  return 'props' in state ? '__NEXT_DATA__' : '__FRONTITY_CONNECT_STATE__'
}
