import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../../../server/base/errors.ts'
import { parseCount } from '../../../../server/base/text/counts.ts'
import { videositeChannel } from '../../../../server/prebuilt/videosite/channel/channel.ts'
import { textOf } from '../../../../server/prebuilt/videosite/text.ts'
import { randomFrom, rounds, SEED } from '../../../support/seeds.ts'
import { loaded } from '../../support/loaded.ts'
import { mutate } from '../../support/mutate.ts'
import { noRecordings, openRecordings, savedPayloads } from '../../support/recordings.ts'
import { ageGate, alert, failure } from '../refusals.ts'
import * as pages from './channel-pages.ts'

const api = await loaded(videositeChannel)

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
  { ...pages.pageHeader, ...pages.aboutAnswer },
  pages.tabbedHeader,
  pages.tabbedHeaderWithFirstLink,
  pages.carouselHeader,
  pages.topicHeader,
  pages.aboutTab,
  pages.aboutAnswer,
  ageGate,
  alert({ simpleText: 'This channel does not exist.' }),
  failure(404, 'NOT_FOUND'),
]

/** Every text and number of a payload, and the values within its addresses: the id of a channel, the target of a redirect. */
function contentsOf(payload: unknown): Set<unknown> {
  const contents = new Set<unknown>()
  const open = [payload]
  while (open.length > 0) {
    const value = open.pop()
    contents.add(value).add(textOf(value))
    if (typeof value === 'string')
      contents.add(URL.parse(value, api.platform.origin)?.searchParams.get('q')).add(value.split('/').at(-1))
    if (typeof value === 'object' && value !== null)
      for (const child of Object.values(value)) open.push(child)
  }
  return contents
}

/** The values of a result that its payload does not contain in any form. */
function inventedLeaves(result: unknown, payload: unknown): unknown[] {
  const contents = contentsOf(payload)
  const counts = new Set([...contents].map(parseCount))
  const isKnown = (leaf: unknown) =>
    leaf === null ||
    contents.has(leaf) ||
    (typeof leaf === 'number' && counts.has(leaf)) ||
    (typeof leaf === 'string' &&
      [/^https:/, `${api.platform.origin}/channel/`, api.platform.origin].some(start =>
        contents.has(leaf.replace(start, '')),
      ))
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
  return leaves(result).filter(leaf => !isKnown(leaf))
}

function checkMutated(payload: object) {
  const page = JSON.stringify(payload)
  try {
    const channel = api.output.parse(api.read(api.payloadsOf(page)))
    assert.deepEqual(inventedLeaves(channel, payload), [], page)
  } catch (error) {
    if (!(error instanceof AppError && ANSWERS.has(error.code)))
      throw new Error(`Broken by ${page}`, { cause: error })
  }
}

test(`a damaged page gives a channel without invented values, or an error of the platform (WINNOW_SEED=${SEED})`, () => {
  const random = randomFrom(SEED)
  for (const page of OWN_PAGES) {
    checkMutated(page)
    for (let round = 0; round < rounds(400); round++) checkMutated(mutate(page, random))
  }
})

test(`a damaged recorded page gives a channel without invented values, or an error of the platform (WINNOW_SEED=${SEED})`, {
  skip: noRecordings ?? false,
}, async () => {
  const { cases, payloads } = await openRecordings()
  const random = randomFrom(SEED)
  for (const recorded of cases().filter(item => item.api === api.id)) {
    for (const { body } of savedPayloads(api, payloads(recorded))) {
      const {
        contents: _bulk,
        topbar: _menu,
        responseContext: _context,
        ...page
      } = body as Record<string, unknown>
      for (let round = 0; round < rounds(30); round++) checkMutated(mutate(page, random))
    }
  }
})
