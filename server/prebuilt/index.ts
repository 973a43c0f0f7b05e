import type { Prebuilt } from './define-prebuilt.ts'
import { videositeChannel } from './videosite/channel.ts'

/** Every prebuilt API, in the order of the docs. Adding one is a file, a line here and a folder of test pages. */
export const prebuilts = [videositeChannel] as const satisfies readonly Prebuilt[]
