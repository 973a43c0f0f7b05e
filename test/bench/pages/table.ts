import { listingPage } from './listing.ts'

const CELLS = 12

const row = (at: number) =>
  `<tr>${Array.from({ length: CELLS }, (_, cell) => `<td class="c${cell}">${at * cell}</td>`).join('')}</tr>\n`

/**
 * The listing preceded by a table of small cells, about `bytes` bytes in total. It has many more elements than a listing.
 */
export function tablePage(bytes: number): string {
  const listing = listingPage(Math.min(bytes, 50_000))
  const rows: string[] = []
  for (let length = listing.length; length < bytes; length += rows.at(-1)!.length) rows.push(row(rows.length))
  return listing.replace('<nav>', `<table><tbody>${rows.join('')}</tbody></table><nav>`)
}
