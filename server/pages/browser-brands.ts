/** What a browser is called beside Chromium. */
export type Brand = 'Google Chrome' | 'Microsoft Edge'

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', win32: 'Windows' }

/** The name of a system as browsers tell it. */
export const platformName = (platform: NodeJS.Platform = process.platform): string =>
  PLATFORMS[platform] ?? 'Linux'

/** The signs and versions that Chromium makes up a brand from, so that nobody relies on the list. */
const SIGNS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_']
const FILLER_VERSIONS = ['8', '99', '24']

/** Where filler, Chromium and brand stand, by version. */
const ORDERS_OF_TWO = [[0, 1], [1, 0]] // biome-ignore format: a table
const ORDERS_OF_THREE = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] // biome-ignore format: a table

/** The brands that a version of a browser names, in its order, with a made-up one among them: as Chromium itself makes them. */
export function brandsOf(brand: Brand | null, version: string): { brand: string; version: string }[] {
  const seed = Number(version)
  const sign = (index: number) => SIGNS[index % SIGNS.length]!
  const filler = {
    brand: `Not${sign(seed)}A${sign(seed + 1)}Brand`,
    version: FILLER_VERSIONS[seed % FILLER_VERSIONS.length]!,
  }
  const names = [filler, { brand: 'Chromium', version }, ...(brand ? [{ brand, version }] : [])]
  const orders = brand ? ORDERS_OF_THREE : ORDERS_OF_TWO
  const places = orders[seed % orders.length]!
  const brands = [...names]
  places.forEach((place, index) => {
    brands[place] = names[index]!
  })
  return brands
}
