import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compilePattern } from '../../server/parsers/values/pattern.ts'
import { groupLinks } from '../../server/reading/links/group-links.ts'

const SITE = 'https://shop.example'
const group = (...paths: string[]) => groupLinks(paths.map(path => SITE + path))
const patternCounts = (...paths: string[]) =>
  group(...paths).map(({ pattern, count }) => [pattern.slice(SITE.length), count])
const pathsOf = (count: number, path: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => path(index))

describe('links of the same form', () => {
  test('are grouped by the parts of their paths that many share', () => {
    const products = pathsOf(30, index => `/p/kettle-${index}`)
    const posts = pathsOf(4, index => `/blog/2026/post-${index}`)
    assert.deepEqual(patternCounts(...products, '/about', '/contact', ...posts), [
      ['/p/*', 30],
      ['/blog/*/*', 4],
      ['/*', 2],
    ])
  })

  test('keep the parts that all share, while numbers become wildcards even in a single link', () => {
    assert.deepEqual(patternCounts('/p/about'), [['/p/about', 1]])
    assert.deepEqual(patternCounts('/p/17'), [['/p/*', 1]])
    assert.deepEqual(patternCounts('/'), [['/', 1]])
    assert.deepEqual(patternCounts('/a/', '/b/', '/a', '/b'), [
      ['/*/', 2],
      ['/*', 2],
    ])
  })

  test('are separate groups by host and by the names of their parameters', () => {
    const groups = groupLinks([
      'https://a.example/p?id=1',
      'https://a.example/p?id=2',
      'https://b.example/p?id=3',
    ])
    assert.deepEqual(
      groups.map(({ pattern, count }) => [pattern, count]),
      [
        ['https://a.example/p?id=*', 2],
        ['https://b.example/p?id=*', 1],
      ],
    )
    assert.deepEqual(patternCounts('/p?a=1&b=2&c=3&d=4&e=5', '/p?f=1&g=2&h=3&i=4&j=5'), [['/p?*', 2]])
  })

  test('come with a pattern that matches all links of the group and no others', () => {
    const paths = [
      '/p/a.b',
      '/p/c+d',
      '/p/e/',
      '/p/f?x=1',
      '/p/f?x=',
      '/q/(1)',
      `/${'deep/'.repeat(12)}1`,
      `/${'deep/'.repeat(12)}2`,
    ]
    const groups = group(...paths)
    assert.equal(
      groups.reduce((sum, { count }) => sum + count, 0),
      paths.length,
    )
    for (const { matching, count, examples } of groups) {
      const pattern = compilePattern(matching!)
      const fitting = paths.filter(path => pattern.test(SITE + path))
      assert.equal(fitting.length, count, matching!)
      for (const example of examples) assert.ok(pattern.test(example))
    }
  })

  test('make at most fifty groups, whatever their addresses', () => {
    const sections = pathsOf(100, index => `/section${'x'.repeat(index % 60)}/${index}`)
    const groups = group(...sections, ...pathsOf(200, index => `/a/${'b/'.repeat(index)}`))
    assert.ok(groups.length <= 50)
    const long = group(`/${'('.repeat(900)}`)
    assert.equal(long[0]!.matching, null)
    assert.deepEqual(groupLinks([]), [])
  })
})
