/** Without `select`: by the standard of today it may hold anything, but parse5 follows the one of before 2025. */
const TAGS =
  `a b i em font nobr p div span ul ol li dl dt dd h1 h2 section table tbody thead tr td th caption colgroup col form
  button option optgroup input br hr img svg g path title desc foreignObject script style textarea pre template
  html head body meta link noscript iframe object ruby rt rtc x-y blockquote main applet image param xmp
  math mi annotation-xml font tfoot table tr td`.split(/\s+/)
/** For `</table>` in a template within a table, parse5 builds another tree than the standard requires. */
const TABLES = new Set('table tbody thead tfoot tr td th caption colgroup col'.split(' '))
const WITHOUT_TABLES = TAGS.filter(tag => !TABLES.has(tag))
const WITHOUT_TEMPLATES = TAGS.filter(tag => tag !== 'template')

const ATTRIBUTES =
  ` a=1| class="x y"| id='q'| href=/a/| checked| b==">"| A=2 a=3| type=hidden| /|/| a="1"b=2| "| =x| viewbox=1 VIEWBOX=2| xlink:href=c| xlink:href=c href=d| xml:lang=e| size=1| encoding=text/html`.split(
    '|',
  )
const TEXTS =
  `x| |\n|a &amp; b|&lt|<|< a|&nbsp;|\r\n|é|&#x41|a<3|&notit;|</|<!-- c -->|<!-->|<?x>|</ x>|<!--a--!>|  t |<!x>|&#32;|&#10;|<![CDATA[x]]>`.split(
    '|',
  )

/** Makes pages of randomly ordered tags and texts, the same ones for the same seed. */
export function createPageGenerator(seed: number): () => string {
  let state = seed >>> 0
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const pick = (list: string[]) => list[random(list.length)]!
  const piece = (tags: string[]) => {
    const kind = random(20)
    if (kind < 9) return `<${pick(tags)}${kind < 3 ? pick(ATTRIBUTES) : ''}>`
    return kind < 15 ? `</${pick(tags)}>` : pick(TEXTS)
  }
  return () => {
    const tags = random(4) ? WITHOUT_TEMPLATES : WITHOUT_TABLES
    const length = 1 + random(random(40) + 1)
    return (random(2) ? '<!doctype html>' : '') + Array.from({ length }, () => piece(tags)).join('')
  }
}
