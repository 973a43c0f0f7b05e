import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { videositeVideo } from '../../../server/prebuilt/videosite/video/video.ts'
import { loaded } from '../support/loaded.ts'
import { scriptedBrowse } from '../support/scripted-browse.ts'
import { type ScriptedAnswer, scriptedUpstream } from '../support/scripted-upstream.ts'
import { botWall, details, player, refused, VIDEO } from './players.ts'
import { failure } from './refusals.ts'
import * as watch from './watch-pages.ts'

const api = await loaded(videositeVideo)

const PLAYER: ScriptedAnswer = { body: player() }
const PAGE: ScriptedAnswer = { body: watch.toldWatchPage() }
const WALL: ScriptedAnswer = { body: botWall }
const LIMIT: ScriptedAnswer = { status: 429, body: '' }
const MISSING_VIDEO: ScriptedAnswer = { body: refused('ERROR', 'This video is unavailable') }

async function plan(...answers: ScriptedAnswer[]) {
  const { upstream, asked } = scriptedUpstream(...answers)
  const payloads = await api.plan({ url: `https://youtu.be/${VIDEO}` }, upstream)
  const questions = asked.map(({ url, json }) => {
    const { context } = json as { context: { client: { clientName: string } } }
    return `${context.client.clientName} ${new URL(url).pathname.split('/').at(-1)}`
  })
  return { questions, sources: payloads.map(({ source }) => source), video: api.read(payloads) }
}

describe('the requests for a video', () => {
  test('are for the player of the desktop site and the watch page', async () => {
    const { questions, sources, video } = await plan(PLAYER, PAGE)
    assert.deepEqual(questions, ['WEB player', 'WEB next'])
    assert.deepEqual(sources, ['player', 'next'])
    assert.deepEqual([video.duration_seconds, video.like_count], [664, 2930])
  })

  test('include the player of an app when that of the desktop site is refused', async () => {
    for (const refusal of [WALL, LIMIT, new AppError('timeout', 'Too slow.')]) {
      const { questions } = await plan(refusal, PLAYER, PAGE)
      assert.deepEqual(questions, ['WEB player', 'ANDROID player', 'WEB next'])
    }
  })

  test('are enough with the page when both players are refused', async () => {
    const { sources, video } = await plan(WALL, WALL, PAGE)
    assert.deepEqual(sources, ['next'])
    assert.equal(video.title, 'The crab that owns the pool')
  })

  test('are enough with a player when the page fails', async () => {
    for (const failed of [LIMIT, { status: 400, body: failure(400, 'INVALID_ARGUMENT') }]) {
      const { sources, video } = await plan(PLAYER, failed)
      assert.deepEqual(sources, ['player'])
      assert.equal(video.like_count, null)
    }
  })

  test('accept the data of a player that may not play the video', async () => {
    const gated = { ...refused('UNPLAYABLE', 'Not in your country'), videoDetails: details }
    assert.deepEqual((await plan({ body: gated }, PAGE)).sources, ['player', 'next'])
  })
})

describe('the browser source of a video', () => {
  const state = `<script>var ytInitialPlayerResponse = ${JSON.stringify(player())};</script>`

  test('reads the page when all else is refused, and is not opened to fill gaps', async () => {
    for (const [answers, times] of [
      [[WALL, WALL, LIMIT], 1],
      [[WALL, WALL, PAGE], 0],
    ] as const) {
      const { browse, opened } = scriptedBrowse({ page: state })
      const { upstream } = scriptedUpstream(...answers)
      const payloads = await api.plan({ video_id: VIDEO }, { ...upstream, browse })
      assert.equal(opened.length, times)
      assert.equal(api.read(payloads).title, 'The crab that owns the pool')
    }
  })
})

describe('a call for a video fails', () => {
  const assertFails = (code: string, ...answers: ScriptedAnswer[]) =>
    assert.rejects(plan(...answers), { name: 'AppError', code })

  test('with the error of a player, without trying further sources', async () => {
    await assertFails('not_found', MISSING_VIDEO)
    await assertFails('private', WALL, { body: refused('LOGIN_REQUIRED', 'This video is private') })
    await assertFails('unavailable', { body: refused('LOGIN_REQUIRED', 'Sign in to confirm your age') })
  })

  test('with the error of the page when the players are refused', async () => {
    await assertFails('not_found', WALL, WALL, { body: watch.noVideo('Not there') })
  })

  test('as `blocked` if any source was blocked, otherwise with the first reason', async () => {
    const late = new AppError('timeout', 'Too slow.')
    await assertFails('blocked', late, WALL, late)
    await assertFails('timeout', late, { body: {} }, { status: 503, body: '' })
  })

  test('at once when it is cancelled', async () => {
    await assertFails('cancelled', PLAYER, new AppError('cancelled', 'Gone.'))
    await assertFails('cancelled', new AppError('cancelled', 'Gone.'))
  })
})
