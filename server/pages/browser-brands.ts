/** The brand that a browser reports in addition to `Chromium`. */
export type Brand = 'Google Chrome' | 'Microsoft Edge'

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', win32: 'Windows' }

/** The name of an operating system as browsers report it. */
export const platformName = (platform: NodeJS.Platform = process.platform): string =>
  PLATFORMS[platform] ?? 'Linux'

/** Characters and versions from which Chromium builds a made-up brand, so that no site relies on the exact list. */
const SIGNS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_']
const FILLER_VERSIONS = ['8', '99', '24']

/** Positions of the made-up brand, Chromium and the real brand. The version selects the row. */
const ORDERS_OF_TWO = [[0, 1], [1, 0]] // biome-ignore format: a table
const ORDERS_OF_THREE = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] // biome-ignore format: a table

/** The brands that a version of a browser reports, in the order that Chromium itself uses, including the made-up one. */
export function brandsOf(brand: Brand | null, version: string): { brand: string; version: string }[] {
  const seed = Number(version)
  const sign = (index: number) => SIGNS[index % SIGNS.length]!
  const filler = {
    brand: `Not${sign(seed)}A${sign(seed + 1)}Brand`,
    version: FILLER_VERSIONS[seed % FILLER_VERSIONS.length]!,
  }
  const names = [filler, { brand: 'Chromium', version }, ...(brand ? [{ brand, version }] : [])]
  const orders = brand ? ORDERS_OF_THREE : ORDERS_OF_TWO
  const positions = orders[seed % orders.length]!
  const brands = [...names]
  positions.forEach((position, index) => {
    brands[position] = names[index]!
  })
  return brands
}
