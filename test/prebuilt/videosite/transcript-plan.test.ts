import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import type { UpstreamRequest } from '../../../server/prebuilt/upstream.ts'
import { videositeTranscript } from '../../../server/prebuilt/videosite/transcript/transcript.ts'
import { loaded } from '../support/loaded.ts'
import { type ScriptedAnswer, scriptedUpstream } from '../support/scripted-upstream.ts'
import * as captions from './captions.ts'
import { botWall, player, refused, track, VIDEO } from './players.ts'
import { failure } from './refusals.ts'

const api = await loaded(videositeTranscript)

const OPEN: ScriptedAnswer = { body: player(track('de'), track('en')) }
const GATED_PLAYER: ScriptedAnswer = { body: player(track('en', undefined, '&exp=xpe')) }
const WALL: ScriptedAnswer = { body: botWall }
const LIMIT: ScriptedAnswer = { status: 429, body: '<html></html>' }
const CAPTIONS: ScriptedAnswer = { body: captions.json3 }
const VISITOR: ScriptedAnswer = { body: { responseContext: { visitorData: 'visitor%3D' } } }
const NO_SUCH: ScriptedAnswer = { body: refused('ERROR', 'This video is unavailable') }
const CLOSED: ScriptedAnswer = { status: 400, body: failure(400, 'FAILED_PRECONDITION') }

/** The client and the endpoint of a request: `ANDROID player`, `timedtext`. */
function question({ url, json }: UpstreamRequest): string {
  const { context } = (json ?? {}) as { context?: { client: { clientName: string } } }
  const path = new URL(url).pathname.split('/').at(-1)
  return context ? `${context.client.clientName} ${path}` : String(path)
}

async function plan(lang: string, ...answers: ScriptedAnswer[]) {
  const { upstream, asked } = scriptedUpstream(...answers)
  const payloads = await api.plan({ video_id: VIDEO, lang }, upstream)
  return {
    asked,
    questions: asked.map(question),
    sources: payloads.map(({ source }) => source),
    transcript: api.read(payloads, { video_id: VIDEO, lang }),
  }
}

const VISITED_SOURCES = ['ANDROID player', 'ANDROID visitor_id', 'ANDROID reel_item_watch']
const ALL_PLAYERS = [...VISITED_SOURCES, 'IOS player', 'VISIONOS player']

