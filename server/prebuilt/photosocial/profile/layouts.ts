import { parseCount } from '../../../base/counts.ts'
import type { Reader } from '../../define-prebuilt.ts'
import { at, booleanAt, findAll, listAt, own, stringAt } from '../../json-walk.ts'
import { accountShown } from '../page-kind.ts'
import type { ShownPicture } from '../shown-posts.ts'
import { countAmong, filledAt, idAt, largest, quoted, wholeAt } from '../values.ts'
import type { BioLink, ProfilePart } from './output.ts'

/**
 * An account as JSON, its counts on `edge_…` objects or side by side with the rest. What concerns its ids and its kind is left
 * to the readers.
 */
function readAccount(node: unknown): ProfilePart {
  const links = bioLinks(node)
  return {
    username: filledAt(node, 'username'),
    full_name: stringAt(node, 'full_name'),
    biography: stringAt(node, 'biography'),
    picture: picture(node),
    external_url:
      own(node, 'external_url') === undefined ? (links[0]?.url ?? null) : filledAt(node, 'external_url'),
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
    category: category(node),
    email: filledAt(node, 'business_email') ?? filledAt(node, 'public_email'),
    phone: phone(node),
  }
}

const picture = (node: unknown): string | null =>
  filledAt(node, 'profile_pic_url_hd') ??
  filledAt(node, 'hd_profile_pic_url_info.url') ??
  largest(listAt(node, 'hd_profile_pic_versions')) ??
  filledAt(node, 'profile_pic_url')

/** A link whose own address is missing has it in the redirect that wraps it. */
const bioLinks = (node: unknown): BioLink[] =>
  listAt(node, 'bio_links').flatMap(link => {
    const wrapped = URL.parse(stringAt(link, 'lynx_url') ?? '')?.searchParams.get('u')
    const url = filledAt(link, 'url') ?? wrapped
    return url ? [{ title: stringAt(link, 'title'), url }] : []
  })

/** "None" is the platform's text for none. */
const category = (node: unknown): string | null =>
  ['category_name', 'business_category_name', 'category']
    .map(key => filledAt(node, key))
    .find(name => name !== null && name !== 'None') ?? null

function phone(node: unknown): string | null {
  const country = filledAt(node, 'public_phone_country_code')
  const number = filledAt(node, 'public_phone_number')
  const whole = country && number ? `+${country.replace(/^\+/, '')}${number}` : number
  return filledAt(node, 'business_phone_number') ?? whole ?? filledAt(node, 'contact_phone_number')
}

/**
 * By `account_type`: 1 a person's, 2 a business, 3 a creator. What it says of business, `is_business` denies to visitors
 * without an account.
 */
function kindOf(node: unknown): Pick<ProfilePart, 'business' | 'professional'> {
  const type = wholeAt(node, 'account_type')
  return type === null
    ? { business: null, professional: null }
    : { business: type === 2, professional: type > 1 }
}

const FOLLOWERS =
  /followers|abonnenten|seguidores|abonnés|follower|volgers|obserwuj|подписчик|フォロワー|粉丝|粉絲|팔로워/i
const FOLLOWING =
  /following|gefolgt|seguid[oa]s|seguiti|abonnements|seguendo|volgend|obserwowani|подписок|подписки|フォロー中|关注|追蹤|팔로잉/i
const POSTS =
  /posts?\b|beiträge|publicaciones|publications|publicações|berichten|post[oó]w|публикац|投稿|帖子|貼文|게시물/i

/** The tags that a page of an account has for search engines and other apps: `2,362 Followers, 136 Following, 224 Posts - …`. */
const profileMetas: Reader<ProfilePart> = {
  layout: 'meta al:ios:url of a profile',
  recognise: body => (usernameIn(at(body, 'page.metas')) ? at(body, 'page.metas') : undefined),
  read(metas) {
    const description = stringAt(metas, 'og:description') ?? stringAt(metas, 'name:description') ?? ''
    const counts = description.split(' - ')[0]!
    return {
      username: usernameIn(metas),
      full_name: /^(.{1,200}?)\s{0,4}\(@/s.exec(stringAt(metas, 'og:title') ?? '')?.[1] ?? null,
      biography: quoted(stringAt(metas, 'name:description')),
      picture: filledAt(metas, 'og:image'),
      followers: countAmong(counts, FOLLOWERS),
      following: countAmong(counts, FOLLOWING),
      posts: countAmong(counts, POSTS),
    }
  },
}

const usernameIn = (metas: unknown): string | null =>
  (stringAt(metas, 'al:ios:url')?.match(/\buser\?username=([\w.]+)/)?.[1] ??
    (stringAt(metas, 'og:type') === 'profile'
      ? stringAt(metas, 'og:title')?.match(/\(@([\w.]+)\)/)?.[1]
      : null)) ||
  null

/** The account as its embed has it: the one source that shows visitors how many posts there are. */
const profileEmbed: Reader<ProfilePart> = {
  layout: 'context.graphql_media',
  recognise: body => (at(body, 'context.graphql_media') === undefined ? undefined : at(body, 'context')),
  read: context => ({
    id: idAt(context, 'owner_id'),
    username: filledAt(context, 'username'),
    full_name: stringAt(context, 'full_name'),
    picture: filledAt(context, 'profile_pic_url'),
    followers: parseCount(at(context, 'followers_count')),
    posts: parseCount(at(context, 'posts_count')),
    verified: booleanAt(context, 'is_verified'),
    private: booleanAt(context, 'is_private'),
  }),
}

/** Recognized by what people beside the account do not have: those who like, write or are seen in a post stand under `user` too. */
const isEdgeAccount = (node: unknown) =>
  ['edge_followed_by', 'edge_follow', 'edge_owner_to_timeline_media', 'profile_pic_url_hd'].some(
    key => own(node, key) !== undefined,
  )

const isFlatAccount = (node: unknown) =>
  ['follower_count', 'biography'].some(key => own(node, key) !== undefined)

/** `web_profile_info`, queries of former years, pages to 2021. */
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

/** What visitors without an account get since 2026. Its `id` is the node's. */
const xigUser: Reader<ProfilePart> = {
  layout: 'xig_user_by_…',
  recognise(body) {
    const users = [...findAll(body, /^xig_user_by_/)]
    return users.find(isFlatAccount) ?? users.find(Boolean)
  },
  read: user => ({ ...readAccount(user), id: idAt(user, 'pk'), node_id: idAt(user, 'id'), ...kindOf(user) }),
}

/** The app's `users/…/info`, and the web's query for those who signed in. */
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

/** The short account beside a list of its posts. */
const feedUser: Reader<ProfilePart> = {
  layout: 'items, user',
  recognise: body => (Array.isArray(at(body, 'items')) ? at(body, 'user') : undefined),
  read: user => ({ ...readAccount(user), id: idAt(user, 'pk') }),
}

/** The head of a page that shows an account's posts. Of its pictures, that of the account bears its name. */
const shownHead: Reader<ProfilePart> = {
  layout: 'posts that the page shows',
  recognise: body => (accountShown(body) && listAt(body, 'page.posts').length > 0 ? body : undefined),
  read(body) {
    const username = accountShown(body)!
    const pictures = listAt(body, 'page.pictures') as ShownPicture[]
    return {
      username,
      picture: pictures.find(({ text }) => text.toLowerCase().includes(username))?.address ?? null,
    }
  },
}

/** Where two layouts tell the same field, the earlier one here wins. Metas are rounded, and last but what is shown. */
export const PROFILE_READERS = [edgeUser, flatUser, xigUser, feedUser, profileEmbed, profileMetas, shownHead]
