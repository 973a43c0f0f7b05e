import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { headSentence, listingData } from '../../../server/prebuilt/realty/home-head.ts'
import { type HomePart, readHomePart } from '../../../server/prebuilt/realty/home-part.ts'
import { photo } from './pages.ts'

const field = (name: keyof ReturnType<typeof readHomePart>, home: object) => readHomePart(home)[name]

const FIELDS: [name: keyof ReturnType<typeof readHomePart>, home: object, value: unknown][] = [
  ['price', { price: 0 }, null],
  ['price', { price: -1 }, null],
  ['price', { price: '685000' }, null],
  ['year_built', { yearBuilt: -1, resoFacts: { yearBuilt: 0 } }, null],
  ['year_built', { yearBuilt: 0, resoFacts: { yearBuilt: 1974 } }, 1974],
  ['bedrooms', { bedrooms: 0 }, 0],
  ['bedrooms', { bedrooms: -1 }, null],
  ['bedrooms', { bedrooms: 2.5 }, null],
  ['bathrooms', { bathrooms: null, resoFacts: { bathroomsFloat: 1.5 } }, 1.5],
  ['bathrooms', { resoFacts: { bathroomsFull: 1, bathroomsThreeQuarter: 1, bathroomsHalf: 1 } }, 2.25],
  ['bathrooms', { resoFacts: { bathroomsFull: 2, bathroomsThreeQuarter: 1, bathroomsHalf: -1 } }, 2.75],
  ['bathrooms', { resoFacts: { bathroomsFull: null } }, null],
  ['living_area', { livingArea: 966 }, 966],
  ['living_area', { livingAreaValue: 0, livingArea: 966, livingAreaUnits: 'sqft' }, 966],
  ['living_area', { livingArea: 90, livingAreaUnits: 'Square Meters' }, null],
  ['living_area', { resoFacts: { livingArea: '1,133 sqft' } }, 1_133],
  ['living_area', { resoFacts: { livingArea: '-- sqft' } }, null],
  ['lot_size', { lotSize: null, lotAreaValue: 2.1, lotAreaUnits: 'Acres' }, 91_476],
  ['lot_size', { lotAreaValue: 3_746.16, lotAreaUnits: 'Square Feet' }, 3_746.16],
  ['lot_size', { lotAreaValue: 3_746 }, null],
  ['lot_size', { resoFacts: { lotSize: '0.47 Acres' } }, 20_473.2],
  ['lot_size', { resoFacts: { lotSize: '3,746 sqft' } }, 3_746],
  ['lot_size', { resoFacts: { lotSize: '1,5 Acres' } }, null],
  ['lot_size', { lotSize: null, lotAreaValue: null, lotAreaUnits: 'sqft' }, null],
  ['description', { description: '' }, ''],
  ['description', { description: null, whatILove: 'The light.' }, 'The light.'],
  ['zpid', { zpid: '12' }, '12'],
  ['zpid', { zpid: 'x' }, null],
  ['zpid', { zpid: 0 }, null],
  ['zpid', { zpid: 1e20 }, null],
  ['zpid', { zpid: 2 ** 53 }, null],
  ['features', { resoFacts: { view: 'Ocean', heating: [null, 7, ' none ', ''] } }, []],
  [
    'photos',
    { originalPhotos: [photo('0a1b2c3d4e', [800])] },
    ['https://photos.example/fp/0a1b2c3d4e-cc_ft_800.jpg'],
  ],
  [
    'photos',
    { hugePhotos: [{ url: 'https://photos.example/huge.jpg' }] },
    ['https://photos.example/huge.jpg'],
  ],
  ['photos', { responsivePhotos: [{ mixedSources: {} }, 7, null] }, []],
  ['price_history', { priceHistory: { date: '2026-01-01' } }, null],
  [
    'price_history',
    { priceHistory: [{ time: 1_772_409_600_000 }, 7] },
    [{ date: '2026-03-02', price: null, event: null }],
  ],
  [
    'price_history',
    { priceHistory: [{ date: '01/02/2026' }, { date: '01/02/2026', time: 1_772_409_600_000 }] },
    [
      { date: null, price: null, event: null },
      { date: '2026-03-02', price: null, event: null },
    ],
  ],
  [
    'price_history',
    { priceHistory: [{ price: 685_000 }, { event: 'Sold' }, {}, 'Sold'] },
    [
      { date: null, price: 685_000, event: null },
      { date: null, price: null, event: 'Sold' },
    ],
  ],
  ['tax_history', { taxHistory: [{ time: -1, taxPaid: 5 }] }, [{ year: null, tax: 5, assessment: null }]],
  ['tax_history', { taxHistory: [{ taxPaid: 5 }, {}] }, [{ year: null, tax: 5, assessment: null }]],
  [
    'tax_history',
    { taxHistory: [1_687_562_759, 1_687_562_759_358, 1_687_562_759_358_000].map(time => ({ time })) },
    [null, 2023, null].map(year => ({ year, tax: null, assessment: null })),
  ],
  [
    'tax_history',
    { taxHistory: [{ time: 'yesterday', value: 402_000 }] },
    [{ year: null, tax: null, assessment: 402_000 }],
  ],
]

