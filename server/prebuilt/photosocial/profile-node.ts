import { parseCount } from '../../base/counts.ts'
import { at, booleanAt, listAt, own, stringAt } from '../json-walk.ts'
import { largest } from './images.ts'
import type { BioLink, ProfilePart } from './profile-part.ts'
import { filledAt, wholeAt } from './values.ts'

/** An account as JSON, its counts on `edge_…` objects or side by side with the rest. What concerns its ids and its kind is left to the readers. */
export function readAccount(node: unknown): ProfilePart {
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

/** By `account_type`: 1 a person's, 2 a business, 3 a creator. What it says of business, `is_business` denies to visitors without an account. */
export function kindOf(node: unknown): Pick<ProfilePart, 'business' | 'professional'> {
  const type = wholeAt(node, 'account_type')
  return type === null
    ? { business: null, professional: null }
    : { business: type === 2, professional: type > 1 }
}
