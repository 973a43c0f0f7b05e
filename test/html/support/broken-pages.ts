const TAGS =
  `a b i em font nobr p div span ul ol li dl dt dd h1 h2 section table tbody thead tr td th caption colgroup col form
  button select option optgroup input br hr img svg g path title desc foreignObject script style textarea pre template
  html head body meta link noscript iframe object ruby rt rtc x-y blockquote main applet image param xmp`.split(
    /\s+/,
  )
const ATTRIBUTES =
  ` a=1| class="x y"| id='q'| href=/a/| checked| b==">"| A=2 a=3| type=hidden| /|/| a="1"b=2| "| =x| viewbox=1 VIEWBOX=2| xlink:href=c| xlink:href=c href=d| xml:lang=e`.split(
    '|',
  )
const TEXTS =
  `x| |\n|a &amp; b|&lt|<|< a|&nbsp;|\r\n|é|&#x41|a<3|&notit;|</|<!-- c -->|<!-->|<?x>|</ x>|<!--a--!>|  t |<!x>`.split(
    '|',
  )

/** Makes pages of tags and texts in no order, the same ones for a seed. */
export function createBreaker(seed: number): () => string {
  let state = seed >>> 0
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const pick = (list: string[]) => list[random(list.length)]!
  const piece = () => {
    const kind = random(20)
    if (kind < 9) return `<${pick(TAGS)}${kind < 3 ? pick(ATTRIBUTES) : ''}>`
    return kind < 15 ? `</${pick(TAGS)}>` : pick(TEXTS)
  }
  return () =>
    (random(2) ? '<!doctype html>' : '') + Array.from({ length: 1 + random(random(40) + 1) }, piece).join('')
}
