// The anchors of the part `page`: what people write to read a page, each in a process of its own. They get the bytes of a page
// and give the data.
import { load } from 'cheerio'
import { compile, selectAll, selectOne } from 'css-select'
import { textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { readStreamed, readStreamedLinks } from './lol-html.mjs'

const clean = text => text.replace(/\s+/g, ' ').trim()

/** Selectors compiled once: the tuned form. */
function tuned(parsePage) {
  const compiled = new Map()
  const query = css => {
    if (!compiled.has(css)) compiled.set(css, compile(css))
    return compiled.get(css)
  }
  const read = (root, { css, attribute }) => {
    const element = css ? selectOne(query(css), root.children) : root
    if (!element) return null
    return attribute ? (element.attribs[attribute] ?? null) : clean(textContent(element))
  }
  return (bytes, plan) => {
    const page = parsePage(bytes.toString('utf8'))
    return readPlan(plan, page, read, css => selectAll(query(css), page.children))
  }
}

const cheerio = (bytes, plan) => readCheerio(load(bytes.toString('utf8')), plan)

/** Selectors as people write them. */
export function readCheerio($, plan) {
  const read = (root, { css, attribute }) => {
    const element = css ? (root ? $(root).find(css) : $(css))[0] : root
    if (!element) return null
    return attribute ? (element.attribs[attribute] ?? null) : clean($(element).text())
  }
  return readPlan(plan, null, read, css => $(css).toArray())
}

const readAll = (fields, root, read) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, read(root, field)]))

const readPlan = (plan, root, read, rows) => ({
  ...readAll(plan.fields, root, read),
  rows: rows(plan.rows.css).map(row => readAll(plan.rows.fields, row, read)),
})

export const engines = {
  cheerio,
  'htmlparser2 + css-select': tuned(html => parseDocument(html)),
  'parse5 + css-select': tuned(html => parse(html, { treeAdapter: adapter })),
  'lol-html': readStreamed,
}

/** What the part `real` reads: title, description, h1, and each link with its text. */
const readLinks = parsePage => {
  const [title, description, h1, links] = ['title', 'meta[name="description"]', 'h1', 'a[href]'].map(css =>
    compile(css),
  )
  const text = element => (element ? clean(textContent(element)) : null)
  return bytes => {
    const { children } = parsePage(bytes.toString('utf8'))
    return {
      title: text(selectOne(title, children)),
      description: selectOne(description, children)?.attribs.content ?? null,
      h1: text(selectOne(h1, children)),
      links: selectAll(links, children).map(link => [link.attribs.href, text(link)]),
    }
  }
}

function cheerioLinks(bytes) {
  const $ = load(bytes.toString('utf8'))
  const text = found => (found.length ? clean(found.text()) : null)
  return {
    title: text($('title').first()),
    description: $('meta[name="description"]').first().attr('content') ?? null,
    h1: text($('h1').first()),
    links: $('a[href]')
      .toArray()
      .map(link => [$(link).attr('href'), text($(link))]),
  }
}

export const linkReaders = {
  cheerio: cheerioLinks,
  'htmlparser2 + css-select': readLinks(html => parseDocument(html)),
  'parse5 + css-select': readLinks(html => parse(html, { treeAdapter: adapter })),
  'lol-html': readStreamedLinks,
}
