import { at, findAll, listAt, numberAt, stringAt } from '../json-walk.ts'

/** Keys of the lists of photos, starting with the current, cropped ones. */
const PHOTO_LISTS = ['responsivePhotos', 'photos', 'originalPhotos', 'hugePhotos']

/** Identifies a photo in all of its sizes: `…/fp/<hash>-cc_ft_1536.jpg`. */
const HASH = /\/fp\/([0-9a-f]{8,})/

/** Returns the widest JPEG of each photo of a home, in the platform's order. */
export function photosOf(home: unknown): string[] {
  const lists = PHOTO_LISTS.map(name =>
    listAt(home, name)
      .map(widestAddress)
      .filter(address => address !== null),
  )
  const photos = lists.find(addresses => addresses.length > 0) ?? []
  return at(home, 'homeType') === 'LOT' ? withoutNeighbours(photos, home) : photos
}

function widestAddress(photo: unknown): string | null {
  const [first, ...others] = listAt(photo, 'mixedSources.jpeg')
  const source = others.reduce((best, other) => (widthOf(other) > widthOf(best) ? other : best), first)
  return stringAt(source, 'url') || stringAt(photo, 'url') || null
}

const widthOf = (source: unknown) => numberAt(source, 'width') ?? 0

/** Leaves out photos of nearby homes, which the platform shows for a plot that has no photos of its own. */
function withoutNeighbours(photos: string[], home: unknown): string[] {
  const neighbourHashes = new Set([...findAll(at(home, 'nearbyHomes'), 'url')].map(hashOf))
  return photos.filter(photo => !hashOf(photo) || !neighbourHashes.has(hashOf(photo)))
}

const hashOf = (address: unknown) => (typeof address === 'string' ? HASH.exec(address)?.[1] : undefined)
