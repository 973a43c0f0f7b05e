import { escapePattern } from '../../base/text/escape-pattern.ts'
import { compilePattern } from '../values/pattern.ts'

/**
 * Returns a function that checks whether an address matches one of several patterns, in which `*` stands for any text:
 * `https://shop.example/item-*`. Throws an Error that says what is wrong.
 */
export function compileUrlPatterns(patterns: string[]): (url: string) => boolean {
  const compiled = patterns.map(pattern => {
    if (typeof pattern !== 'string' || pattern === '') throw new Error('Each pattern is a text.')
    const literal = pattern.split('*').map(escapePattern)
    return compilePattern(`^${literal.join('.*')}$`)
  })
  return url => compiled.some(pattern => pattern.test(url))
}
