interface Sheet {
  cssRules: ArrayLike<{ cssText: string }>
  disabled: boolean
  media: { mediaText: string }
}

interface Tree {
  querySelectorAll(selector: string): Iterable<PageElement>
  styleSheets: ArrayLike<Sheet & { ownerNode: PageElement | null }>
  adoptedStyleSheets: readonly Sheet[]
}

interface PageElement {
  localName: string
  textContent: string | null
  parentElement: PageElement | null
  shadowRoot: Tree | null
  contains(other: PageElement): boolean
}

interface Html {
  outerHTML: string
  getHTML?(options: { shadowRoots: Tree[] }): string
  cloneNode(deep: boolean): Html
}

/** Only the members used here. The service does not include the DOM types. */
declare const document: Tree & { doctype: unknown; documentElement: Html | null; body: PageElement | null }
declare const XMLSerializer: new () => { serializeToString(node: unknown): string }
declare const CSSStyleSheet: new () => Sheet & { replaceSync(css: string): void }
declare const getComputedStyle: (element: PageElement) => { display: string; visibility: string }

/**
 * Runs inside a page, so it cannot refer to anything outside its own body. Returns the current HTML with open shadow trees
 * as declarative ones. A comment at its end holds what HTML does not express of its appearance: rules that scripts have
 * inserted, and what is hidden (`BrowserLooks`). The comment is omitted if it might make the page larger than `maxBytes`.
 */
