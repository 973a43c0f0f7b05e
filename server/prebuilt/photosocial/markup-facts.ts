import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { allOf, attributeOf, charactersOf, firstOf, openMarkup } from '../markup.ts'
import { readShownContent, type ShownContent } from './shown-posts.ts'

/** The facts of an HTML page outside its scripts: the last source, if the scripts hold no data. */
export interface MarkupFacts extends ShownContent {
  title: string | null
  /** Its canonical address. */
  address: string | null
  /** By property or name; names have a prefix: `og:title`, `name:description`. */
  metas: Record<string, string>
  /** The facts of an embed, a page that is made to be shown inside others. */
  embed: EmbedFacts | null
}

/** Texts and attributes as written in the markup. */
interface EmbedFacts {
  /** Whether the embed shows the placeholder for a post that cannot be shown. */
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

export function readMarkupFacts(page: string): MarkupFacts {
  const html = openMarkup(page)
  return {
    title: visibleText(html, 'title'),
    address: attributeOf(html, firstOf(html, 'link[rel="canonical"]'), 'href'),
    metas: metasOf(html),
    embed: embedOf(html),
    ...visibleContent(html),
  }
}

/** Returns nothing for an embed, which links to posts in other ways. */
const visibleContent = (html: HtmlDocument): ShownContent =>
  firstOf(html, '.Embed') === null ? readShownContent(html) : { posts: [], pictures: [] }

/** Of several tags with the same name, the first counts. */
function metasOf(html: HtmlDocument): Record<string, string> {
  const entries = allOf(html, 'meta').flatMap(meta => {
    const property = attributeOf(html, meta, 'property')
    const name = attributeOf(html, meta, 'name')
    const content = attributeOf(html, meta, 'content') ?? ''
    return [...(property ? [[property, content]] : []), ...(name ? [[`name:${name}`, content]] : [])]
  })
  return Object.fromEntries(entries.reverse())
}

function embedOf(html: HtmlDocument): EmbedFacts | null {
  const broken = firstOf(html, '.EmbedBrokenMedia') !== null
  const post = firstOf(html, '.Embed')
  if (!broken && post === null) return null
  const text = (css: string, omittedCss?: string) => visibleText(html, css, omittedCss) || null
  return {
    broken,
    id: attributeOf(html, post, 'data-media-id'),
    owner_id: attributeOf(html, post, 'data-owner-id'),
    type: attributeOf(html, post, 'data-media-type'),
    permalink: attributeOf(html, post, 'data-permalink'),
    username: text('.UsernameText'),
    verified: text('.UsernameText') === null ? null : firstOf(html, '.VerifiedSprite') !== null,
    avatar: avatarOf(html),
    picture: pictureOf(html),
    likes: text('.SocialProof'),
    comments: text('.CaptionCommentsExpand') ?? text('.CaptionComments'),
    caption: text('.Caption', '.CaptionUsername, .CaptionComments'),
  }
}

/** Returns the visible text of the first element that matches, with its line breaks. */
function visibleText(html: HtmlDocument, css: string, omittedCss?: string): string | null {
  const root = firstOf(html, css)
  const omitted = new Set(root !== null && omittedCss ? allOf(html, omittedCss, root) : [])
  return charactersOf(html, root, node => {
    if (omitted.has(node)) return ''
    return html.elementName(node) === 'br' ? '\n' : undefined
  })
}

/**
 * Returns the owner's picture. For a post with two owners the second one's picture is in front, and belongs to the name in
 * the header.
 */
function avatarOf(html: HtmlDocument): string | null {
  const link = firstOf(html, '.SecondCollabAvatar') ?? firstOf(html, '.Avatar')
  if (link === null) return null
  const candidates = allOf(html, 'img, .SecondCollabAvatar, .Avatar')
  const isPicture = (node: DocumentNode) => html.elementName(node) === 'img'
  const picture = candidates.slice(candidates.indexOf(link)).find(isPicture)
  return attributeOf(html, picture ?? null, 'src')
}

/** Returns the widest picture in the image's `srcset`: `address 640w,address 1080w`. */
function pictureOf(html: HtmlDocument): string | null {
  const image = firstOf(html, '.EmbeddedMediaImage')
  const sizes = (attributeOf(html, image, 'srcset') ?? '')
    .split(/,\s*(?=https?:)/)
    .map(size => size.trim().split(/\s+/))
  const widest = sizes
    .filter(([, width]) => /^\d+w$/.test(width ?? ''))
    .sort(([, one], [, other]) => Number.parseInt(other!, 10) - Number.parseInt(one!, 10))[0]
  return widest?.[0] ?? attributeOf(html, image, 'src')
}
