import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as html from './photosocial/html-pages.ts'
import { foreignPages } from './support/foreign-pages.ts'
import { loadedApis } from './support/loaded.ts'

for (const { api, own, foreign, label, foreignLabel } of foreignPages) {
  const exampleInput = api.example.input
  const read = (pages: string[], input?: typeof exampleInput) =>
    api.read(
      pages.flatMap(page => api.payloadsOf(page)),
      input,
    )

  describe(`${api.id} from saved pages`, () => {
    test('reads the subject that was asked for, in whichever order the pages come', () => {
      const answer = read([own], exampleInput)
      assert.deepEqual(read([foreign, own], exampleInput), answer)
      assert.deepEqual(read([own, foreign], exampleInput), answer)
    })

    test('reads the subject of the first page when the input names none', () => {
      assert.deepEqual(read([foreign, own]), read([foreign]))
      assert.deepEqual(read([own, foreign]), read([own]))
    })

    test('is refused when all pages are of another subject', () => {
      for (const pages of [[foreign], [foreign, foreign]])
        assert.throws(() => read(pages, exampleInput), {
          code: 'not_asked_for',
          message: `This page is of ${foreignLabel}, not of ${label}.`,
        })
    })
  })
}

describe('a page of the wrong kind', () => {
  const read = (id: string, page: string) => () => {
    const api = loadedApis.find(one => one.id === id)!
    return api.read(api.payloadsOf(page))
  }
  const refusedAs = (id: string, page: string, message: string) =>
    assert.throws(read(id, page), { code: 'not_asked_for', message })
  const state = (value: object) => `<script>var ytInitialData = ${JSON.stringify(value)};</script>`
  const microformat = (urlCanonical: string) => ({
    microformatDataRenderer: { urlCanonical, title: 'Shore' },
  })
  const header = { pageHeaderRenderer: { pageTitle: 'Shore' } }
  const playlist = 'https://www.youtube.com/playlist?list=PLtidepool'

  test('such as a playlist is refused as a channel, in all of its layouts', () => {
    const layouts = [
      { header, microformat: microformat(playlist) },
      { header, metadata: { playlistMetadataRenderer: { title: 'Shore' } } },
      {
        header: { playlistHeaderRenderer: { title: { simpleText: 'Shore' } } },
        microformat: microformat(playlist),
      },
      { microformat: microformat(playlist), sidebar: { playlistSidebarRenderer: {} } },
    ]
    for (const layout of layouts)
      refusedAs('videosite-channel', state(layout), 'This page is of a playlist, not of a channel.')
  })

  test('such as a hashtag or a feed is refused as a channel', () => {
    const hashtag = { header, microformat: microformat('https://www.youtube.com/hashtag/shore') }
    refusedAs('videosite-channel', state(hashtag), 'This page is of a hashtag, not of a channel.')
    const feed = { header, microformat: microformat('https://www.youtube.com/feed/trending') }
    assert.throws(read('videosite-channel', state(feed)), { code: 'changed' })
  })

  test('such as a channel is refused as a video, and a video as a channel', () => {
    const pageOf = (id: string) => foreignPages.find(({ api }) => api.id === id)!.own
    const isVideo = 'This page is of a video, not of a channel.'
    refusedAs('videosite-channel', pageOf('videosite-video'), isVideo)
    for (const id of ['videosite-video', 'videosite-comments', 'videosite-transcript'])
      refusedAs(id, pageOf('videosite-channel'), 'This page is of a channel, not of a video.')
  })

  test('such as a story is refused as a profile, although it names its account', () => {
    const head = (address: string) => `<title>Tidepool Studio (@tidepoolstudio)</title>
      <link rel="canonical" href="https://www.instagram.com/${address}/" />
      <meta property="og:type" content="profile" />
      <meta property="og:title" content="Tidepool Studio (@tidepoolstudio)" />
      <meta property="al:ios:url" content="instagram://user?username=tidepoolstudio" />`
    const user = { username: 'tidepoolstudio', pk: '48120396571', follower_count: 3, biography: '' }
    const script = `<script type="application/json" data-sjs>${JSON.stringify({ user, xdt_api: 1 })}</script>`
    const story = head('stories/tidepoolstudio/3456612345678901234') + script
    for (const id of ['photosocial-profile', 'photosocial-posts'])
      refusedAs(id, story, 'This page is of a story, not of an account.')
    refusedAs('photosocial-post', story, 'This page is of a story, not of a post.')
    assert.ok(read('photosocial-profile', head('tidepoolstudio') + script)())
  })

  test('such as a post is refused as a profile, and a profile as a post', () => {
    const profile = `${html.profileHead}<link rel="canonical" href="https://www.instagram.com/tidepool/" />`
    refusedAs('photosocial-profile', html.postHead, 'This page is of a post, not of an account.')
    refusedAs('photosocial-post', profile, 'This page is of an account, not of a post.')
  })

  test('such as an account is refused as a short video', () => {
    const account = foreignPages.find(({ api }) => api.id === 'shortvideo-profile')!.own
    refusedAs('shortvideo-comments', account, 'This page is of an account, not of a video.')
  })
})