export function visibleHtml(maxBytes = Number.POSITIVE_INFINITY): string {
  const MAX_BYTES_PER_CHARACTER = 3
  const MAX_CSS_LENGTH = 1_000_000
  const MAX_ELEMENTS = 50_000
  const MAX_HIDDEN = 5_000
  /** Limits for a linked sheet: rules read at its beginning and at its end, and their characters. */
  const MAX_EDGE_RULES = 5
  const MAX_EDGE_CSS_LENGTH = 2_000
  /** Elements that are never displayed. */
  const UNSEEN = new Set(
    'script style template noscript link meta title base param source track area datalist option optgroup'.split(
      ' ',
    ),
  )

  const roots: Tree[] = []
  const collect = (tree: Tree) => {
    for (const { shadowRoot } of tree.querySelectorAll('*'))
      if (shadowRoot) {
        roots.push(shadowRoot)
        collect(shadowRoot)
      }
  }

  /** Style sheet texts and their numbers. */
  const texts = new Map<string, number>()
  let cssLeft = MAX_CSS_LENGTH
  /** Returns the number of a text, storing it if it is new; null if the limit does not allow that. */
  const keep = (css: string): number | null => {
    const known = texts.get(css)
    if (known !== undefined) return known
    if (css.length > cssLeft) return null
    cssLeft -= css.length
    texts.set(css, texts.size)
    return texts.size - 1
  }

  const rulesOf = (sheet: Sheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n')
  const textOf = (sheet: Sheet): string => {
    const css = rulesOf(sheet)
    return sheet.media.mediaText ? `@media ${sheet.media.mediaText}{${css}}` : css
  }

  /**
   * Returns the rules of a style element if scripts have changed them; null if they match its text. For a linked sheet,
   * returns null, since that cannot be known.
   */
  const changedRules = (sheet: Sheet, element: PageElement): string | null => {
    if (sheet.disabled) return ''
    if (element.localName !== 'style') return null
    const original = new CSSStyleSheet()
    original.replaceSync(element.textContent ?? '')
    const rules = rulesOf(sheet)
    return rules === rulesOf(original) ? null : rules
  }

  const changedIn = (tree: Tree): [element: PageElement, css: number][] =>
    Array.from(tree.styleSheets).flatMap(sheet => {
      const element = sheet.ownerNode
      const css = element && changedRules(sheet, element)
      const kept = css === null ? null : keep(css)
      return kept === null ? [] : [[element!, kept] as [PageElement, number]]
    })

  const edge = (sheet: Sheet, at: (index: number) => number): string[] => {
    const rules: string[] = []
    let left = MAX_EDGE_CSS_LENGTH
    for (let index = 0; index < Math.min(MAX_EDGE_RULES, sheet.cssRules.length); index++) {
      const { cssText } = sheet.cssRules[at(index)]!
      left -= cssText.length
      if (left < 0) break
      rules.push(cssText)
    }
    return rules
  }

  /**
   * Returns the first and last rules of a linked sheet, since scripts insert rules there. Returns null for a sheet of
   * another site, whose rules cannot be read.
   */
  const edgesOf = (sheet: Sheet): (number | null)[] | null => {
    try {
      const end = sheet.cssRules.length - 1
      const [first, last] = [edge(sheet, index => index), edge(sheet, index => end - index).reverse()]
      return end < 0 ? null : [keep(first.join('\n')), keep(last.join('\n'))]
    } catch {
      return null
    }
  }

  const linkedSheets = (numbers: Map<PageElement, number>) =>
    Array.from(document.styleSheets).flatMap(sheet => {
      const element = sheet.ownerNode
      const edges = element?.localName === 'link' && !sheet.disabled ? edgesOf(sheet) : null
      return edges ? [[numbers.get(element!), ...edges]] : []
    })

  /** Cached by sheet, since many shadow trees share one. */
  const shared = new Map<Sheet, number | null>()
  const adoptedIn = (tree: Tree): number[] =>
    tree.adoptedStyleSheets.flatMap(sheet => {
      const known = shared.get(sheet)
      const kept = sheet.disabled ? null : known === undefined ? keep(textOf(sheet)) : known
      shared.set(sheet, kept)
      return kept ?? []
    })

  /** Numbers all elements in document order of the HTML, where a shadow tree is an element of its own. */
  const numberAll = (): Map<PageElement, number> => {
    const numbers = new Map<PageElement, number>()
    let number = 0
    for (const element of document.querySelectorAll('*')) {
      numbers.set(element, number)
      number += element.shadowRoot ? 2 : 1
    }
    return numbers
  }

  let inspected = 0
  let hiddenCount = 0
  /** Returns the numbers of the outermost elements of a tree that are not displayed, and of those that are invisible. */
  const hiddenAmong = (numbers: Iterable<[PageElement, number]>) => {
    const undisplayed = new Set<PageElement | null>()
    const dim = new Set<PageElement | null>()
    const gone: number[] = []
    const invisible: number[] = []
    const inspect = (element: PageElement, number: number) => {
      const parent = element.parentElement
      const { display, visibility } = getComputedStyle(element)
      if (undisplayed.has(parent) || display === 'none') {
        undisplayed.add(element)
        if (!undisplayed.has(parent)) gone.push(number)
      } else if (visibility !== 'visible') {
        dim.add(element)
        if (!dim.has(parent)) invisible.push(number)
      }
    }
    for (const [element, number] of numbers) {
      if (inspected++ >= MAX_ELEMENTS || hiddenCount + gone.length + invisible.length >= MAX_HIDDEN) break
      if (!UNSEEN.has(element.localName)) inspect(element, number)
    }
    hiddenCount += gone.length + invisible.length
    return { gone, invisible }
  }

  const hiddenInPage = (numbers: Map<PageElement, number>) => {
    const { body } = document
    return hiddenAmong([...numbers].filter(([element]) => element !== body && body?.contains(element)))
  }

  /** Returns what is hidden in a shadow tree. Element numbers start again from 0 there. */
  const hiddenInShadow = (root: Tree) => {
    const elements = [...root.querySelectorAll('*')]
    return { elements: elements.length, ...hiddenAmong(elements.map((element, at) => [element, at])) }
  }

  const looks = (): string => {
    const numbers = numberAll()
    const styles = changedIn(document).map(([element, css]) => [numbers.get(element), css])
    const shadows = roots.map(root => [...changedIn(root).map(([, css]) => css), ...adoptedIn(root)])
    const outerRoots = [...numbers.keys()].filter(({ shadowRoot }) => shadowRoot)
    const appearance = {
      elements: numbers.size + outerRoots.length,
      ...hiddenInPage(numbers),
      styles,
      linked: linkedSheets(numbers),
      page: adoptedIn(document),
      shadows,
      hidden: roots.map(hiddenInShadow),
    }
    const isPlain = texts.size + hiddenCount === 0
    // Two hyphens can end an HTML comment, so they are escaped.
    const text = JSON.stringify({ ...appearance, texts: [...texts.keys()] }).replaceAll('--', '-\\u002d')
    return isPlain ? '' : `<!--winnow-looks ${text}-->`
  }

  const withLooks = (markup: string): string => {
    try {
      const withComment = markup + looks()
      return withComment.length * MAX_BYTES_PER_CHARACTER > maxBytes ? markup : withComment
    } catch {
      // The page's scripts may have replaced functions that are used here.
      return markup
    }
  }

  collect(document)
  const html = document.documentElement
  const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : ''
  if (!html) return doctype
  if (roots.length === 0 || !html.getHTML) return withLooks(doctype + html.outerHTML)
  const [start, end] = html.cloneNode(false).outerHTML.split('></')
  return withLooks(`${doctype}${start}>${html.getHTML({ shadowRoots: roots })}</${end}`)
}
