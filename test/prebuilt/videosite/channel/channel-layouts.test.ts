import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { videositeChannel } from '../../../../server/prebuilt/videosite/channel/channel.ts'
import { loaded } from '../../support/loaded.ts'
import { alert } from '../refusals.ts'
import * as pages from './channel-pages.ts'

const api = await loaded(videositeChannel)

const channelFrom = (...bodies: unknown[]) => {
  const channel = api.read(bodies.map(body => ({ source: 'saved', body })))
  return api.output.parse(channel)
}

const avatar = (...sizes: number[]) =>
  sizes.map(size => ({ url: `https://pictures.example/s${size}`, width: size, height: size }))

const identity = {
  channel_id: pages.ID,
  channel_url: pages.ADDRESS,
  name: 'Tidepool Studio',
  description: 'Small films.\r\nAbout small animals.',
  tags: ['tide pools', 'film'],
}

describe('a channel is read from a header', () => {
  test('with rows of text, where the handle and pronouns are not read as counts', () => {
    assert.deepEqual(channelFrom(pages.pageHeader), {
      identity: { ...identity, avatar: avatar(72, 160, 900) },
      metrics: {
        subscriber_count: 128_000,
        subscriber_count_text: '128K subscribers',
        video_count: 2_100,
        view_count: null,
      },
      about: { joined_date: null, country: null },
      links: { twitter: null, instagram: null, other: ['https://tidepool.example'] },
    })
  })

  test('with tabs and all links', () => {
    assert.deepEqual(channelFrom(pages.tabbedHeader), {
      identity: { ...identity, avatar: avatar(48, 88, 900) },
      metrics: {
        subscriber_count: 127_000,
        subscriber_count_text: '127K subscribers',
        video_count: 1_204,
        view_count: null,
      },
      about: { joined_date: null, country: null },
      links: {
        twitter: 'https://twitter.com/tidepool',
        instagram: 'http://www.instagram.com/tidepool',
        other: ['https://tidepool.example'],
      },
    })
  })

  test('with tabs and only the first link', () => {
    assert.deepEqual(channelFrom(pages.tabbedHeaderWithFirstLink).links, {
      twitter: 'https://x.com/tidepool',
      instagram: null,
      other: [],
    })
  })

  test('with a carousel', () => {
    const { identity: found, metrics } = channelFrom(pages.carouselHeader)
    assert.deepEqual(found, { ...identity, avatar: avatar(88, 176, 900) })
    assert.equal(metrics.subscriber_count, 125_000_000)
    assert.equal(metrics.video_count, null)
  })

  test('of a topic, which has no metadata', () => {
    const { identity: found, metrics } = channelFrom(pages.topicHeader)
    assert.deepEqual(found, {
      ...identity,
      name: 'Tide: the game',
      description: 'A game about tides.',
      avatar: avatar(285),
    })
    assert.equal(metrics.subscriber_count_text, null)
  })

  test('of an unknown layout, from its metadata and microformat', () => {
    const { identity: found } = channelFrom({
      ...pages.pageHeader,
      header: { holographicHeaderRenderer: {} },
    })
    assert.deepEqual(found, { ...identity, avatar: avatar(900) })
    assert.equal(channelFrom({ microformat: pages.microformat }).identity.name, 'Tidepool')
  })

  test('whose picture has no sizes', () => {
    const text = JSON.stringify(pages.pageHeader).replace('"width":72,"height":72', '"width":-1,"height":0')
    const [picture] = channelFrom(JSON.parse(text)).identity.avatar
    assert.deepEqual(picture, { url: 'https://pictures.example/s72', width: null, height: null })
  })

  test('in another language', () => {
    const translated = JSON.stringify(pages.pageHeader)
      .replace('128K subscribers', '5,72 Mio. Abonnenten')
      .replace('2.1K videos', '19.924 Videos')
    const { metrics } = channelFrom(JSON.parse(translated))
    assert.deepEqual(metrics, {
      subscriber_count: 5_720_000,
      subscriber_count_text: '5,72 Mio. Abonnenten',
      video_count: 19_924,
      view_count: null,
    })
  })
})

