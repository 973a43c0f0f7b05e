import type { Reader } from '../define-prebuilt.ts'
import { at, find, listAt } from '../json-walk.ts'
import { readEdgeMedia } from './edge-media.ts'
import { readFlatMedia } from './flat-media.ts'
import type { MediaPart } from './media-part.ts'
import { embedMarkup } from './post-embed.ts'
import { postMetas } from './post-metas.ts'

/** What visitors without an account get since 2026: in the page and from its query. */
const polarisMedia: Reader<MediaPart> = {
  layout: 'xig_polaris_media',
  recognise: body => at(find(body, 'xig_polaris_media'), 'if_not_gated_logged_out'),
  read: readFlatMedia,
}

/** The app's call for one post, and the web's call of former years that wraps the same. */
const mediaInfo: Reader<MediaPart> = {
  layout: 'items.0',
  recognise(body) {
    const items = listAt(find(body, 'xdt_api__v1__media__shortcode__web_info') ?? body, 'items')
    return items.length === 1 ? items[0] : undefined
  },
  read: readFlatMedia,
}

/** Web calls, embeds of films and of several pictures, pages to 2021. */
const shortcodeMedia: Reader<MediaPart> = {
  layout: 'shortcode_media',
  // The posts in an account's embed stand under the same name.
  recognise: body =>
    at(body, 'context.graphql_media') === undefined
      ? (find(body, 'xdt_shortcode_media') ?? find(body, 'shortcode_media'))
      : undefined,
  read: readEdgeMedia,
}

/** Those whose counts are exact. */
export const EXACT_READERS = [polarisMedia, mediaInfo, shortcodeMedia, embedMarkup]

/** Where two layouts tell the same field, the earlier one here wins. */
export const POST_READERS = [...EXACT_READERS, postMetas]
