import type { Platform } from '../define-prebuilt.ts'

export const shortvideo: Platform = {
  name: 'shortvideo',
  kind: 'short-video network: creators, clips, followers',
  origin: 'https://www.tiktok.com',
}
