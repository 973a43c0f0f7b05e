import { z } from 'zod'
import { checkedText } from '../checked-text.ts'
import { definePrebuilt } from '../define-prebuilt.ts'
import { detailsExample, detailsOutput } from './details-output.ts'
import { requireListingPath } from './listing-path.ts'
import { realty } from './platform.ts'

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
  load: () => import('./details-work.ts'),
})
