/** A client of the platform that a call pretends to be. Which one is asked decides what is given, captions above all. */
export interface Client {
  /** Its number, as the header names it. */
  id: string
  /** Without it the fetcher's own browser name is sent. */
  userAgent?: string
  /** How it introduces itself in the body. */
  context: { clientName: string; clientVersion: string; [more: string]: unknown }
}

/** Always English of the United States: counts, dates and alerts vary with both. */
const ENGLISH = { hl: 'en', gl: 'US' }

/** The desktop page. Its player alone holds category, date and audience; its captions are for its own player only. */
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

/** The app for Android: captions without a gate. */
export const ANDROID: Client = {
  id: '3',
  userAgent: 'com.google.android.youtube/20.10.38 (Linux; U; Android 11) gzip',
  context: { clientName: 'ANDROID', clientVersion: '20.10.38', ...ENGLISH },
}

/** The app for iPhones: captions without a gate as well. */
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

/** The app for headsets: seldom asked for a proof, but without the videos for children. */
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
