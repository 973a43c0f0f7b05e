import { parseCount } from '../../../base/text/counts.ts'
import type { Reader } from '../../define-prebuilt.ts'
import { at, find, findAll, listAt, stringAt } from '../../json-walk.ts'
import { videosite } from '../platform.ts'
import { imagesAt, imagesOf, textAt, textOf } from '../text.ts'
import type { ChannelPart } from './output.ts'
import { channelIdOf } from './path.ts'

/** The word for subscribers in the languages of saved pages; a part without any of them is left out rather than guessed. */
const SUBSCRIBERS =
  /subscri|abonn|suscri|inscri|iscri|subskry|prenumer|odběr|odber|abone|pelanggan|feliratkoz|tilaaj|đăng ký|подпис|підпис|абон|εγγεγραμ|מנוי|مشترك|सदस्य|ผู้ติดตาม|登録|订阅|訂閱|구독/i
const VIDEOS =
  /v[ií]d[eé][oóaí]|film|vaizdo įraš|myndb|βίντεο|видео|відео|סרטון|فيديو|ویدیو|वीडियो|ভিডিও|วิดีโอ|動画|视频|影片|동영상/i

/** The header since May 2024. Its rows hold handle, pronouns, subscribers and videos; any of them may be absent. */
export const pageHeader: Reader<ChannelPart> = {
  layout: 'header.pageHeaderRenderer',
  recognise: body => at(body, 'header.pageHeaderRenderer'),
  read(header) {
    const parts = [...findAll(at(header, 'content.pageHeaderViewModel.metadata'), 'metadataParts')].flat()
    const texts = parts.map(part => textAt(part, 'text') ?? '').filter(text => !text.startsWith('@'))
    const view = at(header, 'content.pageHeaderViewModel')
    return {
      name: textAt(view, 'title.dynamicTextViewModel.text') ?? textAt(header, 'pageTitle'),
      avatar: imagesOf(find([at(view, 'image'), at(view, 'animatedImage')], 'sources')),
      subscribers: texts.find(text => SUBSCRIBERS.test(text)) ?? null,
      video_count: parseCount(texts.find(text => VIDEOS.test(text))),
      links: linksIn([at(view, 'attribution.attributionViewModel.text')]),
    }
  },
}

/**
 * The header until April 2024. It had all links until mid 2023, then only the first; the number of videos since late 2022.
 */
export const tabbedHeader: Reader<ChannelPart> = {
  layout: 'header.c4TabbedHeaderRenderer',
  recognise: body => at(body, 'header.c4TabbedHeaderRenderer'),
  read: header => ({
    channel_id: channelIdOf(at(header, 'channelId')),
    name: textAt(header, 'title'),
    avatar: imagesAt(header, 'avatar.thumbnails'),
    subscribers: textAt(header, 'subscriberCountText'),
    video_count: parseCount(textAt(header, 'videosCountText')),
    links: linksIn([
      ...listAt(header, 'headerLinks.channelHeaderLinksRenderer.primaryLinks'),
      ...listAt(header, 'headerLinks.channelHeaderLinksRenderer.secondaryLinks'),
      at(header, 'headerLinks.channelHeaderLinksViewModel.firstLink'),
    ]),
  }),
}

/** The header of the platform's own channels, such as Music. */
export const carouselHeader: Reader<ChannelPart> = {
  layout: 'header.carouselHeaderRenderer',
  recognise: body => find(at(body, 'header.carouselHeaderRenderer'), 'topicChannelDetailsRenderer'),
  read(details) {
    const subtitle = textAt(details, 'subtitle')
    return {
      name: textAt(details, 'title'),
      avatar: imagesAt(details, 'avatar.thumbnails'),
      subscribers: subtitle !== null && SUBSCRIBERS.test(subtitle) ? subtitle : null,
    }
  },
}

/** The header of game topics: a poster as the avatar, a description of their own, and no metadata. */
export const topicHeader: Reader<ChannelPart> = {
  layout: 'header.interactiveTabbedHeaderRenderer',
  recognise: body => at(body, 'header.interactiveTabbedHeaderRenderer'),
  read: header => ({
    name: textAt(header, 'title'),
    description: textOf(at(header, 'description')),
    avatar: imagesAt(header, 'boxArt.thumbnails'),
  }),
}

/** Returns the target of a link, without the platform's `/redirect?q=` wrapper, or null if it has none. */
function linkAddress(link: unknown): string | null {
  const target =
    stringAt(find(link, 'urlEndpoint'), 'url') ?? stringAt(find(link, 'webCommandMetadata'), 'url')
  const url = target ? URL.parse(target, videosite.origin) : null
  if (!target || !url) return null
  if (url.pathname === '/redirect') return url.searchParams.get('q') || null
  return target.startsWith('/') ? url.href : target
}

/** Returns the targets of links, in order. */
export const linksIn = (links: unknown[]): string[] =>
  links.map(linkAddress).filter(address => address !== null)

/** Sorts addresses by network: the first address of a network gets its own field, all others keep their order. */
export function sortLinks(addresses: string[]) {
  const firstOn = (hosts: RegExp) =>
    addresses.find(address => hosts.test(URL.parse(address)?.hostname ?? '')) ?? null
  const twitter = firstOn(/(?:^|\.)(?:twitter|x)\.com$/i)
  const instagram = firstOn(/(?:^|\.)instagram\.com$/i)
  return {
    twitter,
    instagram,
    other: addresses.filter(address => address !== twitter && address !== instagram),
  }
}
