import { parseCount } from '../../../base/text/counts.ts'
import type { Payload, Reader } from '../../define-prebuilt.ts'
import { at, find, listAt, stringAt } from '../../json-walk.ts'
import { hasMoreThan, mergeParts, readLayouts, unreadable } from '../../layouts.ts'
import { filterBySubject } from '../../one-subject.ts'
import type { Upstream } from '../../upstream.ts'
import { meaningOf } from '../meaning.ts'
import { otherKindError, pageKind } from '../page-kind.ts'
import { videosite } from '../platform.ts'
import { imagesAt, textAt } from '../text.ts'
import { carouselHeader, linksIn, pageHeader, sortLinks, tabbedHeader, topicHeader } from './headers.ts'
import type { Channel, ChannelPart } from './output.ts'
import { type ChannelSubject, channelIdOf, channelLabel, channelPath, requestedChannel } from './path.ts'
import { planChannel } from './plan.ts'

export { payloadsOf } from '../states.ts'

/** Metadata of a channel's page, the same with every header. */
const metadata: Reader<ChannelPart> = {
  layout: 'metadata.channelMetadataRenderer',
  recognise: body => at(body, 'metadata.channelMetadataRenderer'),
  read: facts => ({
    channel_id: channelIdOf(at(facts, 'externalId')),
    channel_url: stringAt(facts, 'channelUrl'),
    name: textAt(facts, 'title'),
    description: textAt(facts, 'description'),
    portrait: imagesAt(facts, 'avatar.thumbnails').slice(-1),
  }),
}

/**
 * Facts for search engines: the only source of the tags, and of the id if there is no metadata. The description is
 * truncated.
 */
const microformat: Reader<ChannelPart> = {
  layout: 'microformat.microformatDataRenderer',
  // Other pages of the platform have these facts too.
  recognise: body =>
    /\/channel\/|^$/.test(stringAt(body, 'microformat.microformatDataRenderer.urlCanonical') ?? '')
      ? at(body, 'microformat.microformatDataRenderer')
      : undefined,
  read(facts) {
    const address = stringAt(facts, 'urlCanonical')
    const id = channelIdOf(address?.split('/channel/')[1])
    return {
      channel_id: id,
      channel_url: id && address,
      name: textAt(facts, 'title'),
      description: textAt(facts, 'description'),
      tags: listAt(facts, 'tags').filter(tag => typeof tag === 'string'),
    }
  },
}

/** The panel "About", since 2023: in a response of its own, or in the page `/about`. The only source of exact counts. */
const aboutPanel: Reader<ChannelPart> = {
  layout: 'aboutChannelViewModel',
  recognise: body => find(body, 'aboutChannelViewModel'),
  read: about => ({
    channel_id: channelIdOf(at(about, 'channelId')),
    description: textAt(about, 'description'),
    subscribers: textAt(about, 'subscriberCountText'),
    video_count: parseCount(textAt(about, 'videoCountText')),
    view_count: parseCount(textAt(about, 'viewCountText')),
    joined_date: textAt(about, 'joinedDateText'),
    country: textAt(about, 'country'),
    links: linksIn(listAt(about, 'links')),
  }),
}

/** The tab "About", until the end of 2023. */
const aboutTab: Reader<ChannelPart> = {
  layout: 'channelAboutFullMetadataRenderer',
  recognise: body => find(body, 'channelAboutFullMetadataRenderer'),
  read: about => ({
    channel_id: channelIdOf(at(about, 'channelId')),
    name: textAt(about, 'title'),
    description: textAt(about, 'description'),
    subscribers: textAt(about, 'subscriberCountText'),
    view_count: parseCount(textAt(about, 'viewCountText')),
    joined_date: textAt(about, 'joinedDateText'),
    country: textAt(about, 'country'),
    links: linksIn([...listAt(about, 'primaryLinks'), ...listAt(about, 'secondaryLinks')]),
  }),
}

/** If two layouts have the same field, the earlier one wins. */
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

export const plan = ({ handle }: { handle: string }, upstream: Upstream) => planChannel(handle, upstream)

export function read(payloads: Payload[], input?: { handle?: string | undefined }): Channel {
  const answers = payloads.filter(({ body }) => meaningOf(body) === null)
  const pages = answers.filter(({ body }) => (pageKind(body) ?? 'channel') === 'channel')
  const path = requestedPath(payloads, input?.handle)
  const channel = mergeParts(
    readLayouts(
      READERS,
      filterBySubject(
        pages,
        subjectOf,
        path === null ? null : requestedChannel(path, payloads.every(isSaved)),
      ),
    ),
  )
  const isNamed = channel.channel_id || (channel.name && pages.some(hasOwnHeader))
  if (isNamed && hasMoreThan(channel, 'channel_id', 'channel_url')) return channelOf(channel)
  throw (
    firstMeaning(payloads) ??
    otherKindError(answers, 'channel', path && channelLabel(path)) ??
    unreadable(READERS, answers, 'more of the channel than its name or id')
  )
}

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

const isSaved = ({ source }: Payload) => source === 'saved'

/** Whether a page has a header that only channels have. The current header is also used by other pages. */
const hasOwnHeader = ({ body }: Payload) =>
  [tabbedHeader, carouselHeader, topicHeader].some(({ recognise }) => recognise(body) !== undefined)

/**
 * Returns the path of the channel that was asked for: the one that the platform redirected to, or else that of the input.
 */
function requestedPath(payloads: Payload[], handle: string | undefined): string | null {
  const ledTo = payloads.map(payload => payload.ledTo).find(Boolean)
  return handle === undefined ? null : (channelPath(ledTo ?? '') ?? channelPath(handle))
}

/** Returns the channel of a payload, by its id and by the path of the name that its owner chose. */
function subjectOf({ body }: Payload): ChannelSubject | null {
  const { channel_id: id } = mergeParts(readLayouts(READERS, [{ source: '', body }]))
  if (!id) return null
  const facts = at(body, 'metadata.channelMetadataRenderer')
  const address = stringAt(facts, 'vanityChannelUrl') ?? stringAt(facts, 'ownerUrls.0') ?? ''
  const path = channelPath(address)
  return { key: id, path, label: channelLabel(path ?? `/channel/${id}`) }
}

/** Returns the meaning of the first payload that is not data. */
const firstMeaning = (payloads: Payload[]) =>
  payloads.map(({ body }) => meaningOf(body)).find(meaning => meaning !== null)
