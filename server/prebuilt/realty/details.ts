import { z } from 'zod'
import { checkedText } from '../checked-text.ts'
import { definePrebuilt } from '../define-prebuilt.ts'
import { type Details, detailsExample, detailsOutput } from './details-output.ts'
import { planDetails } from './details-plan.ts'
import type { HomePart } from './home-part.ts'
import { requireListingPath, zpidIn } from './listing-path.ts'
import { realty } from './platform.ts'
import { noHome, readHome } from './read-home.ts'

export const realtyDetails = definePrebuilt({
  id: 'realty-details',
  name: 'Realty details',
  summary: 'Address, price, size, features, photos and history of a home.',
  description:
    'Reads the page of a listing: where the home is, what it costs and is estimated to be worth, its rooms, areas and features, its photos, and its prices and taxes over the years where the page holds them. Areas are in square feet.',
  platform: realty,
  input: z.strictObject({
    url: checkedText(requireListingPath)
      .describe('The listing: the address of its page, or the number in it (`10000001_zpid`).')
      .meta({ title: 'Listing' }),
  }),
  output: detailsOutput,
  example: { input: { url: '/homedetails/12-Tidepool-Ln/10000001_zpid/' }, output: detailsExample },
  probe: { url: '/homedetails/84074482_zpid/' },

  plan: ({ url }, upstream) => planDetails(url, upstream),

  read(payloads, input) {
    const home = readHome(payloads, zpidIn(input?.url ?? ''))
    if (home) return detailsOf(home)
    throw noHome(payloads)
  },
})

const detailsOf = (home: HomePart): Details => ({
  zpid: home.zpid ?? null,
  address: {
    street: home.street ?? null,
    city: home.city ?? null,
    state: home.state ?? null,
    zipcode: home.zipcode ?? null,
  },
  price: home.price ?? null,
  zestimate: home.zestimate ?? null,
  bedrooms: home.bedrooms ?? null,
  bathrooms: home.bathrooms ?? null,
  living_area: home.living_area ?? null,
  lot_size: home.lot_size ?? null,
  year_built: home.year_built ?? null,
  home_type: home.home_type ?? null,
  description: home.description ?? null,
  features: home.features ?? [],
  photos: home.photos ?? [],
  price_history: home.price_history ?? [],
  tax_history: home.tax_history ?? [],
})