const SENTENCES: [sentence: string, fields: Partial<HomePart>][] = [
  [
    '$685,000 3 beds, 2.5 baths, 1,640 sqft',
    { price: 685_000, bedrooms: 3, bathrooms: 2.5, living_area: 1_640 },
  ],
  ['3.5 beds, 2 baths', { bedrooms: null, bathrooms: 2 }],
  ['2 baths, 1,234.5 sqft', { living_area: 1_234.5 }],
  ['1-3 beds, 500–1,200 sqft', { bedrooms: null, living_area: null }],
  ['2 baths, 1,23 sqft', { living_area: null }],
  ['2 baths with a list price of $1.25M', { price: null }],
  ['2 baths with a list price of $649,000.', { price: 649_000 }],
]

describe('the sentence in the head of a page', () => {
  for (const [sentence, fields] of SENTENCES)
    test(`gives the fields of ${sentence}`, () => {
      const head = headSentence.recognise(`<meta name="description" content="${sentence}"/>`)
      assert.partialDeepStrictEqual(headSentence.read(head)[0], fields)
    })
})

const FLOORS: [floorSize: object, area: number | null][] = [
  [{ value: 966 }, 966],
  [{ value: 966, unitCode: 'FTK' }, 966],
  [{ value: '1,640', unitText: 'sqft' }, 1_640],
  [{ value: 100, unitCode: 'MTK' }, null],
]

describe('the area in the data for search engines', () => {
  for (const [floorSize, area] of FLOORS)
    test(`of ${JSON.stringify(floorSize)} is ${area}`, () => {
      const listing = { '@type': 'RealEstateListing', offers: { itemOffered: { floorSize } } }
      assert.equal(listingData.read(listing)[0]?.living_area, area)
    })
})

describe('a field of a home', () => {
  for (const [name, home, value] of FIELDS)
    test(`${name} of ${JSON.stringify(home).slice(0, 70)} is ${JSON.stringify(value).slice(0, 40)}`, () =>
      assert.deepEqual(field(name, home), value))
})

describe('the photos of a home', () => {
  const nearbyHomes = [{ miniCardPhotos: [{ url: 'https://photos.example/fp/ffeeddccbb-p_d.jpg' }] }]
  const responsivePhotos = [photo('0a1b2c3d4e'), photo('ffeeddccbb')]

  test('leave out those of nearby homes when the home is a plot', () => {
    const own = ['https://photos.example/fp/0a1b2c3d4e-cc_ft_1536.jpg']
    assert.deepEqual(field('photos', { homeType: 'LOT', responsivePhotos, nearbyHomes }), own)
  })

  test('are read even if an address of a nearby home is not a text', () => {
    const nearby = [{ url: JSON.parse('{"toString": 1}') }]
    const photos = field('photos', { homeType: 'LOT', responsivePhotos, nearbyHomes: nearby })
    assert.equal((photos as string[]).length, 2)
  })

  test('include all photos of the page when the home is not a plot', () => {
    const photos = field('photos', { homeType: 'CONDO', responsivePhotos, nearbyHomes })
    assert.equal((photos as string[]).length, 2)
  })
})
