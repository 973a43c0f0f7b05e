import type { Reader } from '../define-prebuilt.ts'
import { at, booleanAt, findAll, own } from '../json-walk.ts'
import { profileEmbed } from './profile-embed.ts'
import { profileMetas } from './profile-metas.ts'
import { kindOf, readAccount } from './profile-node.ts'
import type { ProfilePart } from './profile-part.ts'
import { idAt } from './values.ts'

/** Told by what people beside the account do not have: those who like, write or are seen in a post stand under `user` too. */
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

/** Where two layouts tell the same field, the earlier one here wins. Metas are rounded, and last. */
export const PROFILE_READERS = [edgeUser, flatUser, xigUser, feedUser, profileEmbed, profileMetas]
