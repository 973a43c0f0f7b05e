import { listAt } from '../json-walk.ts'

/** The lists of facts that are features, in the order of the result. */
const LISTS = [
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

/** The features among the facts of a home, each once, whatever its capitals. "None" says that there is none. */
export function featuresIn(facts: unknown): string[] {
  const features = new Map<string, string>()
  for (const text of LISTS.flatMap(name => listAt(facts, name)).filter(isText)) {
    const key = text.trim().toLowerCase()
    if (key && key !== 'none' && !features.has(key)) features.set(key, text.trim())
  }
  return [...features.values()]
}

const isText = (value: unknown) => typeof value === 'string'
