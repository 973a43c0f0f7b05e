import { z } from 'zod'
import { onCard } from '../card-parts.ts'

const text = (description: string) => z.string().nullable().describe(description)
const integer = (description: string) => z.int().nullable().describe(description)
const number = (description: string) => z.number().nullable().describe(description)

const priceChange = z.strictObject({
  date: text('Day, as YYYY-MM-DD.'),
  price: number('Price; null where the listing was removed.'),
  event: text('What happened, in the words of the platform.'),
})

const taxYear = z.strictObject({
  year: integer('Year of the entry.'),
  tax: number('Tax paid.'),
  assessment: number('Value that the tax was calculated from.'),
})

/** A home. All fields are always present; null or [] if the platform does not provide a value. */
export const detailsOutput = z.strictObject({
  zpid: text('Number of the home on the platform.'),
  address: z.strictObject({
    street: text('Street and number.').meta(onCard('name')),
    city: text('City.').meta(onCard('subtitle')),
    state: text('State, as two letters.').meta(onCard('subtitle')),
    zipcode: text('ZIP code.'),
  }),
  price: number(
    'Asking price; the monthly rent of a rental, the last price of a sold home. For a home that is not on the market the platform repeats its estimate here.',
  ).meta(onCard('count')),
  zestimate: number('What the platform estimates that it is worth.'),
  bedrooms: integer('Bedrooms; 0 for a studio.').meta(onCard('count')),
  bathrooms: number('Bathrooms; small ones count in part.').meta(onCard('count')),
  living_area: number('Living area, in square feet.').meta(onCard('count')),
  lot_size: number('Area of the lot, in square feet; null for flats.'),
  year_built: integer('Year in which it was built.').meta(onCard('count')),
  home_type: text('Kind of home: SINGLE_FAMILY, CONDO, TOWNHOUSE, LOT …'),
  description: text('What the listing says.').meta(onCard('text')),
  features: z
    .array(z.string().describe('One feature.'))
    .describe('Features: appliances, heating, view, parking and so on.'),
  photos: z
    .array(z.string().describe('Address of one photo.'))
    .describe('Photos, each in its largest size.')
    .meta(onCard('picture')),
  price_history: z
    .array(priceChange)
    .describe('Price changes, the newest first. The platform often loads them later: [] does not mean none.'),
  tax_history: z
    .array(taxYear)
    .describe('Taxes by year, the newest first. The platform often loads them later: [] does not mean none.'),
})

export type Details = z.output<typeof detailsOutput>

/** A fictional home for the docs. */
export const detailsExample: Details = {
  zpid: '10000001',
  address: { street: '12 Tidepool Ln', city: 'Cannon Beach', state: 'OR', zipcode: '97110' },
  price: 685_000,
  zestimate: 679_400,
  bedrooms: 3,
  bathrooms: 2.5,
  living_area: 1_640,
  lot_size: 6_098.4,
  year_built: 1974,
  home_type: 'SINGLE_FAMILY',
  description: 'A cedar house two blocks from the shore, with a workshop and a dry cellar.',
  features: ['Dishwasher', 'Hardwood', 'Heat Pump', 'Ocean', 'Attached'],
  photos: ['https://photos.realty.example/fp/0a1b2c3d4e5f-cc_ft_1536.jpg'],
  price_history: [{ date: '2026-03-02', price: 685_000, event: 'Listed for sale' }],
  tax_history: [{ year: 2025, tax: 4_120.5, assessment: 402_000 }],
}
