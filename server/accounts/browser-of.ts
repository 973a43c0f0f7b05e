/** Browsers by what only they write into their `User-Agent`; most of them also name those that stand below. */
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

/** A browser and its system as people call them: `Firefox on Linux`. Nothing else of a `User-Agent` is kept. */
export function browserOf(userAgent = ''): string {
  const system = nameIn(SYSTEMS, userAgent)
  const browser = nameIn(BROWSERS, userAgent) ?? 'A browser'
  return system ? `${browser} on ${system}` : browser
}
