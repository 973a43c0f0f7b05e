import type { Platform } from '../define-prebuilt.ts'

export const realty: Platform = {
  name: 'realty',
  kind: 'real-estate site: homes, houses, apartments for sale or rent',
  origin: 'https://www.zillow.com',
}
