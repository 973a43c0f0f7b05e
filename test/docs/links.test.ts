import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lexer, type Token, type Tokens, walkTokens } from 'marked'
import { headingId, linkTarget } from '../../renderer/ui/guides/links.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })]

const read = (page: string) => lexer(readFileSync(join(root, page), 'utf8'))

/** All tokens of a type, at any depth. */
function tokensOf<T extends Token>(tokens: Token[], type: T['type']): T[] {
  const found: T[] = []
  walkTokens(tokens, token => void (token.type === type && found.push(token as T)))
  return found
}

const headingsOf = (page: string) =>
  tokensOf<Tokens.Heading>(read(page), 'heading').map(({ text }) => headingId(text))

/** What is wrong with a link of a page; null when it leads somewhere. */
function faultOf(page: string, href: string): string | null {
  if (/^https?:/.test(href)) return null
  const [path = '', hash] = href.split('#')
  const target = path ? relative(root, join(root, dirname(page), path)) : page
  if (!existsSync(join(root, target))) return `${page}: there is no ${href}`
  return !hash || headingsOf(target).includes(hash) ? null : `${page}: ${target} has no heading #${hash}`
}

describe('the pages of the documentation', () => {
  for (const page of pages)
    test(`${page} has only links to existing files and headings`, () => {
      const tokens = read(page)
      const links = [...tokensOf<Tokens.Link>(tokens, 'link'), ...tokensOf<Tokens.Image>(tokens, 'image')]
      assert.deepEqual(links.map(({ href }) => faultOf(page, href)).filter(Boolean), [])
    })

  test('docs/index.md lists every page of docs/', () => {
    const listedGuides = tokensOf<Tokens.Link>(read('docs/index.md'), 'link').map(({ href }) => href)
    const guides = globSync('docs/*.md', { cwd: root }).map(page => page.slice('docs/'.length))
    assert.deepEqual(
      guides.filter(guide => guide !== 'index.md' && !listedGuides.includes(guide)),
      [],
    )
  })

  test('the README has at most 150 lines', () => {
    const lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n')
    assert.ok(lines.length <= 150, `${lines.length} lines`)
  })
})

describe('a link of a guide in the app', () => {
  const isGuide = (name: string) => ['README', 'jobs', 'crons'].includes(name)
  const cases: [href: string, target: ReturnType<typeof linkTarget>][] = [
    ['crons.md', { guide: 'crons', hash: '' }],
    ['crons.md#schedules', { guide: 'crons', hash: '#schedules' }],
    ['#states', { guide: 'jobs', hash: '#states' }],
    ['https://docs.jsonata.org', { address: 'https://docs.jsonata.org' }],
    ['docs/crons.md', { guide: 'crons', hash: '' }],
    ['../README.md#five-minutes', { guide: 'README', hash: '#five-minutes' }],
    ['benchmarks.md', null],
    ['decisions', null],
    ['decisions/crons.md', null],
    ['../CONTRIBUTING.md', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['', null],
  ]
  for (const [href, target] of cases)
    test(`to ${href || 'nothing'} ${target ? 'leads on' : 'is text'}`, () =>
      assert.deepEqual(linkTarget(href, 'jobs', isGuide), target))
})
