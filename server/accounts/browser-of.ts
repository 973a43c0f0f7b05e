/** Browsers by the mark in their `User-Agent`. Most also have the marks of browsers further down, so the order matters. */
const BROWSERS: [mark: RegExp, name: string][] = [
  [/Electron\//, 'Winnow app'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: [mark: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (list: typeof BROWSERS, text: string) => list.find(([mark]) => mark.test(text))?.[1]

/** Returns the common names of a browser and its system: `Firefox on Linux`. Nothing else of a `User-Agent` is kept. */
export function browserOf(userAgent = ''): string {
  const system = nameIn(SYSTEMS, userAgent)
  const browser = nameIn(BROWSERS, userAgent) ?? 'A browser'
  return system ? `${browser} on ${system}` : browser
}
