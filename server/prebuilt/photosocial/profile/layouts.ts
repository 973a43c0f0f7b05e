import { parseCount } from '../../../base/text/counts.ts'
import type { Reader } from '../../define-prebuilt.ts'
import { at, booleanAt, findAll, getOwn, idAt, listAt, stringAt } from '../../json-walk.ts'
import { accountShown } from '../page-kind.ts'
import { shownPicturesOf, shownPostsOf } from '../shown-posts.ts'
import { countMatching, largest, looseIntegerAt, nonEmptyAt, quotedText } from '../values.ts'
import type { BioLink, ProfilePart } from './output.ts'

/**
 * Reads an account from JSON, with its counts in `edge_…` objects or on the same level. Readers add its ids and its kind.
 */
function readAccount(node: unknown): ProfilePart {
  const links = bioLinksOf(node)
  return {
    username: nonEmptyAt(node, 'username'),
    full_name: stringAt(node, 'full_name'),
    biography: stringAt(node, 'biography'),
    picture: pictureOf(node),
    external_url:
      getOwn(node, 'external_url') === undefined ? (links[0]?.url ?? null) : nonEmptyAt(node, 'external_url'),
    bio_links: links,
    followers: parseCount(at(node, 'edge_followed_by.count') ?? at(node, 'follower_count')),
    following: parseCount(at(node, 'edge_follow.count') ?? at(node, 'following_count')),
    posts: parseCount(
      at(node, 'edge_owner_to_timeline_media.count') ??
        at(node, 'media_count') ??
        at(node, 'all_media_count'),
    ),
    verified: booleanAt(node, 'is_verified'),
    private: booleanAt(node, 'is_private'),
    category: categoryOf(node),
    email: nonEmptyAt(node, 'business_email') ?? nonEmptyAt(node, 'public_email'),
    phone: phoneOf(node),
  }
}

const pictureOf = (node: unknown): string | null =>
  nonEmptyAt(node, 'profile_pic_url_hd') ??
  nonEmptyAt(node, 'hd_profile_pic_url_info.url') ??
  largest(listAt(node, 'hd_profile_pic_versions')) ??
  nonEmptyAt(node, 'profile_pic_url')

/** If a link has no address of its own, its redirect contains it. */
const bioLinksOf = (node: unknown): BioLink[] =>
  listAt(node, 'bio_links').flatMap(link => {
    const redirectTarget = URL.parse(stringAt(link, 'lynx_url') ?? '')?.searchParams.get('u')
    const url = nonEmptyAt(link, 'url') ?? redirectTarget
    return url ? [{ title: stringAt(link, 'title'), url }] : []
  })

/** The platform writes "None" if there is no category. */
const categoryOf = (node: unknown): string | null =>
  ['category_name', 'business_category_name', 'category']
    .map(key => nonEmptyAt(node, key))
    .find(name => name !== null && name !== 'None') ?? null

function phoneOf(node: unknown): string | null {
  const country = nonEmptyAt(node, 'public_phone_country_code')
  const number = nonEmptyAt(node, 'public_phone_number')
  const fullNumber = country && number ? `+${country.replace(/^\+/, '')}${number}` : number
  return nonEmptyAt(node, 'business_phone_number') ?? fullNumber ?? nonEmptyAt(node, 'contact_phone_number')
}

type AccountKind = Pick<ProfilePart, 'business' | 'professional'>

/** By `account_type`: personal, business, creator. */
const KIND_BY_TYPE = new Map<number, AccountKind>([
  [1, { business: false, professional: false }],
  [2, { business: true, professional: true }],
  [3, { business: false, professional: true }],
])

/**
 * Reads `account_type`, a number or a text. For visitors without an account `is_business` is false even for a business.
 */
const kindOf = (node: unknown): AccountKind =>
  KIND_BY_TYPE.get(looseIntegerAt(node, 'account_type') ?? 0) ?? { business: null, professional: null }

const FOLLOWERS =
  /followers|abonnenten|seguidores|abonnés|follower|volgers|obserwuj|подписчик|フォロワー|粉丝|粉絲|팔로워/i
const FOLLOWING =
  /following|gefolgt|seguid[oa]s|seguiti|abonnements|seguendo|volgend|obserwowani|подписок|подписки|フォロー中|关注|追蹤|팔로잉/i
const POSTS =
  /posts?\b|beiträge|publicaciones|publications|publicações|berichten|post[oó]w|публикац|投稿|帖子|貼文|게시물/i

