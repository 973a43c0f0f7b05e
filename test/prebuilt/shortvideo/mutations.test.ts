import { test } from 'node:test'
import { parseCount } from '../../../server/base/text/counts.ts'
import { shortvideoComments } from '../../../server/prebuilt/shortvideo/comments.ts'
import { shortvideoProfile } from '../../../server/prebuilt/shortvideo/profile.ts'
import { randomFrom, rounds, SEED } from '../../support/seeds.ts'
import { checkDamaged, contentsOf } from '../support/damage.ts'
import { type LoadedApi, loaded } from '../support/loaded.ts'
import { mutate } from '../support/mutate.ts'
import { noRecordings, openRecordings, savedPayloads } from '../support/recordings.ts'
import * as pages from './pages.ts'

const PAGES: [api: LoadedApi, pages: object[]][] = [
  [
    await loaded(shortvideoProfile),
    [
      pages.profilePage,
      pages.sigiState,
      pages.nextData,
      pages.embedState,
      pages.userDetail({ userInfo: {}, statusCode: 10221 }),
      pages.scope({}),
    ],
  ],
  [
    await loaded(shortvideoComments),
    [
      pages.commentList(
        [pages.comment('1'), pages.comment('2', { reply_comment: [pages.comment('9')] })],
        20,
        1,
      ),
      pages.commentList(null, 0, 0),
      pages.openVideo(),
      pages.closedVideo,
      { statusCode: 10000, verify_event: { type: 'slide' } },
    ],
  ],
]

const ADDRESS = 'https://www.tiktok.com/@'
const OVERFLOW = 2 ** 32

/** Accepts a value in the payload, or one that follows from it: a count, an address from a name, a flag from 0 or 1, no replies. */
function createLeafCheck(payload: unknown) {
  const contents = contentsOf(payload)
  const counts = new Set([...contents].map(parseCount))
  return (leaf: unknown) =>
    contents.has(leaf) ||
    counts.has(leaf as number) ||
    (typeof leaf === 'number' && (leaf === 0 || contents.has(leaf - OVERFLOW))) ||
    (typeof leaf === 'string' && leaf.startsWith(ADDRESS) && contents.has(leaf.slice(ADDRESS.length))) ||
    typeof leaf === 'boolean'
}

const checkMutated = (api: LoadedApi, payload: object) =>
  checkDamaged(api, JSON.stringify(payload), createLeafCheck(payload))

for (const [api, own] of PAGES) {
  test(`${api.id}: a damaged page gives no invented values, or an error of the platform (WINNOW_SEED=${SEED})`, () => {
    const random = randomFrom(SEED)
    for (const page of own) {
      checkMutated(api, page)
      for (let round = 0; round < rounds(400); round++) checkMutated(api, mutate(page, random))
    }
  })

  const title = `${api.id}: so does a damaged recorded page (WINNOW_SEED=${SEED})`
  test(title, { skip: noRecordings ?? false }, async () => {
    const { cases, payloads } = await openRecordings()
    const random = randomFrom(SEED)
    for (const recorded of cases().filter(item => item.api === api.id && item.expected)) {
      for (const { body } of savedPayloads(api, payloads(recorded)))
        for (let round = 0; round < rounds(30); round++)
          checkMutated(api, mutate(essential(body as object), random))
    }
  })
}

/** The page without the bulk that the result does not depend on. */
function essential(state: object): object {
  const { ItemModule: _items, AppContext: _app, SEO: _seo, ...rest } = state as Record<string, unknown>
  if (!('__DEFAULT_SCOPE__' in rest)) return rest
  const scopes = Object.entries(rest.__DEFAULT_SCOPE__ as object).filter(([name]) => /-detail$/.test(name))
  return { __DEFAULT_SCOPE__: Object.fromEntries(scopes) }
}
