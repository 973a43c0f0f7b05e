import type { Reader } from '../define-prebuilt.ts'
import { at, stringAt } from '../json-walk.ts'
import { countAmong, quoted } from './meta-text.ts'
import type { ProfilePart } from './profile-part.ts'
import { filledAt } from './values.ts'

const FOLLOWERS =
  /followers|abonnenten|seguidores|abonnés|follower|volgers|obserwuj|подписчик|フォロワー|粉丝|粉絲|팔로워/i
const FOLLOWING =
  /following|gefolgt|seguid[oa]s|seguiti|abonnements|seguendo|volgend|obserwowani|подписок|подписки|フォロー中|关注|追蹤|팔로잉/i
const POSTS =
  /posts?\b|beiträge|publicaciones|publications|publicações|berichten|post[oó]w|публикац|投稿|帖子|貼文|게시물/i

/** The tags that a page of an account has for search engines and other apps: `2,362 Followers, 136 Following, 224 Posts - …`. */
export const profileMetas: Reader<ProfilePart> = {
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
