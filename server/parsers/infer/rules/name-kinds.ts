/** What a class, an id or the value of an attribute is good for in a selector. */
type NameKind = 'meaningful' | 'looks' | 'state' | 'numbered' | 'machine'

/** Classes that say how something looks: they change with the design, and other things look the same. */
const LOOKS =
  /^-?(?:[mp][trblxy]?|[whd](?=-(?:\d|full|auto|screen|none|\w{2}-))|text|bg|border|flex|grid|gap|font|leading|tracking|items|justify|self|rounded|shadow|col|cols|row|rows|float|align|order|space|min|max|z|top|left|right|bottom|inset|opacity|overflow|cursor|sm|md|lg|xl|xs|btn|container|clearfix|hidden|block|inline|relative|absolute|fixed|sticky|visible|wrapper|inner|outer)(?:-[\w.%/]+)*$|[:/[\]!]/

/** Classes that say how something is just now, where it stands, or under what this one page is filed. */
const STATE =
  /^(?:is|has|category|tag)-|^(?:active|selected|current|open|opened|closed|first|last|odd|even|loaded|lazy|lazyload|lazyloaded|visible|hover|focus|disabled|new|sale)$/i

/** Distinguishes names that a person chose from those that a build generated. */
export function kindOfName(name: string): NameKind {
  if (isMachineMade(name)) return 'machine'
  if (LOOKS.test(name)) return 'looks'
  if (/\d{3,}/.test(name) || /(?:^|[-_:])\d+$/.test(name)) return 'numbered'
  return STATE.test(name) ? 'state' : 'meaningful'
}

/** The part of a name that stays when the rest is generated again: `Product_price__` of `Product_price__a1B2c`. */
export function stemOf(name: string): string | null {
  const [, stem] = /^([A-Za-z][A-Za-z]+(?:[-_]+[A-Za-z]+)*(?:__|--|_|-))[A-Za-z0-9]{4,}$/.exec(name) ?? []
  return stem && stem.length >= 6 && !isMachineMade(stem) ? stem : null
}

const PREFIXES =
  /^(?:css|sc|jsx|jss|svelte|emotion|ember|react|yui|ext|gwt|Mui\w*)[-_:]?(?=[\w]*\d|[A-Za-z]{5,}$)/

function isMachineMade(name: string): boolean {
  if (PREFIXES.test(name) && /\d|^(?:sc|css)-/.test(name)) return true
  return name.split(/[-_:.]+/).some(isRandom)
}

/** Whether a part of a name is not a word: letters and digits in turn, capitals anywhere, or nothing to pronounce. */
function isRandom(part: string): boolean {
  if (part.length < 5 || /^\d+$/.test(part)) return false
  const turns = (part.match(/[a-z](?=\d)|\d(?=[a-z])/gi) ?? []).length
  if (turns >= 2 || /^\d+[a-z]{2,}/i.test(part) || /^(?=.*\d)[0-9a-f]{6,}$/i.test(part)) return true
  if (!/[aeiouy]/i.test(part)) return !/^[A-Z]+$/.test(part)
  const words = part.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  return words.length > 2 && part.length / words.length < 2.5
}
