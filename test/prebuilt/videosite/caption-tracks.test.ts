import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { captionTracks, trackFor } from '../../../server/prebuilt/videosite/transcript/caption-tracks.ts'
import { player, track } from './players.ts'

describe('the caption tracks of a player', () => {
  test('tell whether they are automatic and whether they are gated', () => {
    const tracks = captionTracks(
      player(track('de'), track('en', 'asr', '&exp=xpe'), track('fr', undefined, '&exp=xpv&pot=abc'), {
        languageCode: 'es',
      }),
    )
    assert.deepEqual(
      tracks.map(({ language, isAutomatic, isGated, address }) => [
        language,
        isAutomatic,
        isGated,
        address !== null,
      ]),
      [
        ['de', false, false, true],
        ['en', true, true, true],
        ['fr', false, false, true],
        ['es', false, false, false],
      ],
    )
  })

  test('may be missing or malformed', () => {
    for (const answer of [
      undefined,
      null,
      player(),
      player(null, 7, {}, { baseUrl: '/api' }, { languageCode: '' }),
    ])
      assert.deepEqual(captionTracks(answer), [])
  })
})

describe('the caption track for a language', () => {
  const CHOICES: [tracks: string, language: string, chosen: string | undefined][] = [
    ['de en.asr en', 'en', 'en'],
    ['en-GB en.asr', 'en', 'en.asr'],
    ['en-US.asr en-GB', 'en', 'en-GB'],
    ['de en-US.asr', 'en', 'en-US.asr'],
    ['en pt-PT pt-BR', 'pt-BR', 'pt-BR'],
    ['en pt-PT', 'pt-BR', 'pt-PT'],
    ['en', 'EN', 'en'],
    ['zh-Hant', 'zh_Hans', 'zh-Hant'],
    ['zh-Hans zh-Hant', 'zh-TW', 'zh-Hant'],
    ['zh-Hans zh-Hant.asr', 'zh-HK', 'zh-Hant.asr'],
    ['zh-Hant zh-Hans', 'zh-CN', 'zh-Hans'],
    ['sr sr-Latn', 'sr-Latn-RS', 'sr-Latn'],
    ['en iw', 'he', 'iw'],
    ['en id', 'in', 'id'],
    ['en.asr ji', 'yi', 'ji'],
    ['not_a_code en', 'en', 'en'],
    ['eng', 'en', undefined],
    ['de fr', 'en', undefined],
    ['', 'en', undefined],
  ]

  for (const [list, language, chosen] of CHOICES)
    test(`${language} of [${list}] is ${chosen ?? 'none'}`, () => {
      const tracks = captionTracks(
        player(
          ...list
            .split(' ')
            .filter(Boolean)
            .map(name => track(name.replace('.asr', ''), name.endsWith('.asr') ? 'asr' : undefined)),
        ),
      )
      const found = trackFor(tracks, language)
      assert.equal(found && found.language + (found.isAutomatic ? '.asr' : ''), chosen)
    })
})
