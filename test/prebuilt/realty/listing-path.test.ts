import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { realtyDetails } from '../../../server/prebuilt/realty/details.ts'
import { listingPath, requireListingPath, zpidIn } from '../../../server/prebuilt/realty/listing-path.ts'

const PATHS: [given: string, path: string][] = [
  ['10000001', '/homedetails/10000001_zpid/'],
  [' 10000001_zpid\n', '/homedetails/10000001_zpid/'],
  ['/homedetails/12-Tidepool-Ln/10000001_zpid/', '/homedetails/12-Tidepool-Ln/10000001_zpid/'],
  [
    'https://www.zillow.com/homedetails/12-Tidepool-Ln/10000001_zpid/',
    '/homedetails/12-Tidepool-Ln/10000001_zpid/',
  ],
  [
    'http://zillow.com/homedetails/12-Tidepool-Ln/10000001_zpid?view=1#photos',
    '/homedetails/12-Tidepool-Ln/10000001_zpid/',
  ],
  ['www.zillow.com/homedetails/10000001_zpid', '/homedetails/10000001_zpid/'],
  ['//M.Zillow.com:443/homedetails/10000001_zpid/photos/', '/homedetails/10000001_zpid/'],
  ['https://www.zillow.com/homes/12-Tidepool-Ln_rb/10000001_zpid/', '/homedetails/10000001_zpid/'],
  [
    'https://www.zillow.com/homes/12-Tidepool-Ln,-Cannon-Beach,-OR_rb',
    '/homes/12-Tidepool-Ln,-Cannon-Beach,-OR_rb/',
  ],
  ['https://www.zillow.com/homedetails/12-Tidepool-Ln/', '/homedetails/12-Tidepool-Ln/'],
  ['https://www.zillow.com/homedetails/12 Tidepool Ln/1_zpid/', '/homedetails/12%20Tidepool%20Ln/1_zpid/'],
  ['https://www.zillow.com/b/the-tides-cannon-beach-or-5XkKzQ/', '/b/the-tides-cannon-beach-or-5XkKzQ/'],
  [
    'https://www.zillow.com/apartments/cannon-beach-or/the-tides/5XkKzQ/',
    '/apartments/cannon-beach-or/the-tides/5XkKzQ/',
  ],
]

const NO_LISTINGS = [
  '',
  ' ',
  '12 Tidepool Ln, Cannon Beach',
  'zillow.com',
  'https://www.zillow.com/',
  'https://www.zillow.com/homedetails/',
  'https://www.zillow.com/homes/for_sale/',
  'https://www.zillow.com/profile/agent',
  'https://realty.example/homedetails/1_zpid/',
  'https://zillow.com.realty.example/homedetails/1_zpid/',
  'https://notzillow.com/homedetails/1_zpid/',
  '1'.repeat(16),
  `https://www.zillow.com/homedetails${'/'.repeat(100_000)}x`,
]

describe('a link to a listing, as people copy it', () => {
  for (const [text, path] of PATHS)
    test(`${JSON.stringify(text)} is ${path}`, () => {
      assert.equal(listingPath(text), path)
      assert.equal(listingPath(path), path, 'its path is itself a form that is understood')
    })

  for (const text of NO_LISTINGS)
    test(`${JSON.stringify(text).slice(0, 60)} is not accepted`, () => assert.equal(listingPath(text), null))

  test('contains the id of the home, if it has one', () => {
    assert.equal(zpidIn('https://www.zillow.com/homes/x_rb/10000001_zpid/'), '10000001')
    assert.equal(zpidIn('10000001'), '10000001')
    assert.equal(zpidIn('/homes/12-Tidepool-Ln_rb/'), null)
    assert.equal(zpidIn(''), null)
  })

  test('that is invalid is a 400 that names the field and shows the accepted forms', () => {
    assert.throws(
      () => requireListingPath('12 Tidepool Ln'),
      ({ code, facts }) =>
        code === 'invalid_input' && facts.field === 'url' && /\/homedetails\/…/.test(facts.hint),
    )
    const { error } = realtyDetails.input.safeParse({ url: '12 Tidepool Ln' })
    assert.partialDeepStrictEqual(error?.issues, [{ code: 'custom', path: ['url'] }])
  })
})
