import { parseCount } from '../../base/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, find, listAt } from '../json-walk.ts'
import type { ChannelPart } from './channel-part.ts'
import { channelIdOf } from './channel-path.ts'
import { linksIn } from './links.ts'
import { textAt } from './text.ts'

/** The panel "About", since 2023: in an answer of its own, or in the page of `/about`. The only one with exact counts. */
export const aboutPanel: Reader<ChannelPart> = {
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

/** The tab "About", to the end of 2023. */
export const aboutTab: Reader<ChannelPart> = {
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
