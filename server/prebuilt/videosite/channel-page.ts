import type { Reader } from '../define-prebuilt.ts'
import { at, listAt, stringAt } from '../json-walk.ts'
import type { ChannelPart } from './channel-part.ts'
import { channelIdOf } from './channel-path.ts'
import { imagesAt, textAt } from './text.ts'

/** The facts about a channel's page, the same under every header. */
export const metadata: Reader<ChannelPart> = {
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

/** What the page tells search engines: the only place of the tags, and of the id where metadata is missing. Its description is cut. */
export const microformat: Reader<ChannelPart> = {
  layout: 'microformat.microformatDataRenderer',
  recognise: body => at(body, 'microformat.microformatDataRenderer'),
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
