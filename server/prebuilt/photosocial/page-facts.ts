import { attribute, type Element, elementsOf, ofClass, visibleText } from './markup.ts'

/** What a page of HTML says outside of its scripts: the last source where these hold no data. */
export interface PageFacts {
  title: string | null
  /** By property or name, the name with a mark of its own: `og:title`, `name:description`. */
  metas: Record<string, string>
  /** Of a page made to be shown inside others. */
  embed: EmbedFacts | null
}

/** Texts and attributes as they stand in the markup. */
export interface EmbedFacts {
  /** What stands in place of a post that cannot be shown. */
  broken: boolean
  id: string | null
  owner_id: string | null
  type: string | null
  permalink: string | null
  username: string | null
  verified: boolean | null
  avatar: string | null
  picture: string | null
  likes: string | null
  comments: string | null
  caption: string | null
}

export function pageFacts(html: string): PageFacts {
  const elements = elementsOf(html)
  const title = elements.find(({ tagName }) => tagName === 'title')
  return { title: visibleText(title), metas: metasOf(elements), embed: embedOf(elements) }
}

/** Of several with one name the first counts. */
function metasOf(elements: Element[]): Record<string, string> {
  const named = elements
    .filter(({ tagName }) => tagName === 'meta')
    .flatMap(meta => {
      const property = attribute(meta, 'property')
      const name = attribute(meta, 'name')
      const content = attribute(meta, 'content') ?? ''
      return [...(property ? [[property, content]] : []), ...(name ? [[`name:${name}`, content]] : [])]
    })
  return Object.fromEntries(named.reverse())
}

function embedOf(elements: Element[]): EmbedFacts | null {
  const broken = ofClass(elements, 'EmbedBrokenMedia') !== undefined
  const post = ofClass(elements, 'Embed')
  if (!broken && !post) return null
  const text = (name: string, without?: string[]) => visibleText(ofClass(elements, name), without) || null
  return {
    broken,
    id: attribute(post, 'data-media-id'),
    owner_id: attribute(post, 'data-owner-id'),
    type: attribute(post, 'data-media-type'),
    permalink: attribute(post, 'data-permalink'),
    username: text('UsernameText'),
    verified: text('UsernameText') === null ? null : ofClass(elements, 'VerifiedSprite') !== undefined,
    avatar: avatarOf(elements),
    picture: pictureOf(ofClass(elements, 'EmbeddedMediaImage')),
    likes: text('SocialProof'),
    comments: text('CaptionCommentsExpand') ?? text('CaptionComments'),
    caption: text('Caption', ['CaptionUsername', 'CaptionComments']),
  }
}

/** The owner's picture. A post of two owners shows the second one's in front; its name is the one in the header. */
function avatarOf(elements: Element[]): string | null {
  const link = ofClass(elements, 'SecondCollabAvatar') ?? ofClass(elements, 'Avatar')
  const after = link ? elements.slice(elements.indexOf(link)) : []
  return attribute(
    after.find(({ tagName }) => tagName === 'img'),
    'src',
  )
}

/** The widest of the sizes that an image offers: `address 640w,address 1080w`. */
function pictureOf(image: Element | undefined): string | null {
  const sizes = (attribute(image, 'srcset') ?? '')
    .split(/,\s*(?=https?:)/)
    .map(size => size.trim().split(/\s+/))
  const widest = sizes
    .filter(([, width]) => /^\d+w$/.test(width ?? ''))
    .sort(([, one], [, other]) => Number.parseInt(other!, 10) - Number.parseInt(one!, 10))[0]
  return widest?.[0] ?? attribute(image, 'src')
}