test('videos are counted in every language whose word for them resembles "videos"', () => {
  const countFrom = (text: string) =>
    channelFrom(JSON.parse(JSON.stringify(pages.pageHeader).replace('2.1K videos', text))).metrics.video_count
  for (const word of ['vídeos', 'vidéos', 'videó', 'videa', 'βίντεο'])
    assert.equal(countFrom(`3 ${word}`), 3, word)
})

describe('the about data of a channel', () => {
  const ABOUT = {
    metrics: {
      subscriber_count: 128_000,
      subscriber_count_text: '128K subscribers',
      video_count: 2_114,
      view_count: 19_304_881,
    },
    about: { joined_date: 'Joined Mar 4, 2016', country: 'New Zealand' },
    links: {
      twitter: 'https://mobile.twitter.com/tidepool',
      instagram: null,
      other: ['https://tidepool.example', 'https://shop.tidepool.example/?a=1&b=2'],
    },
  }

  test('from the panel wins over the header, in whichever order they come', () => {
    const fullChannel = {
      ...identity,
      description: 'Small films.\r\nAbout small animals, whole.',
      avatar: avatar(72, 160, 900),
    }
    assert.deepEqual(channelFrom(pages.pageHeader, pages.aboutAnswer), { identity: fullChannel, ...ABOUT })
    assert.deepEqual(channelFrom(pages.aboutAnswer, pages.pageHeader), { identity: fullChannel, ...ABOUT })
    assert.deepEqual(channelFrom({ ...pages.pageHeader, ...pages.aboutAnswer }), {
      identity: fullChannel,
      ...ABOUT,
    })
  })

  test('from the panel is enough for a result', () => {
    const { identity: found, ...rest } = channelFrom(pages.aboutAnswer)
    assert.deepEqual(rest, ABOUT)
    assert.partialDeepStrictEqual(found, {
      channel_id: pages.ID,
      channel_url: pages.ADDRESS,
      name: null,
      avatar: [],
      tags: [],
    })
  })

  test('from the old tab is read along with its header', () => {
    const channel = channelFrom(pages.aboutTab)
    assert.equal(channel.identity.description, 'Small films, as the tab has it.')
    assert.deepEqual(channel.identity.avatar, avatar(48, 88, 900))
    assert.deepEqual(channel.metrics, {
      subscriber_count: 127_000,
      subscriber_count_text: '127K subscribers',
      video_count: 1_204,
      view_count: 9_304_881,
    })
    assert.deepEqual(channel.about, { joined_date: 'Joined Mar 4, 2016', country: 'New Zealand' })
    assert.deepEqual(channel.links, {
      twitter: 'https://twitter.com/tidepool',
      instagram: null,
      other: ['https://tidepool.example'],
    })
  })

  test('of another channel is ignored', () => {
    const foreign = JSON.parse(
      JSON.stringify(pages.aboutAnswer).replaceAll(pages.ID, pages.ID.replace('tide', 'tied')),
    )
    assert.deepEqual(channelFrom(pages.pageHeader, foreign), channelFrom(pages.pageHeader))
  })
})

describe('a channel page without a channel', () => {
  const readsAs = (code: string, message: RegExp, ...bodies: unknown[]) =>
    assert.throws(() => channelFrom(...bodies), { name: 'AppError', code, message })

  test('reports the layouts that were tried', () => {
    readsAs('changed', /Tried: aboutChannelViewModel, .*header\.pageHeaderRenderer/, { contents: {} })
  })

  test('reports the layouts that match when id and name are missing, or all but the id', () => {
    const lacks = /more of the channel than its name or id.*fit: /
    readsAs('changed', lacks, { header: { pageHeaderRenderer: {} } })
    readsAs('changed', lacks, {
      metadata: { channelMetadataRenderer: { externalId: 'UCk2Tq9ZxRrV0bW3nYd7uLmA' } },
    })
  })

  test("fails with the error that the platform's answer means, unless another page has the channel", () => {
    const dead = alert({ simpleText: 'This channel does not exist.' })
    readsAs('not_found', /does not exist/, dead)
    readsAs('not_found', /does not exist/, {}, dead)
    assert.equal(channelFrom(dead, pages.pageHeader).identity.name, 'Tidepool Studio')
  })
})
