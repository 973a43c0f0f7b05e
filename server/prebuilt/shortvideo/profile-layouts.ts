import type { Reader } from '../define-prebuilt.ts'
import { at, find, getOwn } from '../json-walk.ts'
import { type ProfilePart, profilePart } from './profile-part.ts'
import { scopeOf } from './states.ts'

/** A layout with `{user, stats, statsV2}`. Since 2025 the older `stats` are rounded to three digits. */
const userInfoReader = (layout: string, infoOf: (body: unknown) => unknown): Reader<ProfilePart[]> => ({
  layout,
  recognise: body => (at(infoOf(body), 'user') ? infoOf(body) : undefined),
  read: info => [profilePart(at(info, 'user'), at(info, 'statsV2'), at(info, 'stats'))],
})

/** The page since 2023. */
export const userDetail = userInfoReader('webapp.user-detail.userInfo', body =>
  find(scopeOf(body, 'webapp.user-detail'), 'userInfo'),
)

/** The page's own data call `/api/user/detail/`, as captured by a browser. */
export const detailCall = userInfoReader('userInfo', body => at(body, 'userInfo'))

/** The page until 2021. */
export const nextData = userInfoReader('props.pageProps.userInfo', body =>
  at(body, 'props.pageProps.userInfo'),
)

/** The page from 2021 to 2023: a table of users by name. It may also have a state of the current form without any user. */
export const sigiState: Reader<ProfilePart[]> = {
  layout: 'UserModule.users',
  recognise: body => (at(body, 'UserModule.users') ? body : undefined),
  read(body) {
    const owner = at(body, 'UserPage.uniqueId')
    const names = Object.keys(at(body, 'UserModule.users') as object)
    const countsOf = (table: string, name: string) => getOwn(at(body, `UserModule.${table}`), name)
    return names
      .toSorted((one, other) => Number(other === owner) - Number(one === owner))
      .map(name =>
        profilePart(
          getOwn(at(body, 'UserModule.users'), name),
          countsOf('statsV2', name),
          countsOf('stats', name),
        ),
      )
  },
}
