import { z } from 'zod'
import { parseCount } from '../../base/counts.ts'
import { checkedText } from '../checked-text.ts'
import { definePrebuilt, type Payload } from '../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../layouts.ts'
import { aboutPanel, aboutTab } from './channel-about.ts'
import { carouselHeader, pageHeader, tabbedHeader, topicHeader } from './channel-headers.ts'
import { type Channel, channelExample, channelOutput } from './channel-output.ts'
import { metadata, microformat } from './channel-page.ts'
import type { ChannelPart } from './channel-part.ts'
import { requireChannelPath } from './channel-path.ts'
import { planChannel } from './channel-plan.ts'
import { sortLinks } from './links.ts'
import { meaningOf } from './meaning.ts'
import { videosite } from './platform.ts'

/** Where two layouts tell the same field, the earlier one here wins. */
const READERS = [
  aboutPanel,
  aboutTab,
  metadata,
  pageHeader,
  tabbedHeader,
  carouselHeader,
  topicHeader,
  microformat,
]

export const videositeChannel = definePrebuilt({
  id: 'videosite-channel',
  name: 'Videosite channel',
  summary: 'Identity, counts, about text and links of a channel.',
  description:
    'Reads the public page of a channel: its name, description, pictures and tags; how many subscribers, videos and views it has; when and where it began; where its owner can be found elsewhere. Counts that the platform shows only rounded are given rounded.',
  platform: videosite,
  input: z.strictObject({
    handle: checkedText(requireChannelPath).describe(
      'The channel: its @handle, its id (`UC` and 22 characters), or the address of any of its pages.',
    ),
  }),
  output: channelOutput,
  example: { input: { handle: '@tidepoolstudio' }, output: channelExample },
  probe: { handle: '@youtube' },

  plan: ({ handle }, upstream) => planChannel(handle, upstream),

  read(payloads) {
    const answers = payloads.filter(({ body }) => meaningOf(body) === null)
    const channel = mergeParts(readLayouts(READERS, ofOneChannel(answers)))
    if (channel.channel_id || channel.name) return channelOf(channel)
    throw firstMeaning(payloads) ?? unreadable(READERS, answers, 'both the id and the name of the channel')
  },
})

function channelOf(channel: ChannelPart): Channel {
  const { channel_id: id = null, subscribers = null } = channel
  const avatars = new Map(
    [...(channel.avatar ?? []), ...(channel.portrait ?? [])].map(image => [image.url, image]),
  )
  return {
    identity: {
      channel_id: id,
      channel_url: channel.channel_url ?? (id && `${videosite.origin}/channel/${id}`),
      name: channel.name ?? null,
      description: channel.description ?? null,
      avatar: [...avatars.values()],
      tags: channel.tags ?? [],
    },
    metrics: {
      subscriber_count: parseCount(subscribers),
      subscriber_count_text: subscribers,
      video_count: channel.video_count ?? null,
      view_count: channel.view_count ?? null,
    },
    about: { joined_date: channel.joined_date ?? null, country: channel.country ?? null },
    links: sortLinks(channel.links ?? []),
  }
}

/** Pages of several channels may be saved in one file: those of the first that has an id, and those that name none. */
function ofOneChannel(payloads: Payload[]): Payload[] {
  const ids = payloads.map(payload => mergeParts(readLayouts(READERS, [payload])).channel_id)
  const wanted = ids.find(Boolean)
  return payloads.filter((_, index) => !ids[index] || ids[index] === wanted)
}

/** What the first payload that is no data means. */
const firstMeaning = (payloads: Payload[]) =>
  payloads.map(({ body }) => meaningOf(body)).find(meaning => meaning !== null)
