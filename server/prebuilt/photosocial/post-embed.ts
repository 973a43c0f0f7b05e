import { parseCount } from '../../base/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, booleanAt, stringAt } from '../json-walk.ts'
import type { MediaPart } from './media-part.ts'
import { shortcodeIn } from './post-link.ts'
import { filledAt, idAt } from './values.ts'

/** A picture's embed, whose data stands in its markup alone. */
export const embedMarkup: Reader<MediaPart> = {
  layout: '.Embed',
  recognise: body => (stringAt(body, 'page.embed.id') === null ? undefined : at(body, 'page.embed')),
  read(embed) {
    const type = stringAt(embed, 'type')
    return {
      id: idAt(embed, 'id'),
      shortcode: shortcodeIn(stringAt(embed, 'permalink') ?? ''),
      display_url: filledAt(embed, 'picture'),
      is_video: type && /^Graph(?:Image|Video|Sidecar)$/.test(type) ? type === 'GraphVideo' : null,
      likes: loneCount(stringAt(embed, 'likes')),
      comments: loneCount(stringAt(embed, 'comments')),
      caption: stringAt(embed, 'caption'),
      owner_id: idAt(embed, 'owner_id'),
      owner_username: filledAt(embed, 'username'),
      owner_picture: filledAt(embed, 'avatar'),
      owner_verified: booleanAt(embed, 'verified'),
    }
  },
}

/** Labels come in any language, so that digits tell. Names hold digits as well: `Liked by user7 and 45 others` is no count. */
function loneCount(label: string | null): number | null {
  const words = (label ?? '').split(/\s+/).filter(word => /\d/.test(word))
  const isCount = words.length === 1 && /^\d[\d.,’']*[kmb万萬億만억]?$/iu.test(words[0]!)
  return isCount && !/\bothers?\b/i.test(label!) ? parseCount(words[0]) : null
}
