import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FollowedLink, ParserSchema } from '../../../server/parsers/parser-schema.ts'
import { readPages } from '../support/read-pages.ts'

const LIST = '<li><a href=/1>One</a></li><li><a href=/2>Two</a></li><li><a>Three</a></li>'
const SITE = {
  '/': LIST,
  '/1': '<b>1 kg</b><a rel=maker href=/m>M</a>',
  '/2': '<i>no weight</i><a rel=maker href=/m>M</a>',
  '/m': '<h2>Maker</h2>',
}

const withFollow = (follow: Partial<FollowedLink>, rule = {}): ParserSchema => ({
  fields: {
    items: {
      css: 'li',
      all: true,
      fields: { name: '' },
      ...rule,
      follow: { link: 'a@href', fields: { weight: 'b', notes: { css: 'i', all: true } }, ...follow },
    },
  },
})

describe('a page behind a link', () => {
  test('adds its fields to the item, and they are null without a link', async () => {
    const { result, asked } = await readPages(withFollow({}), SITE)
    assert.deepEqual(result.data.items, [
      { name: 'One', weight: '1 kg', notes: [] },
      { name: 'Two', weight: null, notes: ['no weight'] },
      { name: 'Three', weight: null, notes: [] },
    ])
    assert.deepEqual(asked, ['/', '/1', '/2'])
  })

  test('has its nulls and values reported at the item', async () => {
    const { result } = await readPages(withFollow({}), SITE)
    assert.deepEqual(result.nulls.map(({ field }) => field).sort(), [
      'items[0].notes',
      'items[1].weight',
      'items[2]',
    ])
    assert.match(result.nulls.find(({ field }) => field === 'items[2]')!.reason, /no link to follow/)
    assert.deepEqual(result.fields['items.weight'], { filled: 1, total: 2 })
    assert.equal(result.trace?.find(({ field }) => field === 'items[0].weight')?.value, '1 kg')
  })

  test('may link to another one, which is fetched once even when several pages link to it', async () => {
    const maker = { link: 'a[rel=maker]@href', fields: { maker: 'h2' } }
    const { result, asked } = await readPages(withFollow({ follow: maker }), SITE)
    assert.deepEqual(
      (result.data.items as { maker: string | null }[]).map(item => item.maker),
      ['Maker', 'Maker', null],
    )
    assert.deepEqual(asked, ['/', '/1', '/2', '/m'])
  })

  test('is fetched once for links to several anchors on it, and not at all for an anchor on the same page', async () => {
    const list =
      '<li><a href=/1#a>A</a></li><li><a href=/1#b>B</a></li><li><a href=/1>C</a></li><li><a href=#x>D</a></li>'
    const { result, asked } = await readPages(withFollow({}), { ...SITE, '/': list })
    assert.deepEqual(asked, ['/', '/1'])
    assert.deepEqual(
      (result.data.items as { weight: string | null }[]).map(({ weight }) => weight),
      ['1 kg', '1 kg', '1 kg', null],
    )
    assert.match(result.nulls.at(-1)!.reason + result.nulls[0]!.reason, /leads to a place on the page itself/)
  })

  test('is only fetched for items that are kept, up to `limit`', async () => {
    const rule = { where: { name: { not: 'One' } } }
    assert.deepEqual((await readPages(withFollow({}, rule), SITE)).asked, ['/', '/2'])
    const { result, asked } = await readPages(withFollow({ limit: 1 }), SITE)
    assert.deepEqual(asked, ['/', '/1'])
    assert.match(result.nulls.find(({ field }) => field === 'items[1]')!.reason, /only 1 link is followed/)
  })

  test('is left out beyond 20 links if no `limit` says otherwise, with the reason', async () => {
    const numbers = Array.from({ length: 21 }, (_, n) => n)
    const list = numbers.map(n => `<li><a href=/p${n}>${n}</a></li>`).join('')
    const site = { '/': list, ...Object.fromEntries(numbers.map(n => [`/p${n}`, '<b>1 kg</b>'])) }
    const { result, isCut } = await readPages(withFollow({}), site)
    assert.equal(isCut, true)
    assert.match(
      result.nulls.find(({ field }) => field === 'items[20]')!.reason,
      /only 20 links are followed unless/,
    )
    assert.equal((await readPages(withFollow({ limit: 20 }), site)).isCut, false)
  })

  test("adds its fields to the page when `follow` is beside the page's own fields", async () => {
    const follow = { link: 'li a@href', fields: { weight: 'b' } }
    const { result } = await readPages({ fields: { first: 'li' }, follow }, SITE)
    assert.deepEqual(result.data, { first: 'One', weight: '1 kg' })
  })

  const site = { '/': LIST, '/2': '<b>2 kg</b>' }

  test('leaves its fields null with the reason when it cannot be fetched', async () => {
    const { result, pages } = await readPages(withFollow({}), site)
    assert.deepEqual((result.data.items as object[])[0], { name: 'One', weight: null, notes: [] })
    assert.match(result.nulls[0]!.reason + result.nulls[1]!.reason, /There is no page \/1/)
    assert.deepEqual(
      pages.filter(({ lack }) => lack !== null).map(({ lack }) => lack),
      ['There is no page /1.'],
    )
  })

  test('removes its item when it cannot be fetched, with `on_error: skip_item`', async () => {
    const { result } = await readPages(withFollow({ on_error: 'skip_item' }), site)
    assert.deepEqual(
      (result.data.items as { name: string }[]).map(({ name }) => name),
      ['Two', 'Three'],
    )
  })

  test('gives its reason to the list when its item is removed, while reports on other items move along', async () => {
    const { result } = await readPages(withFollow({ on_error: 'skip_item' }), site)
    const skipped = result.nulls.find(({ field }) => field === 'items')!
    assert.match(skipped.reason, /an item was left out.*There is no page \/1/s)
    assert.deepEqual(
      result.nulls.map(({ field }) => field),
      ['items[1]', 'items', 'items[0].notes'],
    )
    assert.equal(result.trace?.find(({ field }) => field === 'items[0].weight')?.value, '2 kg')
    assert.equal(
      result.trace?.find(({ field, value }) => field.startsWith('items[') && value === 'One'),
      undefined,
    )
  })

  test('moves the reports within nested lists along when it cannot be fetched and items are removed', async () => {
    const schema: ParserSchema = {
      fields: {
        groups: {
          css: 'ul',
          all: true,
          fields: {
            items: {
              css: 'li',
              all: true,
              fields: { name: 'a', none: 'q' },
              follow: { link: 'a@href', fields: { weight: 'b' }, on_error: 'skip_item' },
            },
          },
        },
      },
    }
    const list =
      '<ul><li><a href=/1>One</a></li></ul><ul><li><a href=/1>One</a></li><li><a href=/2>Two</a></li></ul>'
    const { result } = await readPages(schema, { '/': list, '/2': '<b>2 kg</b>' })
    assert.deepEqual(result.data, {
      groups: [{ items: [] }, { items: [{ name: 'Two', none: null, weight: '2 kg' }] }],
    })
    assert.deepEqual(
      result.nulls.map(({ field }) => field),
      ['groups[1].items[0].none', 'groups[0].items', 'groups[1].items'],
    )
  })

  test('ends the parse when it cannot be fetched, with `on_error: fail`', async () => {
    await assert.rejects(readPages(withFollow({ on_error: 'fail' }), site), /There is no page/)
  })

  describe('behind another one', () => {
    const deep = (on_error: 'skip_item' | 'fail') =>
      withFollow({ follow: { link: 'a[rel=maker]@href', fields: { maker: 'h2' }, on_error } })
    const { '/m': _, ...site } = SITE
    const pages = {
      ...site,
      '/': LIST.replace('<a>', '<a href=/3>'),
      '/3': '<b>3 kg</b><a rel=maker href=/n>N</a>',
      '/n': '<h2>N',
    }

    test('removes the item when it cannot be fetched, with `on_error: skip_item`', async () => {
      const { result } = await readPages(deep('skip_item'), pages)
      assert.deepEqual(result.data.items, [{ name: 'Three', weight: '3 kg', notes: [], maker: 'N' }])
      assert.match(result.nulls.find(({ field }) => field === 'items')!.reason, /There is no page \/m/)
    })

    test('ends the parse when it cannot be fetched, with `on_error: fail`', () =>
      assert.rejects(readPages(deep('fail'), pages), /There is no page \/m/))
  })

  test('has its nulls and values reported at each item that links to it', async () => {
    const site = { '/': '<li><a href=/2>A</a><li><a href=/2#b>B</a>', '/2': SITE['/2'] }
    const { result } = await readPages(withFollow({}), site)
    const weights = <T extends { field: string }>(notes: T[]) =>
      notes.map(({ field }) => field).filter(field => field.endsWith('.weight'))
    assert.deepEqual(weights(result.nulls), ['items[0].weight', 'items[1].weight'])
    assert.deepEqual(weights(result.trace!), ['items[0].weight', 'items[1].weight'])
  })

  test('gives no data when it is a captcha', async () => {
    const site = { '/': '<li><a href=/1>One</a>', '/1': '<form id=captcha></form><b>robot</b>' }
    const { result } = await readPages(withFollow({ expect: { must_not: ['#captcha'] } }), site)
    assert.equal((result.data.items as { weight: null }[])[0]!.weight, null)
  })
})
