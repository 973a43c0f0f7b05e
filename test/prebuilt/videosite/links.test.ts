import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linksIn, sortLinks } from '../../../server/prebuilt/videosite/channel/headers.ts'

const link = (url: unknown) => ({ title: { content: 'A link' }, onTap: { urlEndpoint: { url } } })
const redirectUrl = (url: string) =>
  `https://www.youtube.com/redirect?event=about&q=${encodeURIComponent(url)}`

describe('links of a channel', () => {
  test('are unwrapped from redirects, as they were written', () => {
    const address = 'http://Tidepool.example/a?b=1&c=%20#d'
    assert.deepEqual(linksIn([link(redirectUrl(address)), link(address)]), [address, address])
  })

  test('to the platform itself are completed with its origin', () => {
    const within = { commandMetadata: { webCommandMetadata: { url: '/@tidepool' } } }
    assert.deepEqual(linksIn([within]), ['https://www.youtube.com/@tidepool'])
  })

  test('without an address are left out', () => {
    assert.deepEqual(
      linksIn([link(null), link('https://www.youtube.com/redirect?event=a'), link('http://'), null, 7, {}]),
      [],
    )
  })

  test('are sorted by host, where the first link to a network gets its field', () => {
    const addresses = [
      'https://nottwitter.com/a',
      'https://mobile.twitter.com/tidepool',
      'https://x.com/tidepool2',
      'https://www.instagram.com/tidepool/',
      'https://tidepool.example/?q=instagram.com',
      'not an address',
    ]
    assert.deepEqual(sortLinks(addresses), {
      twitter: 'https://mobile.twitter.com/tidepool',
      instagram: 'https://www.instagram.com/tidepool/',
      other: [
        'https://nottwitter.com/a',
        'https://x.com/tidepool2',
        'https://tidepool.example/?q=instagram.com',
        'not an address',
      ],
    })
  })
})