/** The meta tags of an account for search engines and other apps: `2,362 Followers, 136 Following, 224 Posts - …`. */
const profileMetas: Reader<ProfilePart> = {
  layout: 'meta al:ios:url of a profile',
  recognise: body => (usernameIn(at(body, 'page.metas')) ? at(body, 'page.metas') : undefined),
  read(metas) {
    const description = stringAt(metas, 'og:description') ?? stringAt(metas, 'name:description') ?? ''
    const counts = description.split(' - ')[0]!
    return {
      username: usernameIn(metas),
      full_name: /^(.{1,200}?)\s{0,4}\(@/s.exec(stringAt(metas, 'og:title') ?? '')?.[1] ?? null,
      biography: quotedText(stringAt(metas, 'name:description')),
      picture: nonEmptyAt(metas, 'og:image'),
      followers: countMatching(counts, FOLLOWERS),
      following: countMatching(counts, FOLLOWING),
      posts: countMatching(counts, POSTS),
    }
  },
}

const usernameIn = (metas: unknown): string | null =>
  (stringAt(metas, 'al:ios:url')?.match(/\buser\?username=([\w.]+)/)?.[1] ??
    (stringAt(metas, 'og:type') === 'profile'
      ? stringAt(metas, 'og:title')?.match(/\(@([\w.]+)\)/)?.[1]
      : null)) ||
  null

/** The embed of an account, the only source that shows visitors the number of posts. */
const profileEmbed: Reader<ProfilePart> = {
  layout: 'context.graphql_media',
  recognise: body => (at(body, 'context.graphql_media') === undefined ? undefined : at(body, 'context')),
  read: context => ({
    id: idAt(context, 'owner_id'),
    username: nonEmptyAt(context, 'username'),
    full_name: stringAt(context, 'full_name'),
    picture: nonEmptyAt(context, 'profile_pic_url'),
    followers: parseCount(at(context, 'followers_count')),
    posts: parseCount(at(context, 'posts_count')),
    verified: booleanAt(context, 'is_verified'),
    private: booleanAt(context, 'is_private'),
  }),
}

/**
 * Recognises an account by fields that other people do not have: those who like, write or are tagged in a post are also
 * called `user`.
 */
const isEdgeAccount = (node: unknown) =>
  ['edge_followed_by', 'edge_follow', 'edge_owner_to_timeline_media', 'profile_pic_url_hd'].some(
    key => getOwn(node, key) !== undefined,
  )

const isFlatAccount = (node: unknown) =>
  ['follower_count', 'biography'].some(key => getOwn(node, key) !== undefined)

/** `web_profile_info`, former queries, pages until 2021. */
const edgeUser: Reader<ProfilePart> = {
  layout: 'user.edge_followed_by',
  recognise: body => [...findAll(body, 'user')].find(isEdgeAccount),
  read: user => ({
    ...readAccount(user),
    id: idAt(user, 'id'),
    node_id: idAt(user, 'fbid'),
    business: booleanAt(user, 'is_business_account'),
    professional: booleanAt(user, 'is_professional_account'),
  }),
}

/** What visitors without an account get since 2026. `id` is the node number. */
const xigUser: Reader<ProfilePart> = {
  layout: 'xig_user_by_…',
  recognise(body) {
    const users = [...findAll(body, /^xig_user_by_/)]
    return users.find(isFlatAccount) ?? users.find(Boolean)
  },
  read: user => ({ ...readAccount(user), id: idAt(user, 'pk'), node_id: idAt(user, 'id'), ...kindOf(user) }),
}

/** The app's `users/…/info`, and the web query for visitors who are signed in. */
const flatUser: Reader<ProfilePart> = {
  layout: 'user.follower_count',
  recognise: body => [...findAll(body, 'user')].find(user => isFlatAccount(user) && !isEdgeAccount(user)),
  read(user) {
    const { business, professional } = kindOf(user)
    const isBusiness = booleanAt(user, 'is_business')
    return {
      ...readAccount(user),
      id: idAt(user, 'pk'),
      business: isBusiness || (business ?? isBusiness),
      professional: professional ?? null,
    }
  },
}

/** The short form of the account beside a list of its posts. */
const feedUser: Reader<ProfilePart> = {
  layout: 'items, user',
  recognise: body => (Array.isArray(at(body, 'items')) ? at(body, 'user') : undefined),
  read: user => ({ ...readAccount(user), id: idAt(user, 'pk') }),
}

/** The head of a page that shows an account's posts. The account's own picture has its name in the alternative text. */
const shownHead: Reader<ProfilePart> = {
  layout: 'posts that the page shows',
  recognise: body => (accountShown(body) && shownPostsOf(body).length > 0 ? body : undefined),
  read(body) {
    const username = accountShown(body)!
    const pictures = shownPicturesOf(body)
    return {
      username,
      picture: pictures.find(({ text }) => text.toLowerCase().includes(username))?.address ?? null,
    }
  },
}

/**
 * If two layouts have the same field, the earlier one wins. Meta tags have rounded counts, so they come last but for what
 * the page shows.
 */
export const PROFILE_READERS = [edgeUser, flatUser, xigUser, feedUser, profileEmbed, profileMetas, shownHead]
