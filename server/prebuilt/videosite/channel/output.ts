import { z } from 'zod'
import { onCard } from '../../card-parts.ts'
import type { Image } from '../text.ts'

const text = (description: string) => z.string().nullable().describe(description)
const count = (description: string) => z.int().nullable().describe(description)

/** A channel. All fields are always present; null or [] if the platform does not provide a value. */
export const channelOutput = z.strictObject({
  identity: z.strictObject({
    channel_id: text('Id of the channel: `UC` and 22 characters.'),
    channel_url: text('Address of the channel by its id.').meta(onCard('link')),
    name: text('Name as shown.').meta(onCard('name')),
    description: text('Whole description, with its line breaks.').meta(onCard('text')),
    avatar: z
      .array(
        z.strictObject({
          url: z.string().describe('Address of the picture.'),
          width: count('Width in pixels.'),
          height: count('Height in pixels.'),
        }),
      )
      .describe('The picture of the channel in each size: those of its header, then the largest.')
      .meta(onCard('picture')),
    tags: z.array(z.string().describe('One keyword.')).describe('Keywords that the owner gave the channel.'),
  }),
  metrics: z.strictObject({
    subscriber_count: count(
      'Subscribers; the platform rounds it to three digits. Null where the owner hides it.',
    ).meta(onCard('count')),
    subscriber_count_text: text('Subscribers as shown.'),
    video_count: count('Public videos.').meta(onCard('count')),
    view_count: count('Views of all videos.').meta(onCard('count')),
  }),
  about: z.strictObject({
    joined_date: text('When the channel was opened, as shown.'),
    country: text('Country that the owner chose, as shown.'),
  }),
  links: z.strictObject({
    twitter: text('First link to that network.'),
    instagram: text('First link to that network.'),
    other: z
      .array(z.string().describe('Address of the link.'))
      .describe('All other links, in the order shown.'),
  }),
})

export type Channel = z.output<typeof channelOutput>

const picture = (size: number) => ({
  url: `https://pictures.videosite.example/tidepool=s${size}-c-k-no-rj`,
  width: size,
  height: size,
})

/** A fictional channel for the docs. */
export const channelExample: Channel = {
  identity: {
    channel_id: 'UCk2Tq9ZxRrV0bW3nYd7uLmA',
    channel_url: 'https://www.videosite.example/channel/UCk2Tq9ZxRrV0bW3nYd7uLmA',
    name: 'Tidepool Studio',
    description: 'Small films about small animals at the shore.\n\nA new one every second Sunday.',
    avatar: [72, 120, 160, 900].map(picture),
    tags: ['tide pools', 'marine biology', 'nature film'],
  },
  metrics: {
    subscriber_count: 128_000,
    subscriber_count_text: '128K subscribers',
    video_count: 214,
    view_count: 19_304_881,
  },
  about: { joined_date: 'Joined Mar 4, 2016', country: 'New Zealand' },
  links: {
    twitter: 'https://twitter.com/tidepoolstudio',
    instagram: null,
    other: ['https://tidepool.example', 'https://shop.tidepool.example/prints'],
  },
}

/** What one layout holds about a channel. A field is absent if the layout never has it. */
export interface ChannelPart {
  channel_id?: string | null
  channel_url?: string | null
  name?: string | null
  description?: string | null
  /** The sizes in the header, in its order. */
  avatar?: Image[]
  /** The single large picture of the metadata. */
  portrait?: Image[]
  tags?: string[]
  /** As shown: `5.04m subscribers`. */
  subscribers?: string | null
  video_count?: number | null
  view_count?: number | null
  joined_date?: string | null
  country?: string | null
  /** Addresses without their wrappers. */
  links?: string[]
}
