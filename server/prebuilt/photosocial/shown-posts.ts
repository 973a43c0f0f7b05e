import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { listAt, stringAt } from '../json-walk.ts'
import { allOf, attributeOf, firstOf } from '../markup.ts'
import { shortcodeIn } from './post/post-link.ts'
import { segmentsOf } from './username.ts'

/** A post in the grid of an account's page, after its scripts have run. */
export interface ShownPost {
  shortcode: string
  /** The account in its address; null if the address names none. */
  username: string | null
  picture: string | null
  /** The text of the post; null if the picture has only an automatic description. */
  caption: string | null
  is_video: boolean | null
}

/** A picture outside posts, with its alternative text. */
export interface ShownPicture {
  text: string
  address: string
}

/** What a page shows, after its scripts have run. */
export interface ShownContent {
  posts: ShownPost[]
  /** Other pictures, if the page shows posts. */
  pictures: ShownPicture[]
}

/** Returns the posts among the facts of a page. JSON that was sent as a page may have other things in their place. */
export const shownPostsOf = (body: unknown): ShownPost[] =>
  listAt(body, 'page.posts').filter((post): post is ShownPost => stringAt(post, 'shortcode') !== null)

/** Returns the pictures outside posts among the facts of a page. */
export const shownPicturesOf = (body: unknown): ShownPicture[] =>
  listAt(body, 'page.pictures').filter(
    (picture): picture is ShownPicture =>
      stringAt(picture, 'text') !== null && stringAt(picture, 'address') !== null,
  )

/** Returns the posts that a page shows as a grid of linked pictures, without duplicates, in order, and its other pictures. */
export function readShownContent(html: HtmlDocument): ShownContent {
  const links = postLinks(html)
  const posts = links.flatMap(link => readPost(html, link))
  return {
    posts: [...new Map(posts.map(post => [post.shortcode, post])).values()],
    pictures: posts.length > 0 ? headPictures(html, links) : [],
  }
}

/**
 * Returns the links to posts that are in no other one. A browser nests links only in broken pages, and each of them is
 * searched whole.
 */
function postLinks(html: HtmlDocument): DocumentNode[] {
  const nested = new Set<DocumentNode>()
  return allOf(html, 'a[href*="/p/"], a[href*="/reel/"]').filter(link => {
    if (nested.has(link)) return false
    for (const other of allOf(html, 'a', link)) nested.add(other)
    return true
  })
}

function readPost(html: HtmlDocument, link: DocumentNode): ShownPost[] {
  const address = attributeOf(html, link, 'href') ?? ''
  const shortcode = shortcodeIn(address)
  const image = firstOf(html, 'img', link)
  if (shortcode === null || image === null) return []
  const segments = segmentsOf(address) ?? []
  const caption = attributeOf(html, image, 'alt')
  return [
    {
      shortcode,
      username: segments.length > 2 ? segments[0]!.toLowerCase() : null,
      picture: addressOf(html, image),
      caption: caption === null || GENERATED_CAPTION.test(caption) ? null : caption,
      is_video: isVideo(html, link, segments),
    },
  ]
}

/** Automatic descriptions of pictures, in the languages of saved pages. */
const GENERATED_CAPTION =
  /^(?:photo|video|image|picture|foto|imagen|imagem|immagine) (?:(?:shared|geteilt|compartida|compartilhada|condivisa|partagée) )?(?:by|von|de|da|di|par) .{1,200} (?:on|am|el|em|il|le) .{0,40}\d|^(?:may be (?:an?|art|meme|graphic|screenshot|illustration)|könnte ein|puede ser|pode ser|potrebbe essere|peut être)\b|^(?:no photo description available|keine fotobeschreibung verfügbar|no hay ninguna descripción)/i

/**
 * Returns whether a post is a video, by its address or by the icon in the corner of the picture. Single pictures have no
 * icon, so the result is null.
 */
function isVideo(html: HtmlDocument, link: DocumentNode, segments: string[]): boolean | null {
  if (segments.includes('reel')) return true
  const iconLabel = attributeOf(html, firstOf(html, 'svg[aria-label]', link), 'aria-label') ?? ''
  if (/^(?:clip|reel|video)$/i.test(iconLabel)) return true
  return /^(?:carousel|karussell|carrusel|carrossel|carrousel)$/i.test(iconLabel) ? false : null
}

/**
 * Returns the pictures in the head of a page that are not posts. Each selector is a plain path: any other one is tried with
 * all elements around each picture.
 */
const headPictures = (html: HtmlDocument, links: DocumentNode[]): ShownPicture[] => {
  const inPosts = new Set(links.flatMap(link => allOf(html, 'img', link)))
  const found = new Set([...allOf(html, 'header img'), ...allOf(html, 'img[alt]')])
  return allOf(html, 'img')
    .filter(image => found.has(image) && !inPosts.has(image))
    .flatMap(image => {
      const address = addressOf(html, image)
      return address === null ? [] : [{ text: attributeOf(html, image, 'alt') ?? '', address }]
    })
}

/** Returns the web address of an image, or null. A page saved with its pictures refers to local files. */
const addressOf = (html: HtmlDocument, image: DocumentNode): string | null =>
  attributeOf(html, image, 'src')?.match(/^https?:.+/)?.[0] ?? null
