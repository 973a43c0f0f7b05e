import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { html } from 'parse5'
import { compileTreeModule, readTreeModule } from '../../build/tree-module.ts'
import { buildTree, freeTree, freeTrees } from '../../server/html/tree/build-tree.ts'
import { FIXED_NAMES } from '../../server/html/tree/names.ts'
import { compileParser } from '../../server/parsers/compile/compile-parser.ts'
import { runParser } from '../../server/parsers/run-parser.ts'
import { linesOfTree } from './support/page-lines.ts'

const TAGS = new URL('../../server/html/tree-construction/tags.ts', import.meta.url)

test('the compiled module of tree construction is up to date with its sources', () => {
  assert.ok(compileTreeModule() === readTreeModule(), 'Compile it anew: npm run build:tree')
})

test('tree construction numbers the elements of HTML as parse5 does', () => {
  const source = readFileSync(TAGS, 'utf8')
  const tags = [...source.matchAll(/^ {2}(\w+) = (\d+),$/gm)].map(([, name, number]) => [
    name,
    Number(number),
  ])
  const tagIds = Object.entries(html.TAG_ID).filter(([, number]) => typeof number === 'number')
  assert.deepEqual(Object.fromEntries(tags), Object.fromEntries(tagIds))
  for (const [key, number] of tagIds)
    if (number)
      assert.equal(FIXED_NAMES[number as number], html.TAG_NAMES[key as keyof typeof html.TAG_NAMES])
})

test('a page that was refused leaves no traces in the tree of the next one', () => {
  assert.throws(() => buildTree('<b>x'.repeat(2_100_000)))
  const { count, names, name } = buildTree('<p>1</p>')
  assert.deepEqual([...name.subarray(0, count)].filter(number => number > 0).map(names.textOf), [
    'html',
    'head',
    'body',
    'p',
  ])
})

test('a tree does not change when further pages of any size are read', () => {
  const pages = ['<p class=a>1', `<ul>${'<li>x'.repeat(300_000)}</ul>`, '<table><tr><td>2<b>3']
  const first = pages.map(page => buildTree(page))
  const copies = first.map(({ name, from, end }) => [name, from, end].map(column => column.slice()))
  for (let round = 0; round < 3; round++) for (const page of pages) buildTree(page)
  assert.deepEqual(
    first.map(({ name, from, end }) => [name, from, end]),
    copies,
  )
})

test('the memory of a large tree is reused for the next one once it is freed', () => {
  const page = `<p title=one>1<b>2</p><table>${'<tr><td>x&amp;<odd-name>y'.repeat(50_000)}</table>`
  const expected = linesOfTree(buildTree(page))
  const { name } = buildTree(`<ul>${'<li class="a b">x'.repeat(300_000)}</ul>`)
  freeTrees()
  const next = buildTree(page)
  assert.equal(next.name.buffer, name.buffer)
  assert.deepEqual(linesOfTree(next), expected)
})

const SMALL = '<p class=a>1'
const LARGE = `<ul>${'<li>x'.repeat(300_000)}</ul>`

for (const [size, page] of Object.entries({ small: SMALL, large: LARGE })) {
  test(`the memory of a ${size} tree is reused by only one other tree, even when it is freed twice`, () => {
    const tree = buildTree(page)
    freeTree(tree)
    const [next, after] = [buildTree(page), buildTree(page)]
    assert.equal(next.name.buffer, tree.name.buffer)
    freeTree(tree)
    const further = buildTree(page)
    for (const other of [after, further]) assert.notEqual(other.name.buffer, next.name.buffer)
    for (const one of [next, after, further]) freeTree(one)
  })

  test(`a parser frees the memory of a ${size} page, even when it fails, and reuses none that is still in use`, () => {
    const parser = compileParser({ fields: { first: { css: 'li', required: true } } })
    const [heldTree, tree] = [buildTree(page), buildTree(page)]
    const copy = heldTree.name.slice()
    freeTree(tree)
    const read = () => runParser(parser, { text: page })
    if (page === SMALL) assert.throws(read, { code: 'required_missing' })
    else assert.deepEqual(read().data, { first: 'x' })
    const next = buildTree(page)
    assert.equal(next.name.buffer, tree.name.buffer)
    assert.deepEqual(heldTree.name, copy)
    for (const one of [heldTree, next]) freeTree(one)
  })
}
