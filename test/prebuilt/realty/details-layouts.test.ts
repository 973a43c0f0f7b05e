import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { realtyDetails } from '../../../server/prebuilt/realty/details.ts'
import { loaded } from '../support/loaded.ts'
import * as pages from './pages.ts'

const api = await loaded(realtyDetails)

const homeFrom = (...savedPages: string[]) =>
  api.output.parse(api.read(savedPages.flatMap(page => api.payloadsOf(page))))

const homeAsked = (url: string, ...savedPages: string[]) =>
  api.read(
    savedPages.flatMap(page => api.payloadsOf(page)),
    { url },
  )

const ADDRESS = { street: '12 Tidepool Ln', city: 'Cannon Beach', state: 'OR', zipcode: '97110' }

const FULL_DETAILS = {
  zpid: '10000001',
  address: ADDRESS,
  price: 685_000,
  zestimate: 679_400,
  bedrooms: 3,
  bathrooms: 2.5,
  living_area: 1_640,
  lot_size: 6_098,
  year_built: 1974,
  home_type: 'SINGLE_FAMILY',
  description: 'A cedar house.\nNear the shore.',
  features: ['Dishwasher', 'Disposal', 'Heat Pump', 'Ocean', 'Attached'],
  photos: [
    'https://photos.example/fp/0a1b2c3d4e-cc_ft_1536.jpg',
    'https://photos.example/fp/ffeeddccbb-cc_ft_1536.jpg',
  ],
  price_history: [
    { date: '2026-03-02', price: 685_000, event: 'Listed for sale' },
    { date: '2024-08-10', price: null, event: 'Listing removed' },
  ],
  tax_history: [
    { year: 2025, tax: 4_120.5, assessment: 402_000 },
    { year: 2023, tax: null, assessment: null },
  ],
}

const BRIEF_DETAILS = {
  ...FULL_DETAILS,
  zestimate: null,
  lot_size: 20_473.2,
  description: null,
  features: [],
  photos: [],
  price_history: [],
  tax_history: [],
}

describe('a home is read from', () => {
  test('its page, wherever the cache is stored and whatever its queries are called', () => {
    assert.deepEqual(homeFrom(pages.page(pages.home)), FULL_DETAILS)
    const cache = JSON.stringify(pages.queries(pages.home))
    const elsewhere = [
      { props: { pageProps: { gdpClientCache: cache } } },
      { props: { pageProps: { initialData: { gdpClientCache: cache } } } },
      pages.nextData(pages.queries(pages.home)),
      pages.nextData(JSON.stringify({ [`Property:${pages.ZPID}`]: pages.home })),
    ]
    for (const next of elsewhere) assert.deepEqual(homeFrom(pages.html({ next })), FULL_DETAILS)
  })

  test('a page of earlier years', () => {
    const apollo = { apiCache: JSON.stringify(pages.queries(pages.home)) }
    assert.deepEqual(homeFrom(pages.html({ apollo })), FULL_DETAILS)
  })

  test('a page that loads only a part of the data at once', () => {
    assert.deepEqual(homeFrom(pages.page(pages.briefHome)), BRIEF_DETAILS)
  })

  test('a page together with the histories that it loaded later', () => {
    const { zpid, priceHistory, taxHistory } = pages.home
    const call = (property: object) => JSON.stringify({ data: { property } })
    const { price_history, tax_history } = FULL_DETAILS
    const filled = { ...BRIEF_DETAILS, price_history, tax_history }
    assert.deepEqual(
      homeFrom(pages.page(pages.briefHome), call({ zpid, priceHistory }), call({ zpid, taxHistory })),
      filled,
    )
    assert.deepEqual(homeFrom(call({ priceHistory, taxHistory }), pages.page(pages.briefHome)), filled)
  })

  test('a page with data for search engines only', () => {
    const expected = { ...BRIEF_DETAILS, lot_size: null, home_type: null }
    assert.deepEqual(homeFrom(pages.html({ listing: pages.listing, head: pages.HEAD })), expected)
    assert.deepEqual(homeFrom(pages.html({ listing: { '@graph': [{}, pages.listing] } })), {
      ...expected,
      bathrooms: null,
      year_built: null,
    })
    assert.deepEqual(
      homeFrom(pages.html({ listing: [{}, pages.listing] })),
      homeFrom(pages.html({ listing: pages.listing })),
    )
    const { address: _, ...rest } = homeFrom(pages.html({ head: pages.HEAD }))
    assert.partialDeepStrictEqual(rest, { zpid: '10000001', price: 685_000, year_built: 1974 })
  })

  test('the data of the requested home, or else the fullest home of the first page', () => {
    const other = { ...pages.home, zpid: 7, price: 1 }
    const both = JSON.stringify({ A: { property: { zpid: 7, price: 1 } }, B: { property: pages.home } })
    assert.deepEqual(homeFrom(pages.html({ next: pages.nextData(both) })), FULL_DETAILS)
    assert.equal(homeAsked('7_zpid', pages.html({ next: pages.nextData(both) })).price, 1)
    assert.equal(homeFrom(pages.page(other), pages.page(pages.home)).price, 1)
    assert.deepEqual(homeAsked(pages.PATH, pages.page(other), pages.page(pages.home)), FULL_DETAILS)
    assert.throws(() => homeAsked('/homedetails/8_zpid/', pages.page(pages.home)), {
      code: 'not_asked_for',
      message: 'This page is of the home 10000001, not of the home 8.',
    })
  })
})

describe('a page without a home', () => {
  const readsAs = (code: string, message: RegExp, page: string) =>
    assert.throws(() => homeFrom(page), { name: 'AppError', code, message })

  test('reports the layouts that were tried, or the ones that match but lack the home', () => {
    readsAs('changed', /Tried: gdpClientCache\.\*\.property, /, pages.html({}))
    readsAs('changed', /does not have the address.*fit: gdpClientCache/, pages.page({ zpid: 1 }))
  })

  test('is not `blocked` just because it contains the script of the bot guard', () => {
    readsAs('changed', /no known layout/, pages.page(null))
  })

  test("fails with the error that the platform's answer means", () => {
    readsAs('blocked', /captcha/, pages.DENIED)
    readsAs('not_found', /search/, pages.SEARCH)
    const results = { props: { pageProps: { searchPageState: {} } } }
    readsAs('not_found', /search/, pages.html({ next: results }))
    const building = {
      props: { pageProps: { componentProps: { initialReduxState: { gdp: { building: {} } } } } },
    }
    readsAs('not_found', /several homes/, pages.html({ next: building }))
  })

  test('is not read from a head that speaks of the rooms of several homes', () => {
    const content = 'Units from 500-1,200 sqft with 1-3 beds, 1-2 baths, and $300,000 2 beds homes.'
    const head = `<meta name="description" content="${content}"/>`
    const building = { initialReduxState: { gdp: { building: {} } } }
    readsAs('not_found', /several homes/, pages.html({ next: building, head }))
    readsAs('not_found', /search/, head + pages.SEARCH)
    readsAs('blocked', /captcha/, head + pages.DENIED)
  })

  test('that is cut off is read from its head', () => {
    const page = pages.html({ next: pages.nextData('{'), listing: pages.listing, head: pages.HEAD })
    assert.equal(homeFrom(page.slice(0, -40)).price, 685_000)
  })
})