describe('the requests for a transcript', () => {
  test('are for the player of an app, and the captions that it names', async () => {
    const { asked, questions, sources, transcript } = await plan('en', OPEN, CAPTIONS)
    assert.deepEqual(questions, ['ANDROID player', 'timedtext'])
    assert.partialDeepStrictEqual(asked[0]!.json, { videoId: VIDEO, contentCheckOk: true, racyCheckOk: true })
    assert.equal(asked[0]!.headers?.['x-youtube-client-name'], '3')
    assert.match(asked[1]!.url, /\/api\/timedtext\?v=tidepool_01&lang=en&fmt=json3$/)
    assert.deepEqual(sources, ['player', 'timedtext'])
    assert.equal(transcript.language, 'en')
  })

  test('accept captions in any format', async () => {
    for (const body of [captions.srv1, captions.srv3]) {
      const { transcript } = await plan('de', OPEN, { body })
      assert.equal(transcript.language, 'de')
    }
  })

  test('go only to the platform, whatever the address of a track', async () => {
    const strange = { ...track('en'), baseUrl: 'https://elsewhere.example/api/timedtext?v=1' }
    const { asked } = await plan('en', { body: player(strange) }, CAPTIONS)
    assert.equal(asked[1]!.url, 'https://www.youtube.com/api/timedtext?v=1&fmt=json3')
  })

  test('continue with another client and a visitor id when captions are gated, empty or a block page', async () => {
    const blockPage: ScriptedAnswer = { body: '<!DOCTYPE html><p>Sorry</p>' }
    for (const refusal of [
      [GATED_PLAYER],
      [OPEN, { body: '' }],
      [OPEN, blockPage],
      [WALL],
      [LIMIT],
      [OPEN, LIMIT],
    ]) {
      const { questions, asked } = await plan('en', ...refusal, VISITOR, OPEN, CAPTIONS)
      assert.deepEqual(
        questions.filter(name => name !== 'timedtext'),
        VISITED_SOURCES,
      )
      const reel = asked.find(({ url }) => url.includes('reel_item_watch'))
      assert.partialDeepStrictEqual(reel?.json, {
        context: { client: { visitorData: 'visitor%3D' } },
        playerRequest: { videoId: VIDEO },
      })
    }
  })

  test('prefer an open track to a gated one of the same client', async () => {
    const mixed = player(track('en', undefined, '&exp=xpe'), track('en', 'asr'))
    const { asked } = await plan('en', { body: mixed }, CAPTIONS)
    assert.match(asked[1]!.url, /kind=asr/)
  })

  test('continue without a visitor id when none is given', async () => {
    for (const none of [LIMIT, { status: 404, body: {} }, { body: {} }]) {
      const { asked } = await plan('en', GATED_PLAYER, none, OPEN, CAPTIONS)
      assert.equal(JSON.stringify(asked[2]!.json).includes('visitorData'), false)
    }
  })

  test('treat an answer about another video as a refusal', async () => {
    const other = { ...player(track('en')), videoDetails: { videoId: 'tidepool_02' } }
    const { questions } = await plan('en', { body: other }, VISITOR, OPEN, CAPTIONS)
    assert.deepEqual(questions.slice(0, 3), VISITED_SOURCES)
  })

  test('end with the panels of the page', async () => {
    const refusals = [WALL, VISITOR, LIMIT, WALL, WALL]
    const modern = await plan('en', ...refusals, { body: captions.modernPanel })
    assert.deepEqual(modern.questions, [...ALL_PLAYERS, 'WEB get_panel'])
    assert.partialDeepStrictEqual(modern.asked.at(-1)!.json, { panelId: 'PAmodern_transcript_view' })
    assert.deepEqual(modern.sources, ['get_panel'])

    const older = await plan('de', ...refusals, { body: {} }, CLOSED, { body: captions.searchPanel })
    assert.deepEqual(older.questions.slice(-3), ['WEB get_panel', 'WEB get_transcript', 'WEB get_transcript'])
    assert.equal(older.transcript.language, 'de')
  })

  test('do not trust a "not found" of a client that lacks some videos', async () => {
    const { sources } = await plan('en', WALL, VISITOR, WALL, WALL, NO_SUCH, { body: captions.modernPanel })
    assert.deepEqual(sources, ['get_panel'])
  })
})

describe('a call for a transcript fails', () => {
  const assertFails = (code: string, ...answers: ScriptedAnswer[]) =>
    assert.rejects(plan('en', ...answers), { name: 'AppError', code })

  test('with the error that the platform reports, without trying further sources', async () => {
    await assertFails('not_found', NO_SUCH)
    await assertFails('not_found', WALL, VISITOR, { body: {} })
    await assertFails('private', { body: refused('LOGIN_REQUIRED', 'This video is private') })
    await assertFails('unavailable', {
      body: refused('LOGIN_REQUIRED', 'This video may be inappropriate for some users.'),
    })
    await assertFails('no_captions', { body: player() })
    await assertFails('no_captions', { body: player(track('de')) })
    await assertFails('cancelled', new AppError('cancelled', 'Gone.'))
    await assertFails('cancelled', OPEN, new AppError('cancelled', 'Gone.'))
  })

  test('as `blocked` if any source was blocked, whatever the others failed with', async () => {
    const late = new AppError('timeout', 'Too slow.')
    await assertFails('blocked', late, VISITOR, WALL, late, late, { body: {} }, CLOSED, CLOSED)
    await assertFails('blocked', GATED_PLAYER, VISITOR, { body: [] }, late, late, { body: {} }, late, late)
  })

  test('with the reason of the first source when none was blocked', async () => {
    const late = new AppError('timeout', 'Too slow.')
    const changed: ScriptedAnswer = { body: { responseContext: {} } }
    await assertFails('timeout', late, VISITOR, changed, changed, changed, changed, changed, changed)
  })

  test('as `no_captions` when a panel has another language than the requested one', async () => {
    const refusals = [WALL, VISITOR, WALL, WALL, WALL, CLOSED]
    await assertFails('no_captions', ...refusals, { body: captions.searchPanel })
  })
})
