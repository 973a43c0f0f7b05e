import type { Reader } from '../define-prebuilt.ts'
import { at, stringAt } from '../json-walk.ts'
import type { MediaPart } from './media-part.ts'
import { countAmong, quoted } from './meta-text.ts'
import { shortcodeIn } from './post-link.ts'
import { filledAt, idAt } from './values.ts'

const LIKES = /like|gefällt|me gusta|j[’']aime|curtida|mi piace|vind|polub|нравится|いいね|赞|讚|좋아요/i
const COMMENTS =
  /comment|kommentar|comentari|coment[aá]rio|commenti|reacties|komentarz|комментар|コメント|评论|留言|댓글/i

/** `Name (@user) • …` */
const NAMED = /^(.{0,200}?)\s{0,4}\(@([\w.]+)\)/s
/** `Name on …: "caption"` */
const ON_PLATFORM = /^(.{1,200}?) on Instagram(?::|$)/s

/** The tags that a page of a post has for search engines and other apps: `152K likes, 784 comments - name on April 19, 2021: "caption"`. */
export const postMetas: Reader<MediaPart> = {
  layout: 'meta og:url of a post',
  recognise: body => (shortcodeOf(at(body, 'page.metas')) ? at(body, 'page.metas') : undefined),
  read(metas) {
    const [counts = '', ...rest] = (stringAt(metas, 'og:description') ?? '').split(' - ')
    const [, name, username] = NAMED.exec(stringAt(metas, 'name:twitter:title') ?? '') ?? []
    return {
      id: stringAt(metas, 'al:ios:url')?.match(/\bmedia\?id=(\d+)/)?.[1] ?? null,
      shortcode: shortcodeOf(metas),
      display_url: filledAt(metas, 'og:image') ?? filledAt(metas, 'name:twitter:image'),
      is_video: isVideo(metas),
      video_url: filledAt(metas, 'og:video') ?? filledAt(metas, 'og:video:secure_url'),
      likes: countAmong(counts, LIKES),
      comments: countAmong(counts, COMMENTS),
      caption: quoted(stringAt(metas, 'og:title')) ?? quoted(rest.join(' - ')),
      owner_id: idAt(metas, 'instapp:owner_user_id'),
      owner_username: username ?? rest[0]?.match(/^([\w.]+)\s/)?.[1] ?? null,
      owner_full_name: name || (ON_PLATFORM.exec(stringAt(metas, 'og:title') ?? '')?.[1] ?? null),
    }
  },
}

const shortcodeOf = (metas: unknown) =>
  shortcodeIn(stringAt(metas, 'og:url') ?? '') ?? shortcodeIn(stringAt(metas, 'al:android:url') ?? '')

/** Only the address of a reel tells that it is a film where no film is offered. */
function isVideo(metas: unknown): boolean | null {
  const type = stringAt(metas, 'name:medium') ?? stringAt(metas, 'og:type') ?? ''
  const address = stringAt(metas, 'og:url') ?? ''
  if (stringAt(metas, 'og:video') || /\/(?:reel|tv)\//.test(address) || /video/.test(type)) return true
  return /image|photo/.test(type) ? false : null
}
