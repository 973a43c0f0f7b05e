import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import type { ParserSchema } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'
import { readPages, SITE } from '../support/read-pages.ts'

const page = (numbers: number[], next?: string) =>
  `<h1>Shop ${numbers[0]}</h1>${numbers.map(n => `<li id=${n}>${n % 2 ? n : ''}</li>`).join('')}${next ? `<a class=next href="${next}">on</a>` : ''}`

const ITEMS = { css: 'li', all: true, fields: { id: { css: '@id', type: 'integer' }, odd: '' } } as const
const BY_LINK: ParserSchema = { fields: { shop: 'h1', items: ITEMS }, paginate: { next: 'a.next@href' } }

const ids = (data: Record<string, unknown>) => (data.items as { id: number }[]).map(({ id }) => id)

describe('a list over several pages', () => {
  const SHOP = { '/': page([1, 2], '/b'), '/b': page([3, 4], '/c'), '/c': page([5]) }

  test('continues by a link, while other fields are read from the first page', async () => {
    const { result, asked, pages } = await readPages(BY_LINK, SHOP)
    assert.equal(result.data.shop, 'Shop 1')
    assert.deepEqual(ids(result.data), [1, 2, 3, 4, 5])
    assert.deepEqual(asked, ['/', '/b', '/c'])
    assert.deepEqual(
      pages.map(({ lack }) => lack),
      [null, null],
    )
  })

  test('has its nulls and values reported at their position in the whole list', async () => {
    const { result } = await readPages(BY_LINK, SHOP)
    assert.deepEqual(
      result.nulls.map(({ field }) => field),
      ['items[1].odd', 'items[3].odd'],
    )
    assert.deepEqual(result.fields['items.odd'], { filled: 3, total: 5 })
    assert.equal(result.trace?.find(({ field }) => field === 'items[4].id')?.value, 5)
  })

  test('ends after 10 pages if no `limit` says otherwise, and says so', async () => {
    const site = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`/${n}`, page([n], `/${n + 1}`)]))
    const cut = await readPages(BY_LINK, site)
    assert.deepEqual([ids(cut.result.data).length, cut.isCut, cut.lacksItems], [10, true, true])
    assert.match(cut.result.nulls.at(-1)!.reason, /only 10 pages are read unless/)
    const wanted = await readPages({ ...BY_LINK, paginate: { next: 'a.next@href', limit: 10 } }, site)
    assert.deepEqual([ids(wanted.result.data).length, wanted.isCut, wanted.lacksItems], [10, false, false])
  })

  for (const next of ['#', '#top', '/?#list'])
    test(`ends with a link to an anchor on the same page: ${next}`, async () => {
      const { asked } = await readPages(BY_LINK, { '/?': page([1], next) })
      assert.deepEqual(asked, ['/?'])
    })

  test('fetches a page once, whichever anchor on it is linked to', async () => {
    const site = { '/#items': page([1], '/b#items'), '/b': page([2], '/#top') }
    assert.deepEqual((await readPages(BY_LINK, site)).asked, ['/#items', '/b'])
  })

  test('continues to addresses that differ only in a client-side route after the #', async () => {
    const site = { '/#/1': page([1], '#/2'), '/#/2': page([2], '#!3'), '/#!3': page([3]) }
    assert.deepEqual((await readPages(BY_LINK, site)).asked, ['/#/1', '/#/2', '/#!3'])
  })

  test('continues by counting a parameter until a page has nothing new', async () => {
    const schema: ParserSchema = { fields: { items: ITEMS }, paginate: { param: 'page' } }
    const site = { '/': page([1]), '/?page=2': page([2]), '/?page=3': page([2]), '/?page=4': page([9]) }
    const { result, asked } = await readPages(schema, site)
    assert.deepEqual(ids(result.data), [1, 2])
    assert.deepEqual(asked, ['/', '/?page=2', '/?page=3'])
  })

  test('starts to count at the value in the address, in steps', async () => {
    const schema: ParserSchema = {
      fields: { items: ITEMS },
      paginate: { param: 'from', start: 0, step: 2, limit: 3 },
    }
    const site = {
      '/?from=4': page([1]),
      '/?from=6': page([2]),
      '/?from=8': page([3]),
      '/?from=10': page([4]),
    }
    assert.deepEqual(ids((await readPages(schema, site)).result.data), [1, 2, 3])
  })

  test('continues with a cursor from JSON', async () => {
    const schema: ParserSchema = {
      fields: { items: { json: 'data', all: true, fields: { id: { json: 'id' } } } },
      paginate: { param: 'after', cursor: { json: 'meta.next' } },
    }
    const site = {
      '/api?q=tea': '{"data": [{"id": 1}], "meta": {"next": "x y"}}',
      '/api?q=tea&after=x+y': '{"data": [{"id": 2}], "meta": {"next": null}}',
    }
    assert.deepEqual(ids((await readPages(schema, site)).result.data), [1, 2])
  })

  const endings: [string, Partial<ParserSchema['paginate'] & object>, object, number[]][] = [
    ['its limit of pages', { limit: 2 }, {}, [1, 2, 3, 4]],
    ['its limit of items', {}, { limit: 3 }, [1, 2, 3]],
    ['an item that "until" describes', { until: { id: { min: 4 } } }, {}, [1, 2, 3]],
  ]
  for (const [title, paginate, rule, expected] of endings) {
    test(`ends with ${title}`, async () => {
      const schema = {
        fields: { items: { ...ITEMS, ...rule } },
        paginate: { next: 'a.next@href', ...paginate },
      } as ParserSchema
      const { result, asked } = await readPages(schema, SHOP)
      assert.deepEqual(ids(result.data), expected)
      assert.deepEqual(asked, ['/', '/b'])
    })
  }

  test('numbers its items through all pages', async () => {
    const numbers = { n: { index: 1 }, where: { template: 'No. ${n}' } } as const
    const items = { ...ITEMS, fields: { ...ITEMS.fields, ...numbers } } as const
    for (const rule of [items, { ...items, unique_by: 'n' }]) {
      const { result } = await readPages({ ...BY_LINK, fields: { items: rule } }, SHOP)
      assert.deepEqual(
        (result.data.items as { where: string }[]).map(({ where }) => where),
        [1, 2, 3, 4, 5].map(n => `No. ${n}`),
      )
    }
  })

  test('ends at a page that repeats items, though their numbers go on', async () => {
    const fields = { n: { index: 1 }, label: { template: 'No. ${n}' }, ...ITEMS.fields } as const
    const schema = { fields: { items: { ...ITEMS, fields } }, paginate: { param: 'page' } }
    const site = { '/': page([1, 2]), '/?page=2': page([1, 2]), '/?page=3': page([1, 2]) }
    const { result, asked } = await readPages(schema, site)
    assert.deepEqual(
      [ids(result.data), asked],
      [
        [1, 2],
        ['/', '/?page=2'],
      ],
    )
  })

  test('needs what is required only on the first page', async () => {
    const fields = {
      about: { css: 'h2', required: true },
      items: { ...ITEMS, required: true },
    } as const
    const site = { '/': `<h2>Tea</h2>${page([1], '/b')}`, '/b': page([2], '/c'), '/c': '<p>No more' }
    const { result, pages } = await readPages({ ...BY_LINK, fields }, site)
    assert.deepEqual(ids(result.data), [1, 2])
    assert.deepEqual(
      pages.map(({ lack }) => lack),
      [null, null],
    )
    await assert.rejects(readPages({ ...BY_LINK, fields }, { '/': page([1], '/b') }), /required field about/)
  })

  test('is as long as its pages together', async () => {
    const read = (rule: object) => readPages({ ...BY_LINK, fields: { items: { ...ITEMS, ...rule } } }, SHOP)
    for (const rule of [{ min_items: 2 }, { min_items: 5 }, { min_items: 5, max_items: 5, required: true }])
      assert.deepEqual(ids((await read(rule)).result.data), [1, 2, 3, 4, 5])
    const { data, nulls } = (await read({ min_items: 6 })).result
    assert.deepEqual(data.items, [])
    assert.deepEqual(nulls.at(-1), { field: 'items', rule: 'schema.paginate', reason: 'only 5 of 6 items' })
    assert.match((await read({ max_items: 4 })).result.nulls.at(-1)!.reason, /^5 items, and 4 at most/)
    await assert.rejects(read({ min_items: 6, required: true }), { code: 'too_few_items' })
  })

  test('goes on after a page whose items are all left out, unless another page had the same', async () => {
    const fields = { items: { ...ITEMS, where: { id: { min: 4 } } } } as const
    const { result, asked } = await readPages({ ...BY_LINK, fields }, SHOP)
    assert.deepEqual(
      [ids(result.data), asked],
      [
        [4, 5],
        ['/', '/b', '/c'],
      ],
    )
    const skipped = { ...ITEMS, fields: { id: '@id', odd: { css: '', pattern: '5', on_error: 'skip_item' } } }
    const skipping = await readPages({ ...BY_LINK, fields: { items: skipped } } as ParserSchema, SHOP)
    assert.deepEqual(ids(skipping.result.data), ['5'])
    const repeated = { '/': page([1], '/b'), '/b': page([1], '/c'), '/c': page([4]) }
    assert.deepEqual((await readPages({ ...BY_LINK, fields }, repeated)).asked, ['/', '/b'])
  })

  test('has all items before the one that "until" describes, also if they are sorted', async () => {
    const fields = { items: { ...ITEMS, sort_by: '-id' } } as const
    const paginate = { next: 'a.next@href', until: { id: { min: 4 } } }
    const { result, asked } = await readPages({ fields, paginate }, SHOP)
    assert.deepEqual(
      [ids(result.data), asked],
      [
        [3, 2, 1],
        ['/', '/b'],
      ],
    )
  })

  test('ends at an item that "until" describes on a page that is read alone, too', async () => {
    const paginate = { next: 'a.next@href', until: { id: { min: 2 } } }
    const alone = page([1, 2, 3])
    assert.deepEqual(ids((await readPages({ ...BY_LINK, paginate }, { '/': alone })).result.data), [1])
    const parser = compileParser({ ...BY_LINK, paginate })
    const options = { trace: true, reportError: true }
    const uploaded = runParser(parser, { text: page([1, 2, 3, 4], '/b'), url: `${SITE}/` }, options)
    assert.deepEqual([ids(uploaded.data), uploaded.next, uploaded.nulls], [[1], undefined, []])
    const long = { ...ITEMS, min_items: 2, required: true } as const
    const tooShort = compileParser({ fields: { items: long }, paginate })
    assert.equal(runParser(tooShort, { text: alone }, options).fault?.code, 'too_few_items')
  })

  test('ends, with the reason, at a page of another kind', async () => {
    const list = {
      name: 'list',
      match: { url_patterns: ['https://shop.example/'] },
      fields: { items: ITEMS },
    }
    const pages = [
      { ...list, paginate: { next: 'a.next@href' } },
      { name: 'other', fields: {} },
    ]
    const { result, asked } = await readPages({ fields: {}, pages }, SHOP)
    assert.deepEqual(
      [ids(result.data), asked],
      [
        [1, 2],
        ['/', '/b'],
      ],
    )
    const { field, reason } = result.nulls.at(-1)!
    assert.deepEqual([field, reason], ['items', 'https://shop.example/b is a page of another kind'])
  })

  test('says why what should be the address of the next page is none', async () => {
    const schema = { ...BY_LINK, paginate: { next: 'a.next' } }
    const { result, asked } = await readPages(schema, {
      '/': `${page([1])}<a class=next href="/b">Next »</a>`,
    })
    assert.deepEqual(asked, ['/'])
    const { field, rule, reason } = result.nulls.at(-1)!
    assert.deepEqual([field, rule], ['items', 'schema.paginate.next'])
    assert.match(reason, /^there is no next page: "Next »" is a text, not an address/)
  })

  test('ends when pages link in a circle', async () => {
    const { result, asked } = await readPages(BY_LINK, { '/': page([1], '/b'), '/b': page([2], '/') })
    assert.deepEqual(ids(result.data), [1, 2])
    assert.deepEqual(asked, ['/', '/b'])
  })

  test('is incomplete, with the reason, when a page cannot be fetched', async () => {
    const { result, pages } = await readPages(BY_LINK, { '/': page([1], '/gone') })
    assert.deepEqual(ids(result.data), [1])
    assert.match(result.nulls.at(-1)!.reason, /gone was not read: There is no page/)
    assert.deepEqual(pages, [{ url: 'https://shop.example/gone', lack: 'There is no page /gone.' }])
  })

  test('is sorted and freed of duplicates as a whole', async () => {
    const schema: ParserSchema = {
      ...BY_LINK,
      fields: { items: { ...ITEMS, unique_by: 'id', sort_by: '-id', limit: 3 } },
    }
    const site = { '/': page([5, 1], '/b'), '/b': page([1, 9, 3]) }
    const { result } = await readPages(schema, site)
    assert.deepEqual(ids(result.data), [9, 5, 3])
    assert.deepEqual(
      result.trace?.filter(({ field }) => field === 'items[0].id').map(({ value }) => value),
      [9],
    )
  })

  for (const [transforms, expected] of [
    [['unique'], ['5', '1', '9', '3']],
    [['sort'], ['1', '1', '3', '5', '9']],
    [['reverse'], ['3', '9', '1', '1', '5']],
    [
      ['unique', 'sort', 'reverse'],
      ['9', '5', '3', '1'],
    ],
  ] as const)
    test(`is transformed by ${transforms.join(', ')} as a whole`, async () => {
      const texts = { css: 'li', all: true, transform: [...transforms] }
      const schema: ParserSchema = { ...BY_LINK, fields: { items: texts } }
      const { result } = await readPages(schema, { '/': page([5, 1], '/b'), '/b': page([1, 9, 3]) })
      assert.deepEqual(result.data.items, expected)
    })
})
