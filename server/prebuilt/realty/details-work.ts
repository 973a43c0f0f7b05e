import type { Payload } from '../define-prebuilt.ts'
import type { Upstream } from '../upstream.ts'
import type { Details } from './details-output.ts'
import { planDetails } from './details-plan.ts'
import type { HomePart } from './home-part.ts'
import { zpidIn } from './listing-path.ts'
import { noHome, readHome } from './read-home.ts'

export { payloadsOf } from './states.ts'

export const plan = ({ url }: { url: string }, upstream: Upstream) => planDetails(url, upstream)

export function read(payloads: Payload[], input?: { url?: string | undefined }): Details {
  const home = readHome(payloads, zpidIn(input?.url ?? ''))
  if (home) return detailsOf(home)
  throw noHome(payloads)
}

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
