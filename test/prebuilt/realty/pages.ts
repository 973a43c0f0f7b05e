/** Small handwritten pages, one per layout and meaning, with only what the readers know. */

export const ZPID = 10_000_001
export const PATH = `/homedetails/12-Tidepool-Ln-Cannon-Beach-OR-97110/${ZPID}_zpid/`

export const photo = (hash: string, widths = [192, 1536, 384]) => ({
  url: `https://photos.example/fp/${hash}-p_d.jpg`,
  mixedSources: {
    jpeg: widths.map(width => ({ url: `https://photos.example/fp/${hash}-cc_ft_${width}.jpg`, width })),
    webp: [{ url: `https://photos.example/fp/${hash}-cc_ft_2000.webp`, width: 2_000 }],
  },
})

export const home = {
  zpid: ZPID,
  streetAddress: '12 Tidepool Ln',
  city: 'Cannon Beach',
  state: 'OR',
  zipcode: '97110',
  price: 685_000,
  zestimate: 679_400,
  bedrooms: 3,
  bathrooms: 2.5,
  livingAreaValue: 1_640,
  livingAreaUnits: 'Square Feet',
  lotSize: 6_098,
  yearBuilt: 1974,
  homeType: 'SINGLE_FAMILY',
  homeStatus: 'FOR_SALE',
  description: 'A cedar house.\nNear the shore.',
  responsivePhotos: [photo('0a1b2c3d4e'), photo('ffeeddccbb')],
  priceHistory: [
    { date: '2026-03-02', time: 1_772_409_600_000, price: 685_000, event: 'Listed for sale' },
    { date: '2024-08-10', time: 1_723_248_000_000, price: null, event: 'Listing removed' },
  ],
  taxHistory: [
    { time: 1_735_689_600_000, taxPaid: 4_120.5, value: 402_000 },
    { time: 1_704_067_199_000, taxPaid: null, value: 9 },
  ],
  resoFacts: {
    cooling: ['None'],
    appliances: ['Dishwasher', ' Disposal '],
    heating: ['Heat Pump', 'dishwasher'],
    view: ['Ocean'],
    parkingFeatures: ['Attached'],
    rooms: [{ roomType: 'Kitchen' }],
    sewer: ['Public Sewer'],
  },
}

/** What a page loads at once since 2025. The rest comes later or is part of the facts. */
export const briefHome = {
  zpid: ZPID,
  address: { streetAddress: '12 Tidepool Ln', city: 'Cannon Beach', state: 'OR', zipcode: '97110' },
  price: 685_000,
  livingArea: 1_640,
  lotSize: null,
  lotAreaValue: 0.47,
  lotAreaUnits: 'Acres',
  homeType: 'SINGLE_FAMILY',
  resoFacts: { bedrooms: 3, bathroomsFull: 2, bathroomsHalf: 1, yearBuilt: 1974 },
}

type QueryCache = Record<string, unknown>

export const queries = (property: unknown): QueryCache => ({
  'VoyagerQuery{}': { viewer: null },
  'TopNavQuery{}': { property: null },
  [`ForSalePriorityQuery{"zpid":${ZPID}}`]: { property, viewer: null },
})

export const nextData = (cache: unknown) => ({
  props: { pageProps: { componentProps: { gdpClientCache: cache, zpid: ZPID } } },
})

export const listing = {
  '@context': 'https://schema.org',
  '@type': ['RealEstateListing', 'Product'],
  url: `https://www.realty.example${PATH}`,
  offers: {
    '@type': 'Offer',
    price: 685_000,
    itemOffered: {
      '@type': 'House',
      floorSize: { value: '1,640' },
      numberOfBedrooms: 3,
      address: {
        streetAddress: '12 Tidepool Ln',
        addressLocality: 'Cannon Beach',
        addressRegion: 'OR',
        postalCode: '97110',
      },
    },
  },
}

export const HEAD = `<link rel="canonical" href="https://www.realty.example${PATH}"/><meta name="description" content="12 Tidepool Ln is for sale. $685,000 3 beds, 2.5 baths, 1,640 sqft house, built in 1974."/>`

/** A page as a browser saves it. Good pages contain the script of the bot guard as well. */
export const html = (state: { next?: unknown; apollo?: unknown; listing?: unknown; head?: string }) =>
  `<!DOCTYPE html><html><head><title>404 Tidepool Ln</title>${state.head ?? ''}<script>window._pxAppId = 'PX1';</script>${script('type="application/ld+json"', state.listing)}</head><body>${script('id="__NEXT_DATA__" type="application/json"', state.next)}${script('id="hdpApolloPreloadedData" type="application/json"', state.apollo)}</body></html>`

const script = (attributes: string, state: unknown) =>
  state === undefined ? '' : `<script ${attributes}>${JSON.stringify(state)}</script>`

export const page = (property: unknown) => html({ next: nextData(JSON.stringify(queries(property))) })

export const DENIED =
  '<html><head><title>Access to this page has been denied</title></head><body><div id="px-captcha"></div></body></html>'
export const SEARCH =
  '<html><head><title>Homes</title></head><body class="responsive-search-page nav"><div id="search-page-list-container"></div></body></html>'
