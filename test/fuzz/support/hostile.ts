import fc from 'fast-check'

/** Names of properties that every object has, and names that code may mistake for something else. */
export const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'toJSON',
  'then',
  'length',
  'api_key',
  'debug',
  '',
  ' ',
  '\0',
  '$ref',
  'a.b[0]',
  '%',
  'é'.normalize('NFD'),
  '𝒳',
]

/** Characters of every kind, including lone surrogates and control characters. */
export const wildText = fc.string({ unit: 'binary', maxLength: 12 })

export const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: wildText },
)

/** How often something is repeated; usually only a few times. */
export const times = (maxCount: number) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 2, arbitrary: fc.constantFrom(...[20, 65, 257, 300].filter(n => n <= maxCount)) },
    { weight: 1, arbitrary: fc.constantFrom(...[1_001, 5_000, 20_000].filter(n => n <= maxCount), maxCount) },
  )

/** Joins texts up to this many characters, since a rare draw would exceed the greatest length of a string. */
export function joinedUpTo(maxCount: number, texts: Iterable<string>, between = ''): string {
  const parts: string[] = []
  let size = 0
  for (const text of texts) {
    if (size > maxCount) break
    parts.push(text)
    size += text.length + between.length
  }
  return parts.join(between).slice(0, maxCount)
}

/** Text for a URL, escaped correctly or not. */
export const escapedText = fc.oneof(
  { weight: 3, arbitrary: name.map(text => encodeURIComponent(text.toWellFormed())) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%', '%zz', '%f', '%ff%fe', '%00', '%2e%2e%2f', '..', '.', '%c0%ae', '%ud800', '\\', ';a=b', '%5B%5D', '+', '{', '|', '"', '<>', '%0d%0aX: y'), // biome-ignore format: a list
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(..."aZ0-_.~%&=?/#[]@:!$'()*+,;"), maxLength: 20 }),
  },
  { weight: 1, arbitrary: times(60_000).map(count => 'x'.repeat(count)) },
)

/** URLs of this machine and invalid URLs, so that nothing is requested over the network. */
export const url = fc.constantFrom(
  'http://127.0.0.1:9/',
  'http://127.0.0.1:9/?a=1&a=2#b',
  'https://[::1]:9/',
  'http://10.0.0.1/',
  'http://[::ffff:127.0.0.1]:9/',
  'http://0x7f.1:9/',
  'http://user:pass@127.0.0.1:9/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<h1>x</h1>',
  'http://',
  '//x',
  `http://127.0.0.1:9/${'a'.repeat(9_000)}`,
)
