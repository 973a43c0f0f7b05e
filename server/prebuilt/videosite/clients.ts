/** A client of the platform that a call impersonates. What a response contains depends on the client, above all captions. */
export interface Client {
  /** The number of the client in the header. */
  id: string
  /** Without it, the fetcher's own user agent is sent. */
  userAgent?: string
  /** How the client identifies itself in the body. */
  context: { clientName: string; clientVersion: string; [more: string]: unknown }
}

/** US English, since counts, dates and alerts vary with language and country. */
const ENGLISH = { hl: 'en', gl: 'US' }

/** The desktop page. Only its player has category, date and audience; its captions require its own player. */
export const WEB: Client = {
  id: '1',
  context: {
    clientName: 'WEB',
    clientVersion: '2.20260708.00.00',
    platform: 'DESKTOP',
    utcOffsetMinutes: 0,
    ...ENGLISH,
  },
}

/** The Android app: captions without a gate. */
export const ANDROID: Client = {
  id: '3',
  userAgent: 'com.google.android.youtube/20.10.38 (Linux; U; Android 11) gzip',
  context: { clientName: 'ANDROID', clientVersion: '20.10.38', ...ENGLISH },
}

/** The iPhone app: also captions without a gate. */
export const IOS: Client = {
  id: '5',
  userAgent: 'com.google.ios.youtube/21.02.3 (iPhone16,2; U; CPU iOS 18_3_2 like Mac OS X;)',
  context: {
    clientName: 'IOS',
    clientVersion: '21.02.3',
    deviceMake: 'Apple',
    deviceModel: 'iPhone16,2',
    osName: 'iPhone',
    osVersion: '18.3.2.22D82',
    ...ENGLISH,
  },
}

/** The headset app: rarely asked for a proof, but does not have videos for children. */
export const VISIONOS: Client = {
  id: '101',
  userAgent: 'com.google.visionos.youtube/1.02(RealityDevice14,1; U; CPU visionOS 25_6_0 like Mac OS X; US)',
  context: {
    clientName: 'VISIONOS',
    clientVersion: '1.02',
    deviceMake: 'Apple',
    deviceModel: 'RealityDevice14,1',
    osName: 'visionOS',
    osVersion: '25.6.0.23O471',
    ...ENGLISH,
  },
}
