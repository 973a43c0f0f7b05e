import { load } from 'cheerio'
import { randomFrom } from '../../../support/seeds.ts'

/** A change of a page, as a site may make it later, or a reduction of it. */
export type PageChange = (html: string) => string

const MICRODATA = ['itemprop', 'itemtype', 'itemscope', 'itemid', 'itemref', 'property', 'typeof', 'vocab']

/** Keeps only what a reader sees: removes scripts, meta elements and microdata attributes. */
export const visibleOnly: PageChange = html => {
  const page = load(html)
  page('script, meta').remove()
  for (const name of MICRODATA) page(`[${name}]`).removeAttr(name)
  return page.html()
}

/** Renames every class, in the same way on all pages with the same seed. */
export const classesRenamed =
  (seed: number): PageChange =>
  html => {
    const page = load(html)
    page('[class]').each((_, element) => {
      const names = (element.attribs.class ?? '').split(/\s+/).filter(Boolean)
      element.attribs.class = names.map(name => newName(name, seed)).join(' ')
    })
    return page.html()
  }

function newName(name: string, seed: number): string {
  let hash = seed
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) | 0
  const random = randomFrom(hash)
  return Array.from({ length: 8 }, () => 'bcdfghjkmnpqrstvwxz'[Math.floor(random() * 19)]).join('')
}

const BLOCKS = 'main, article, section, ul, ol, dl, table, h1, h2, figure'
const ADVERTISEMENT =
  '<div class="ad-slot"><p>Advertisement</p><a href="https://ads.example/"><img src="/ad.png" alt=""></a></div>'

/** Wraps a third of the blocks in another element, and puts an advertisement before a third. */
export const wrappersAndAds =
  (seed: number): PageChange =>
  html => {
    const random = randomFrom(seed)
    const page = load(html)
    page('body')
      .find(BLOCKS)
      .each((_, element) => {
        if (random() < 0.34) page(element).before(ADVERTISEMENT)
        if (random() < 0.34) page(element).wrap('<div class="outer-frame"></div>')
      })
    return page.html()
  }
