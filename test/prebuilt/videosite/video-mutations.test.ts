import { test } from 'node:test'
import { parseCount } from '../../../server/base/text/counts.ts'
import { videositeComments } from '../../../server/prebuilt/videosite/comments/comments.ts'
import { textOf } from '../../../server/prebuilt/videosite/text.ts'
import { videositeTranscript } from '../../../server/prebuilt/videosite/transcript/transcript.ts'
import { videositeVideo } from '../../../server/prebuilt/videosite/video/video.ts'
import { randomFrom, rounds, SEED } from '../../support/seeds.ts'
import { checkDamaged, contentsOf } from '../support/damage.ts'
import { type LoadedApi, loaded } from '../support/loaded.ts'
import { mutate } from '../support/mutate.ts'
import { noRecordings, openRecordings, savedPayloads } from '../support/recordings.ts'
import * as captions from './captions.ts'
import * as comments from './comments-pages.ts'
import * as players from './players.ts'
import * as watch from './watch-pages.ts'

const videoApi = await loaded(videositeVideo)
const commentsApi = await loaded(videositeComments)
const transcriptApi = await loaded(videositeTranscript)

type LeafCheck = (payload: unknown) => (leaf: unknown) => boolean

/**
 * Accepts a value in the payload, or one that follows from it: a text from its runs, a count from its text, an address
 * from its id, no likes, no more pages.
 */
const followsFromPayload: LeafCheck = payload => {
  const contents = contentsOf(payload)
  const texts = new Set([...contents].map(textOf))
  const counts = new Set([...contents, ...texts].map(parseCount))
  const isKnown = (leaf: unknown) =>
    contents.has(leaf) || texts.has(leaf as string) || counts.has(leaf as number)
  return leaf =>
    isKnown(leaf) ||
    leaf === 0 ||
    typeof leaf === 'boolean' ||
    (typeof leaf === 'string' &&
      isKnown(leaf.replace(/^.*(?:v=|\/channel\/)/, '').replace(/^https:(?=\/\/p)/, '')))
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(stringsIn)
    : typeof value === 'string'
      ? [value]
      : []

/** Accepts a value of a transcript: words of the payload, a time or the difference of two times, a name in one of its ids. */
const followsFromTranscript: LeafCheck = payload => {
  const letters = stringsIn(payload).join('').replaceAll(/\s+/g, '')
  const times = new Set([...contentsOf(payload)].map(Number).filter(Number.isFinite))
  const isBetween = (time: number) => [...times].some(other => times.has(other - time))
  const isTime = (time: number) =>
    times.has(time) || isBetween(time) || (/:\d\d/.test(letters) && time % 1000 === 0)
  const hasWords = (text: string) => text.split(/\s+/).every(word => letters.includes(word))
  return leaf =>
    typeof leaf === 'number'
      ? isTime(Math.round(leaf * 1000))
      : typeof leaf === 'string' && (leaf === 'de' || leaf === players.VIDEO || hasWords(leaf))
}

const PAGES: [api: LoadedApi, follows: LeafCheck, pages: object[]][] = [
  [
    commentsApi,
    followsFromPayload,
    [
      comments.firstPage,
      comments.repliesPage,
      comments.rendererPage,
      watch.watchPage,
      watch.turnedOff,
      watch.liveChat,
      watch.noVideo('This video is private'),
    ],
  ],
  [
    transcriptApi,
    followsFromTranscript,
    [
      captions.json3,
      captions.searchPanel,
      captions.modernPanel,
      players.player(players.track('en'), players.track('de', 'asr')),
      players.botWall,
    ],
  ],
  [
    videoApi,
    followsFromPayload,
    [
      players.player(players.track('en')),
      watch.toldWatchPage(),
      watch.toldWatchPage({ videoActions: watch.oldLikeButton }, {}, watch.commentsEntry),
      players.refused('ERROR', 'This video is unavailable'),
      watch.noVideo('Not there'),
    ],
  ],
]

for (const [api, follows, pages] of PAGES) {
  const check = (payload: object) => checkDamaged(api, JSON.stringify(payload), follows(payload))

  test(`a damaged page of ${api.id} gives no invented values (WINNOW_SEED=${SEED})`, () => {
    const random = randomFrom(SEED)
    for (const page of pages) {
      check(page)
      for (let round = 0; round < rounds(200); round++) check(mutate(page, random))
    }
  })

  test(`a damaged recorded page of ${api.id} gives no invented values (WINNOW_SEED=${SEED})`, {
    skip: noRecordings ?? false,
  }, async () => {
    const { cases, payloads } = await openRecordings()
    const random = randomFrom(SEED)
    const others = api === videoApi ? /^videosite-(?:comments|transcript)$/ : /^$/
    for (const recorded of cases().filter(item => item.api === api.id || others.test(item.api)))
      for (const { body } of savedPayloads(api, payloads(recorded))) {
        if (typeof body !== 'object' || body === null) continue
        const {
          topbar: _menu,
          responseContext: _context,
          playerOverlays: _overlays,
          streamingData: _media,
          ...page
        } = body as Record<string, unknown>
        for (let round = 0; round < rounds(3); round++) check(mutate(page, random))
      }
  })
}

test('captions and pages that are cut off anywhere are read as far as they go', () => {
  const page = `<html>${captions.shownModern}${comments.shownThread('UgxA')}</html>`
  for (const text of [captions.srv1, captions.srv3, JSON.stringify(captions.json3), page])
    for (let end = 0; end <= text.length; end++)
      for (const api of [transcriptApi, commentsApi]) checkDamaged(api, text.slice(0, end), () => true)
})
