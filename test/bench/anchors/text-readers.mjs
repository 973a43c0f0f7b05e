// The anchors of the part `read`: what people take to get the text of a page. Each gets its HTML and address, and gives HTML of the text.
import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { JSDOM, VirtualConsole } from 'jsdom'

/** A console that nobody reads: pages have style sheets that it complains of. */
const open = (html, url) => new JSDOM(html, { url, virtualConsole: new VirtualConsole() }).window.document

export const readers = {
  'Readability.js': async (html, url) => new Readability(open(html, url)).parse()?.content ?? '',
  Defuddle: async (html, url) => (await Defuddle(open(html, url), url)).content,
}
