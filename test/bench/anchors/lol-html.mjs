// The anchor `lol-html`: a rewriter compiled to WebAssembly that has no tree, and calls back for what its selectors match
// while it goes over the page. It tells text and attributes as they stand in the source, so references are decoded here.
import { decodeHTML } from 'entities'
import { HTMLRewriter } from 'lol-html'

const clean = text => decodeHTML(text).replace(/\s+/g, ' ').trim()

const attributeOf = (element, name) => {
  const value = element.getAttribute(name)
  return value === undefined ? null : decodeHTML(value)
}

const nulls = fields => Object.fromEntries(Object.keys(fields).map(name => [name, null]))

/** Puts the attribute or the text of the first match into the object that is being filled. */
function fill(name, attribute, target) {
  if (attribute)
    return {
      element(element) {
        const object = target()
        if (object && object[name] === null) object[name] = attributeOf(element, attribute)
      },
    }
  let open = null
  return {
    element(element) {
      const object = target()
      if (!object || object[name] !== null) return
      const own = { text: '' }
      open = own
      object[name] = ''
      element.onEndTag(() => {
        object[name] = clean(own.text)
        open = null
      })
    },
    text(chunk) {
      if (open) open.text += chunk.text
    },
  }
}

function run(rewriter, bytes) {
  rewriter.write(bytes)
  rewriter.end()
  rewriter.free()
}

export function readStreamed(bytes, plan) {
  const rewriter = new HTMLRewriter('utf-8', () => {})
  const data = { ...nulls(plan.fields), rows: [] }
  for (const [name, { css, attribute }] of Object.entries(plan.fields))
    rewriter.on(
      css,
      fill(name, attribute, () => data),
    )
  let row = null
  const fields = Object.entries(plan.rows.fields)
  const own = fields.filter(([, { css }]) => !css)
  rewriter.on(plan.rows.css, {
    element(element) {
      const found = nulls(plan.rows.fields)
      for (const [name, { attribute }] of own) found[name] = attributeOf(element, attribute)
      data.rows.push(found)
      row = found
      element.onEndTag(() => {
        if (row === found) row = null
      })
    },
  })
  for (const [name, { css, attribute }] of fields)
    if (css)
      rewriter.on(
        `${plan.rows.css} ${css}`,
        fill(name, attribute, () => row),
      )
  run(rewriter, bytes)
  return data
}

/** What the part `real` reads. */
export function readStreamedLinks(bytes) {
  const rewriter = new HTMLRewriter('utf-8', () => {})
  const data = { title: null, description: null, h1: null, links: [] }
  const into = (name, attribute) => fill(name, attribute, () => data)
  rewriter.on('title', into('title'))
  rewriter.on('meta[name="description"]', into('description', 'content'))
  rewriter.on('h1', into('h1'))
  let open = null
  rewriter.on('a[href]', {
    element(element) {
      const link = [attributeOf(element, 'href'), null]
      const own = { text: '' }
      data.links.push(link)
      open = own
      element.onEndTag(() => {
        link[1] = clean(own.text)
        if (open === own) open = null
      })
    },
    text(chunk) {
      if (open) open.text += chunk.text
    },
  })
  run(rewriter, bytes)
  return data
}
