import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { parseCount } from '../../../server/base/text/counts.ts'
import type { Payload } from '../../../server/prebuilt/define-prebuilt.ts'
import { photosocialPost } from '../../../server/prebuilt/photosocial/post/post.ts'
import { mediaIdOf } from '../../../server/prebuilt/photosocial/post/post-link.ts'
import { photosocialPosts } from '../../../server/prebuilt/photosocial/posts/posts.ts'
import { photosocialProfile } from '../../../server/prebuilt/photosocial/profile/profile.ts'
import { randomFrom, rounds, SEED } from '../../support/seeds.ts'
import { type LoadedApi, loaded } from '../support/loaded.ts'
import { mutate } from '../support/mutate.ts'
import { noRecordings, openRecordings, savedPayloads } from '../support/recordings.ts'
import * as films from './film-pages.ts'
import * as html from './html-pages.ts'
import * as pages from './pages.ts'
import { GATE, NO_USER, WAIT } from './refusals.ts'

const postApi = await loaded(photosocialPost)
const postsApi = await loaded(photosocialPosts)
const profileApi = await loaded(photosocialProfile)

const APIS: readonly LoadedApi[] = [profileApi, postsApi, postApi]
const ANSWERS = new Set([
  'not_asked_for',
  'not_found',
  'private',
  'unavailable',
  'blocked',
  'changed',
  'upstream_status',
])

const OWN_PAGES: object[] = [
  pages.profileInfo(pages.posts(1, 3, pages.edgePost)),
  pages.feed(pages.posts(1, 3, pages.flatPost), pages.cursorAt(3)),
  pages.xdtTimeline(pages.posts(1, 3, pages.flatPost), pages.cursorAt(3)),
  { ...pages.xigProfile, also: pages.gridOf(pages.posts(1, 3, pages.gridPost)) },
  pages.gridPage(pages.posts(1, 3, pages.gridPost)),
  pages.userInfo,
  pages.profileEmbed,
  films.xigPost(films.flatFilm),
  { items: [films.flatFilm], more_available: false },
  { gql_data: { shortcode_media: films.edgeFilm } },
  GATE,
  NO_USER,
  WAIT,
]

const OWN_HTML = [
  html.inPage(films.xigPost(films.flatFilm).data, html.postHead),
  html.inPage(pages.gridOf(pages.posts(1, 3, pages.gridPost)).data, html.profileHead),
  html.inEmbed(pages.profileEmbed),
  html.embedMarkup,
]

/** Unlike HTML pages, whose values are parts of longer texts. */
const isJson = ({ body }: Payload) => typeof body === 'object' && body !== null && !('page' in body)

/**
 * Every text and number of a payload, and the values contained in them: the parts of a composed id, the target
 * of a redirect, the id behind a shortcode.
 */
function contentsOf(payload: unknown): Set<unknown> {
  const contents = new Set<unknown>()
  const open = [payload]
  while (open.length > 0) {
    const value = open.pop()
    contents.add(value)
    if (typeof value === 'number') contents.add(String(value))
    if (typeof value === 'string') {
      for (const part of value.split('_')) contents.add(part)
      contents.add(URL.parse(value)?.searchParams.get('u'))
      if (/^[\w-]{5,60}$/.test(value)) contents.add(mediaIdOf(value))
    }
    if (typeof value === 'object' && value !== null)
      for (const child of Object.values(value)) open.push(child)
  }
  return contents
}

/** The texts and numbers of a result that its payload does not contain in any form. */
function inventedLeaves(result: unknown, payload: unknown): unknown[] {
  const contents = contentsOf(payload)
  const counts = new Set([...contents].map(parseCount))
  const isKnown = (leaf: unknown) =>
    contents.has(leaf) ||
    (typeof leaf === 'number' && counts.has(leaf)) ||
    (typeof leaf === 'string' &&
      (/^s:\d+:$/.test(leaf) || contents.has(leaf.replace(/^g:\d+:/, '')) || isPhone(leaf, contents)))
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
  return leaves(result).filter(leaf => leaf !== null && typeof leaf !== 'boolean' && !isKnown(leaf))
}

/** A phone number is put together from the country code and the number. */
const isPhone = (leaf: string, contents: Set<unknown>) =>
  leaf.startsWith('+') && [...contents].some(part => typeof part === 'string' && part && leaf.endsWith(part))

/** Whatever the page, the result fits the schema, or the error is one that the platform can cause. */
function resultOf(api: LoadedApi, page: string): unknown {
  try {
    return api.output.parse(api.read(api.payloadsOf(page)))
  } catch (error) {
    if (error instanceof AppError && ANSWERS.has(error.code)) return null
    throw new Error(`${api.id} is broken by ${page}`, { cause: error })
  }
}

function checkMutated(payload: object) {
  const page = JSON.stringify(payload)
  for (const api of APIS)
    assert.deepEqual(inventedLeaves(resultOf(api, page), payload), [], `${api.id}: ${page}`)
}

describe(`with WINNOW_SEED=${SEED}`, () => {
  test('a damaged answer gives a result without invented values, or an error of the platform', () => {
    const random = randomFrom(SEED)
    for (const page of OWN_PAGES) {
      checkMutated(page)
      for (let round = 0; round < rounds(100); round++) checkMutated(mutate(page, random))
    }
  })

  test('an HTML page that is cut off or lost a piece also gives a valid result, or an error of the platform', () => {
    const random = randomFrom(SEED)
    for (const html of OWN_HTML) {
      for (let round = 0; round < rounds(50); round++) {
        const from = Math.floor(random() * html.length)
        const to = from + Math.floor(random() * 40)
        for (const api of APIS) {
          resultOf(api, html.slice(0, from))
          resultOf(api, html.slice(0, from) + html.slice(to))
        }
      }
    }
  })

  test('a damaged recorded answer also gives no invented values, or an error of the platform', {
    skip: noRecordings ?? false,
  }, async () => {
    const { cases, payloads } = await openRecordings()
    const random = randomFrom(SEED)
    for (const recorded of cases()) {
      const api = APIS.find(({ id }) => id === recorded.api)
      if (!api) continue
      for (const { body } of savedPayloads(api, payloads(recorded)).filter(isJson))
        for (let round = 0; round < rounds(4); round++) checkMutated(mutate(body as object, random))
    }
  })
})
