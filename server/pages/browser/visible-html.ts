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

/** As far as it is used; the types of a page are not known to the service. */
declare const document: Tree & { doctype: unknown; documentElement: Html | null; body: PageElement | null }
declare const XMLSerializer: new () => { serializeToString(node: unknown): string }
declare const CSSStyleSheet: new () => Sheet & { replaceSync(css: string): void }
declare const getComputedStyle: (element: PageElement) => { display: string; visibility: string }

/**
 * Runs in a page, by itself: its HTML as it stands now, with its open shadow trees as declared ones. A comment at its end holds
 * what HTML does not say of its looks: rules that scripts have put in, and what is hidden (`BrowserLooks`). That is left out of
 * a page that it might make larger than `mostBytes`.
 */
export function visibleHtml(mostBytes = Number.POSITIVE_INFINITY): string {
  const MOST_BYTES_EACH = 3
  const MOST_CSS = 1_000_000
  const MOST_ELEMENTS = 50_000
  const MOST_HIDDEN = 5_000
  /** Of a linked sheet: rules at its beginning and at its end, and their characters. */
  const MOST_EDGE_RULES = 5
  const MOST_EDGE_CSS = 2_000
  /** Elements that no page shows. */
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

  /** Texts of style sheets with their numbers. */
  const texts = new Map<string, number>()
  let room = MOST_CSS
  /** The number of a text that is kept; null where there is no room for it. */
  const keep = (css: string): number | null => {
    const known = texts.get(css)
    if (known !== undefined) return known
    if (css.length > room) return null
    room -= css.length
    texts.set(css, texts.size)
    return texts.size - 1
  }

  const rulesOf = (sheet: Sheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n')
  const textOf = (sheet: Sheet): string => {
    const css = rulesOf(sheet)
    return sheet.media.mediaText ? `@media ${sheet.media.mediaText}{${css}}` : css
  }

  /**
   * The rules of a style element, where scripts have made them others than its text says; null where they are as it says. Of a
   * linked sheet that is not known.
   */
  const changedRules = (sheet: Sheet, element: PageElement): string | null => {
    if (sheet.disabled) return ''
    if (element.localName !== 'style') return null
    const written = new CSSStyleSheet()
    written.replaceSync(element.textContent ?? '')
    const rules = rulesOf(sheet)
    return rules === rulesOf(written) ? null : rules
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
    let left = MOST_EDGE_CSS
    for (let index = 0; index < Math.min(MOST_EDGE_RULES, sheet.cssRules.length); index++) {
      const { cssText } = sheet.cssRules[at(index)]!
      left -= cssText.length
      if (left < 0) break
      rules.push(cssText)
    }
    return rules
  }

  /** What a linked sheet begins and ends with: there scripts insert rules. Null of another site, whose rules nobody may read. */
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

  /** Many shadow trees share a sheet. */
  const shared = new Map<Sheet, number | null>()
  const adoptedIn = (tree: Tree): number[] =>
    tree.adoptedStyleSheets.flatMap(sheet => {
      const known = shared.get(sheet)
      const kept = sheet.disabled ? null : known === undefined ? keep(textOf(sheet)) : known
      shared.set(sheet, kept)
      return kept ?? []
    })

  /** Elements by their numbers in the HTML, where a shadow tree is an element of its own. */
  const numberAll = (): Map<PageElement, number> => {
    const numbers = new Map<PageElement, number>()
    let number = 0
    for (const element of document.querySelectorAll('*')) {
      numbers.set(element, number)
      number += element.shadowRoot ? 2 : 1
    }
    return numbers
  }

  let lookedAt = 0
  let hidden = 0
  /** Numbers of the outermost elements of a tree that are not shown, and of those that are invisible. */
  const hiddenAmong = (numbers: Iterable<[PageElement, number]>) => {
    const none = new Set<PageElement | null>()
    const dim = new Set<PageElement | null>()
    const gone: number[] = []
    const invisible: number[] = []
    const look = (element: PageElement, number: number) => {
      const around = element.parentElement
      const { display, visibility } = getComputedStyle(element)
      if (none.has(around) || display === 'none') {
        none.add(element)
        if (!none.has(around)) gone.push(number)
      } else if (visibility !== 'visible') {
        dim.add(element)
        if (!dim.has(around)) invisible.push(number)
      }
    }
    for (const [element, number] of numbers) {
      if (lookedAt++ >= MOST_ELEMENTS || hidden + gone.length + invisible.length >= MOST_HIDDEN) break
      if (!UNSEEN.has(element.localName)) look(element, number)
    }
    hidden += gone.length + invisible.length
    return { gone, invisible }
  }

  const hiddenInPage = (numbers: Map<PageElement, number>) => {
    const { body } = document
    return hiddenAmong([...numbers].filter(([element]) => element !== body && body?.contains(element)))
  }

  /** What is hidden in a shadow tree, where the numbers of elements start over. */
  const hiddenInShadow = (root: Tree) => {
    const elements = [...root.querySelectorAll('*')]
    return { elements: elements.length, ...hiddenAmong(elements.map((element, at) => [element, at])) }
  }

  const looks = (): string => {
    const numbers = numberAll()
    const styles = changedIn(document).map(([element, css]) => [numbers.get(element), css])
    const shadows = roots.map(root => [...changedIn(root).map(([, css]) => css), ...adoptedIn(root)])
    const outerRoots = [...numbers.keys()].filter(({ shadowRoot }) => shadowRoot)
    const all = {
      elements: numbers.size + outerRoots.length,
      ...hiddenInPage(numbers),
      styles,
      linked: linkedSheets(numbers),
      page: adoptedIn(document),
      shadows,
      hidden: roots.map(hiddenInShadow),
    }
    const isPlain = texts.size + hidden === 0
    // Two hyphens may end a comment.
    const text = JSON.stringify({ ...all, texts: [...texts.keys()] }).replaceAll('--', '-\\u002d')
    return isPlain ? '' : `<!--winnow-looks ${text}-->`
  }

  const withLooks = (written: string): string => {
    try {
      const whole = written + looks()
      return whole.length * MOST_BYTES_EACH > mostBytes ? written : whole
    } catch {
      // A page may have put its own in the place of what is used here.
      return written
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
