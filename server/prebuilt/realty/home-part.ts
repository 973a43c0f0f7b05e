import { at, idAt, integerAt, listAt, numberAt, stringAt } from '../json-walk.ts'
import { type PriceChange, priceHistory, type TaxYear, taxHistory } from './history.ts'
import { photosOf } from './photos.ts'

/** What one layout holds about a home. A field is absent if the layout never has it. */
export interface HomePart {
  zpid?: string | null
  street?: string | null
  city?: string | null
  state?: string | null
  zipcode?: string | null
  price?: number | null
  zestimate?: number | null
  bedrooms?: number | null
  bathrooms?: number | null
  /** In square feet, like `lot_size`. */
  living_area?: number | null
  lot_size?: number | null
  year_built?: number | null
  home_type?: string | null
  description?: string | null
  features?: string[]
  photos?: string[]
  /** Null if the layout leaves it to a later call; [] if the home has none. */
  price_history?: PriceChange[] | null
  tax_history?: TaxYear[] | null
}

/** Reads the node `property`, whichever query returned it. Some fields have moved into `resoFacts` over the years. */
export const readHomePart = (home: unknown): HomePart => ({
  zpid: idAt(home, 'zpid'),
  street: stringAt(home, 'streetAddress') ?? stringAt(home, 'address.streetAddress'),
  city: stringAt(home, 'city') ?? stringAt(home, 'address.city'),
  state: stringAt(home, 'state') ?? stringAt(home, 'address.state'),
  zipcode: stringAt(home, 'zipcode') ?? stringAt(home, 'address.zipcode'),
  price: positive(at(home, 'price')),
  zestimate: positive(at(home, 'zestimate')),
  bedrooms: notNegative(integerAt(home, 'bedrooms')) ?? notNegative(integerAt(home, 'resoFacts.bedrooms')),
  bathrooms: bathroomsOf(home),
  living_area: livingAreaOf(home),
  lot_size: lotSizeOf(home),
  year_built: positive(integerAt(home, 'yearBuilt')) ?? positive(integerAt(home, 'resoFacts.yearBuilt')),
  home_type: stringAt(home, 'homeType'),
  description: stringAt(home, 'description') ?? stringAt(home, 'whatILove'),
  features: featuresIn(at(home, 'resoFacts')),
  photos: photosOf(home),
  price_history: priceHistory(at(home, 'priceHistory')),
  tax_history: taxHistory(at(home, 'taxHistory')),
})

/** Returns a number above 0; the platform writes 0 and -1 for unknown values. */
export const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null

/** Rooms may be 0: a studio has no bedrooms. */
const notNegative = (count: number | null) => (count !== null && count >= 0 ? count : null)

/** Returns the number of bathrooms, or the sum of full, three-quarter and half baths, as the trade counts them. */
function bathroomsOf(home: unknown): number | null {
  const facts = at(home, 'resoFacts')
  const weighted = (name: string, weight: number) => (positive(numberAt(facts, name)) ?? 0) * weight
  const sum =
    weighted('bathroomsFull', 1) + weighted('bathroomsThreeQuarter', 0.75) + weighted('bathroomsHalf', 0.5)
  return (
    notNegative(numberAt(home, 'bathrooms')) ??
    notNegative(numberAt(facts, 'bathroomsFloat')) ??
    positive(sum)
  )
}

const SQUARE_FEET_PER_UNIT: [unit: RegExp, factor: number][] = [
  [/^(?:square feet|sq\.? ?ft|FTK$)/i, 1],
  [/^acres?\b/i, 43_560],
]

/** Matches `685,000` and `0.47`; a comma only separates thousands. */
export const NUMBER = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'

/** `1,133 sqft`, `0.47 Acres` */
const AREA = new RegExp(`^\\s*(${NUMBER})\\s*([a-z].*)`, 'i')

/** Returns the living area in square feet, the unit of queries that name none. */
function livingAreaOf(home: unknown): number | null {
  const unit = stringAt(home, 'livingAreaUnits') ?? 'sqft'
  return (
    toSquareFeet(at(home, 'livingAreaValue'), unit) ??
    toSquareFeet(at(home, 'livingArea'), unit) ??
    parseSquareFeet(at(home, 'resoFacts.livingArea'))
  )
}

/** Returns the area of the lot in square feet; flats have none. */
const lotSizeOf = (home: unknown): number | null =>
  toSquareFeet(at(home, 'lotSize'), 'sqft') ??
  toSquareFeet(at(home, 'lotAreaValue'), stringAt(home, 'lotAreaUnits') ?? '') ??
  parseSquareFeet(at(home, 'resoFacts.lotSize'))

/** Converts an area to square feet. Returns null for 0 and -1, which mean "not known", and for an unknown unit. */
export function toSquareFeet(value: unknown, unit: string): number | null {
  const factor = SQUARE_FEET_PER_UNIT.find(([name]) => name.test(unit.trim()))?.[1]
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0 || !factor) return null
  // Two decimals, because 0.47 acres would be 20473.199… in binary fractions.
  return Number((value * factor).toFixed(2))
}

function parseSquareFeet(text: unknown): number | null {
  const [, number = '', unit = ''] = (typeof text === 'string' && AREA.exec(text)) || []
  return toSquareFeet(Number(number.replaceAll(',', '')), unit)
}

/** Lists of facts that are features, in the order of the result. */
const FEATURE_LISTS = [
  'appliances',
  'interiorFeatures',
  'flooring',
  'heating',
  'cooling',
  'fireplaceFeatures',
  'laundryFeatures',
  'exteriorFeatures',
  'patioAndPorchFeatures',
  'lotFeatures',
  'fencing',
  'view',
  'waterfrontFeatures',
  'poolFeatures',
  'spaFeatures',
  'parkingFeatures',
  'communityFeatures',
  'associationAmenities',
  'securityFeatures',
  'accessibilityFeatures',
]

/** Returns the features of a home without duplicates, ignoring case. "None" means that there are none. */
function featuresIn(facts: unknown): string[] {
  const features = new Map<string, string>()
  for (const text of FEATURE_LISTS.flatMap(name => listAt(facts, name)).filter(isText)) {
    const key = text.trim().toLowerCase()
    if (key && key !== 'none' && !features.has(key)) features.set(key, text.trim())
  }
  return [...features.values()]
}

const isText = (value: unknown) => typeof value === 'string'
