import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { offerNextPages } from '../../../server/parsers/infer/next-pages.ts'
import { openPage } from '../../../server/parsers/infer/page/learning-page.ts'

const SITE = 'https://shop.example'

/** The proposals for a page: how it is paginated, and the next page. */
const suggestedNext = (text: string, path: string) =>
  offerNextPages(openPage({ text, url: SITE + path })).map(({ paginate, next }) => [
    paginate,
    next.replace(SITE, ''),
  ])

const link = (path: string, text: string | number) => `<a href="${path}">${text}</a>`

describe('the next page of a list is proposed', () => {
  const pagers: [what: string, path: string, page: string, css: string, next: string][] = [
    [
      'after a marked number',
      '/shop',
      `<nav><span aria-current=page>1</span> ${link('/shop/page/2/', 2)} ${link('/shop/page/3/', 3)}</nav>`,
      '[aria-current] + a',
      '/shop/page/2/',
    ],
    [
      'after a marked item of a list',
      '/shop/page/2/',
      `<ul><li>${link('/shop/', 1)}<li class=active><a href="#">2</a><li>${link('/shop/page/3/', 3)}</ul>`,
      '[class*=active] + * > a',
      '/shop/page/3/',
    ],
    [
      'after a marked link in an item',
      '/list/9',
      `<ul><li>${link('/list/8', 8)}<li><a class=current>9</a><li>${link('/list/10', 10)}</ul>`,
      ':has(> [class*=current]) + * > a',
      '/list/10',
    ],
    ['after a bold number', '/blog/', `<p><b>1</b> ${link('/blog/page-2', 2)}`, 'b + a', '/blog/page-2'],
  ]
  for (const [what, path, page, css, next] of pagers)
    test(`by the link to the next number in the path, ${what}`, () => {
      assert.deepEqual(suggestedNext(page, path), [[{ next: `${css}@href` }, next]])
    })

  test('but not by numbers that do not count pages', () => {
    for (const [path, page] of [
      ['/p/1', `${link('/p/2', 'Kettle')} ${link('/p/3', 'Jug')}`],
      ['/2025', `<b>2025</b> ${link('/2027', 2027)}`],
      ['/shop', `<b>1</b> ${link('/other/page/2', 2)} ${link('https://else.example/shop/page/2', 2)}`],
    ] as const)
      assert.deepEqual(suggestedNext(page, path), [], path)
  })
})
