import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commentsToken } from '../../../server/prebuilt/videosite/comments/plan.ts'
import { decodeTexts, encodeToken } from '../../../server/prebuilt/videosite/protobuf.ts'
import {
  panelParams,
  parseTargetId,
  transcriptParams,
} from '../../../server/prebuilt/videosite/transcript/params.ts'

const ID = 'tidepool_01'

const bytesOf = (text: string) => Buffer.from(decodeURIComponent(text), 'base64url').toString('latin1')

describe('generated tokens', () => {
  test('for comments contain the video twice, the order and the section', () => {
    assert.equal(
      bytesOf(commentsToken(ID)),
      `\x12\x0d\x12\x0b${ID}\x18\x062%"\x11"\x0b${ID}0\x00x\x02B\x10comments-section`,
    )
    assert.match(commentsToken(ID), /^[\w-]+%3D$/, 'percent-encoded, as the platform sends it')
  })

  test('for the older transcript contain the track as a nested token', () => {
    const texts = decodeTexts(transcriptParams(ID, 'en', true))
    assert.equal(texts.get(1), ID)
    assert.equal(texts.get(2), 'CgNhc3ISAmVuGgA%3D')
    assert.equal(decodeTexts(transcriptParams(ID, 'de', false)).get(2), 'CgASAmRlGgA%3D')
  })

  test('for the newer transcript contain only the video', () => {
    assert.equal(bytesOf(panelParams(ID)), `\xaa\x09\x0f\x0a\x0b${ID}\x18\x01`)
  })
})

describe('the id of a transcript segment', () => {
  test('contains the video and the language', () => {
    assert.deepEqual(parseTargetId(`${ID}.CgNhc3ISAmVuGgA%3D.60.3300`), { videoId: ID, language: 'en' })
  })

  test('may be cut off or malformed', () => {
    assert.deepEqual(parseTargetId(null), { videoId: null, language: null })
    assert.deepEqual(parseTargetId(`${ID}.Cg`), { videoId: ID, language: null })
    assert.deepEqual(parseTargetId('segment'), { videoId: null, language: null })
    for (const damaged of [
      '',
      '%',
      'CgNhc3IS_____w',
      'Cv____8',
      encodeToken(Buffer.from([8, 255, 255, 255])),
    ])
      assert.deepEqual(
        [...decodeTexts(damaged).values()].filter(text => text.length > 11),
        [],
      )
  })
})
