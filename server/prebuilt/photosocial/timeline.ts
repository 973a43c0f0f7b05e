import { mergeParts } from '../layouts.ts'
import type { MediaPart } from './media-part.ts'

/** Posts of one account that came together, in the platform's order: pinned ones first, then from new to old. */
export interface Timeline {
  posts: MediaPart[]
  has_next: boolean | null
  /** The platform's text for going on after these; null where it gave none. */
  cursor: string | null
  /** The number of the account that a cursor of the grid goes with. */
  node_id: string | null
}

/** Timelines as one: pages that follow each other one after the other, other views of the same page put into it. Null where there are none. */
export function joinTimelines(timelines: Timeline[]): Timeline | null {
  const pages: Timeline[] = []
  for (const timeline of timelines.filter(({ posts }) => posts.length > 0)) {
    const names = new Set(timeline.posts.flatMap(namesOf))
    const seen = pages.findIndex(({ posts }) =>
      posts.some(post => namesOf(post).some(name => names.has(name))),
    )
    if (seen === -1) pages.push(timeline)
    else pages[seen] = joinViews(pages[seen]!, timeline)
  }
  const last = pages.at(-1)
  return last ? { ...last, posts: pages.flatMap(({ posts }) => posts) } : (timelines[0] ?? null)
}

/** Two views of one page: the posts of the longer one, each with what the other adds, and its cursor if it has any. */
function joinViews(one: Timeline, other: Timeline): Timeline {
  const [base, added] = other.posts.length > one.posts.length ? [other, one] : [one, other]
  const known = new Map(added.posts.flatMap(post => namesOf(post).map(name => [name, post])))
  const end = base.cursor === null && base.has_next !== false ? added : base
  const sameAs = (post: MediaPart) =>
    namesOf(post)
      .map(name => known.get(name))
      .find(Boolean)
  return { ...end, posts: base.posts.map(post => mergeParts([post, sameAs(post) ?? {}])) }
}

const namesOf = ({ id, shortcode }: MediaPart) => [id, shortcode].filter(name => typeof name === 'string')
