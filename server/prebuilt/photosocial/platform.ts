import type { Platform } from '../define-prebuilt.ts'

export const photosocial: Platform = {
  name: 'photosocial',
  kind: 'photo-sharing network: accounts, pictures, reels, followers',
  origin: 'https://www.instagram.com',
}
