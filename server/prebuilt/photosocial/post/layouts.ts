import type { Reader } from '../../define-prebuilt.ts'
import { at, booleanAt, find, idAt, listAt, stringAt } from '../../json-walk.ts'
import { type MediaPart, readEdgeMedia, readFlatMedia } from '../media-part.ts'
import { segmentsOf } from '../username.ts'
import { nonEmptyAt, quotedText } from '../values.ts'
import { likesOf, onlyCount, readLeadingCounts } from './count-labels.ts'
import { shortcodeIn } from './post-link.ts'

/** `Name (@user) • …` */
const NAME_AND_USER = /^(.{0,200}?)\s{0,4}\(@([\w.]+)\)/s
/** `Name on …: "caption"` */
const ON_PLATFORM = /^(.{1,200}?) on Instagram(?::|$)/s

/** `name on April 19, 2021: "caption"` */
const AUTHOR_AND_DATE = /^([\w.]{1,30})\s[^:："“„«]{0,40}\d[^:："“„«]{0,20}[:：]/

/**
 * The meta tags of a post for search engines and other apps: `152K likes, 784 comments - name on April 19, 2021: "caption"`.
 */
const postMetas: Reader<MediaPart> = {
  layout: 'meta og:url of a post',
  recognise: body => (shortcodeOf(at(body, 'page.metas')) ? at(body, 'page.metas') : undefined),
  read(metas) {
    const { likes, comments, rest } = readLeadingCounts(stringAt(metas, 'og:description') ?? '')
    const [, name, username] = NAME_AND_USER.exec(stringAt(metas, 'name:twitter:title') ?? '') ?? []
    return {
      id: stringAt(metas, 'al:ios:url')?.match(/\bmedia\?id=(\d+)/)?.[1] ?? null,
      shortcode: shortcodeOf(metas),
      display_url: nonEmptyAt(metas, 'og:image') ?? nonEmptyAt(metas, 'name:twitter:image'),
      is_video: isVideo(metas),
      video_url: nonEmptyAt(metas, 'og:video') ?? nonEmptyAt(metas, 'og:video:secure_url'),
      likes,
      comments,
      caption: quotedText(stringAt(metas, 'og:title')) ?? quotedText(rest),
      owner_id: idAt(metas, 'instapp:owner_user_id'),
      owner_username: username ?? ownerIn(stringAt(metas, 'og:url') ?? '') ?? authorOf(rest),
      owner_full_name: name || (ON_PLATFORM.exec(stringAt(metas, 'og:title') ?? '')?.[1] ?? null),
    }
  },
}

const shortcodeOf = (metas: unknown) =>
  shortcodeIn(stringAt(metas, 'og:url') ?? '') ?? shortcodeIn(stringAt(metas, 'al:android:url') ?? '')

/** `/name/p/…` */
function ownerIn(address: string): string | null {
  const [name = null, kind = '', shortcode] = segmentsOf(address) ?? []
  return shortcode && ['p', 'reel', 'tv'].includes(kind) ? name : null
}

/** Returns the author of a caption, according to the text before it. */
const authorOf = (text: string) => NAME_AND_USER.exec(text)?.[2] ?? AUTHOR_AND_DATE.exec(text)?.[1] ?? null

/** If no video is offered, only the address of a reel shows that it is a video: its page also calls it an image. */
function isVideo(metas: unknown): boolean | null {
  const type = stringAt(metas, 'name:medium') ?? stringAt(metas, 'og:type') ?? ''
  const address = stringAt(metas, 'og:url') ?? ''
  if (stringAt(metas, 'og:video') || /\/(?:reel|tv)\//.test(address) || /video/.test(type)) return true
  return /image|photo/.test(type) && /\/p\//.test(address) ? false : null
}

/** The embed of a picture, whose data is only in its markup. */
const embedMarkup: Reader<MediaPart> = {
  layout: '.Embed',
  recognise: body => (stringAt(body, 'page.embed.id') === null ? undefined : at(body, 'page.embed')),
  read(embed) {
    const type = stringAt(embed, 'type')
    return {
      id: idAt(embed, 'id'),
      shortcode: shortcodeIn(stringAt(embed, 'permalink') ?? ''),
      display_url: nonEmptyAt(embed, 'picture'),
      is_video: type && /^Graph(?:Image|Video|Sidecar)$/.test(type) ? type === 'GraphVideo' : null,
      likes: likesOf(stringAt(embed, 'likes') ?? ''),
      comments: onlyCount(stringAt(embed, 'comments') ?? ''),
      caption: stringAt(embed, 'caption'),
      owner_id: idAt(embed, 'owner_id'),
      owner_username: nonEmptyAt(embed, 'username'),
      owner_picture: nonEmptyAt(embed, 'avatar'),
      owner_verified: booleanAt(embed, 'verified'),
    }
  },
}

/** What visitors without an account get since 2026, in the page and from its query. */
const polarisMedia: Reader<MediaPart> = {
  layout: 'xig_polaris_media',
  recognise: body => at(find(body, 'xig_polaris_media'), 'if_not_gated_logged_out'),
  read: readFlatMedia,
}

/** The app's call for one post, and the former web call that wraps the same data. */
const mediaInfo: Reader<MediaPart> = {
  layout: 'items.0',
  recognise(body) {
    const items = listAt(find(body, 'xdt_api__v1__media__shortcode__web_info') ?? body, 'items')
    return items.length === 1 ? items[0] : undefined
  },
  read: readFlatMedia,
}

/** Web calls, embeds of videos and of several pictures, pages until 2021. */
const shortcodeMedia: Reader<MediaPart> = {
  layout: 'shortcode_media',
  // In an account's embed, the posts have the same key.
  recognise: body =>
    at(body, 'context.graphql_media') === undefined
      ? (find(body, 'xdt_shortcode_media') ?? find(body, 'shortcode_media'))
      : undefined,
  read: readEdgeMedia,
}

/** Readers of layouts with exact counts. */
export const EXACT_READERS = [polarisMedia, mediaInfo, shortcodeMedia, embedMarkup]

/** If two layouts have the same field, the earlier one wins. */
export const POST_READERS = [...EXACT_READERS, postMetas]
